"""Pictures that are complete in themselves: SVG files that need nothing but themselves, light, for paper and elsewhere.

A template draws as pages do: symbols of our sheets by `<use href="{{ asset(...) }}#name">`, colours by
`fill="var(--wood)"`. `complete` puts the symbols in and says the colours. Looks are attributes, never a `<style>`: our
own Content-Security-Policy would refuse it where a browser opens the picture from here.
"""

import re
import unicodedata
from functools import cache

from app.web.assets import assets
from app.web.look import colours

# What people write cannot look like these: in texts and attributes its quotation marks are escaped.
_USED = re.compile(r'href="/static/(?:v[0-9a-f]{12}/)?((?:[\w-]+/)*[\w-]+)\.svg#([\w-]+)"')
_OF_THE_SAME_SHEET = re.compile(r'href="#([\w-]+)"')
_COLOUR = re.compile(r'="var\(--([\w-]+)(?:, ([^")]+))?\)"')
_SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.S)
_WIDEST, _CAPITAL, _SMALL = 1.0, 0.75, 0.62
"""Widths of letters in parts of the font size, such that few fonts are wider."""
_BOLD = 1.12
"""So much wider are letters in bold, those of Chinese and Japanese excepted: W in DejaVu Sans Bold takes 1.1."""


def complete(svg: str) -> str:
    """The SVG with every symbol of ours that it uses in itself, and with the colours that our tokens have by day.

    KeyError for a symbol that there is not.
    """
    needed: dict[str, str] = {}

    def here(found: re.Match[str]) -> str:
        return f'href="#{_need(found[1], found[2], needed)}"'

    drawn, end, rest = _USED.sub(here, svg).rpartition("</svg>")
    return _COLOUR.sub(_by_day, f"{drawn}<defs>{''.join(needed.values())}</defs>{end}{rest}")


def _need(sheet: str, name: str, needed: dict[str, str]) -> str:
    """The id that a symbol has in the picture; it and what it uses itself are added to `needed`."""
    own = f"{sheet.replace('/', '-')}-{name}"
    if own not in needed:
        needed[own] = ""  # it stands before what it uses
        symbol = _symbols(sheet)[name].replace(f'id="{name}"', f'id="{own}"', 1)
        needed[own] = _OF_THE_SAME_SHEET.sub(lambda used: f'href="#{_need(sheet, used[1], needed)}"', symbol)
    return own


@cache
def _symbols(sheet: str) -> dict[str, str]:
    """Each symbol of a sheet in static/, by its id."""
    text = assets()[f"/static/{sheet}.svg"].body.decode()
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}


def _by_day(found: re.Match[str]) -> str:
    known = colours().get(found[1])
    return f'="{known[0] if known else found[2]}"'


def fitted(text: str, width: float, size: float, bold: bool = False) -> float:
    """The font size, at most `size`, at which `text` is no wider than `width`, in the same unit.

    >>> fitted("Ann", 200, 40), fitted("Dominique-Alexandra", 200, 40)
    (40, 16.1)
    """
    ems = sum(_em(letter, bold) for letter in text)
    return size if ems * size <= width else round(width / ems, 2)


def _em(letter: str, bold: bool) -> float:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    kind = unicodedata.east_asian_width(letter)
    if kind in {"W", "F"}:
        return _WIDEST
    usual = _WIDEST if kind == "A" or letter in "mMW@%" else _CAPITAL if letter.isupper() else _SMALL
    return usual * _BOLD if bold else usual
