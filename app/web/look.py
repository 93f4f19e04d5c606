"""The design tokens of static/machi.css, for what cannot use CSS: the browser's own bar, the installed app."""

import re
from functools import cache

from app.web.assets import assets

_COLOUR = re.compile(r"--([\w-]+): var\(--light, ([^;]+)\) var\(--dark, ([^;]+)\);")


@cache
def colours() -> dict[str, tuple[str, str]]:
    """Every colour token without its dashes, to its value by day and by night."""
    style = assets()["/static/machi.css"].body.decode()
    return {name: (light, dark) for name, light, dark in _COLOUR.findall(style)}
