"""How colours look to people: contrast by WCAG 2.2, and differences for eyes that lack a kind of cone."""

_NORMAL = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# Machado, Oliveira and Fernandes 2009, severity 1.0; for linear RGB.
SIGHTS = {
    "normal": _NORMAL,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.95047, 1.0, 1.08883)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours "#rrggbb", 1 to 21."""
    dark, light = sorted(_luminance(colour) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    """The colour "#rrggbb" in CIELAB, as eyes of that kind see it."""
    rgb = [min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], _linear(colour))]
    x, y, z = (_root(part / white) for part, white in zip(_times(_TO_XYZ, rgb), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _linear(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _times(matrix: tuple[tuple[float, ...], ...], parts: list[float]) -> list[float]:
    return [sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in matrix]


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
