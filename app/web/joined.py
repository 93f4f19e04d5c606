"""Several of our files sent as one, so that a page with a dozen scripts loads in a dozen requests all in all.

`/static/<version>/joined/machi.css,little_town/play.css` is those style sheets one after the other, each `@import`ed
one in its place. The same with scripts is those modules and all that they import, each once and before whoever needs
it, as functions in one module; nothing is renamed or left out, so it reads like the files. Modules must say what they
import and export in the plain forms below; anything else is a ValueError, which a test of all our modules finds.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from posixpath import dirname, join, normpath

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.web.assets import Asset, assets, made, sent, version

SHEET_IMPORT = re.compile(r'^@import url\("([^"]+)"\);\n', re.M)
SHEET_ADDRESS = re.compile(r'url\("?(?![a-z]+:|#|"#|/)([^")]+)"?\)')
IMPORT = re.compile(r'^import (?:(?:\{([^{}]*)\}|\* as (\w+)) from )?"(\.[^"]+)";$', re.M)
EXPORT = re.compile(r"^export ((?:async )?function|const|class) (\w+)", re.M)
EXPORT_LIST = re.compile(r"^export \{([^{}]*)\};$", re.M)
NOT_UNDERSTOOD = re.compile(r"^(?:import|export|await)\b.*|\bimport\(.*|\bimport\.meta.*", re.M)
FOLDER = "/static/"


def joined(*names: str | None) -> str:
    """The address of those files of static/, all style sheets or all modules, as one; without the missing (None)."""
    return f"{FOLDER}{version()}/joined/{','.join(filter(None, names))}"


@lru_cache(maxsize=32)
def _together(rest: str, _version: str) -> Asset | None:
    """What `joined/<rest>` is; None where that names anything but our own style sheets or modules."""
    names = rest.split(",")
    if all(FOLDER + name in assets() for name in names):
        for ending, join_all, kind in ((".css", _sheets, "text/css"), (".js", _modules, "text/javascript")):
            if all(name.endswith(ending) for name in names):
                return made(join_all(names).encode(), kind)
    return None


def answer(request: Request) -> Response:
    """Files joined into one: 200, 304 for a browser that has them, or 404."""
    found = _together(request.path_params["names"], version())
    return sent(request, found, for_good=request.path_params["version"] == version())


def mount(app: FastAPI) -> None:
    """Serve joined files from `app`; before the files themselves (app.web.assets)."""
    app.add_route(FOLDER + "{version}/joined/{names:path}", answer, methods=["GET", "HEAD"], include_in_schema=False)


def _text(name: str) -> str:
    found = assets().get(FOLDER + name)
    if found is None:
        raise ValueError(f"there is no static/{name}")
    return found.body.decode()


def _beside(name: str, other: str) -> str:
    """What the relative address `other` in the file `name` means."""
    return normpath(join(dirname(name), other))


# --- style sheets -------------------------------------------------------------------------------------------------


def _sheets(names: Sequence[str]) -> str:
    return "\n".join(map(_sheet, names))


def _sheet(name: str) -> str:
    def address(found: re.Match[str]) -> str:
        return f'url("{FOLDER}{version()}/{_beside(name, found[1])}")'

    text = SHEET_IMPORT.sub(lambda found: _sheet(_beside(name, found[1])), _text(name))
    return SHEET_ADDRESS.sub(address, text)


# --- modules ------------------------------------------------------------------------------------------------------


def _modules(names: Sequence[str]) -> str:
    order: dict[str, str] = {}
    for name in names:
        _add(name, order, ())
    return "\n".join(_functions(order))


def _add(name: str, order: dict[str, str], above: tuple[str, ...]) -> None:
    """Put a module into the order, behind those that it imports."""
    if name in above:
        raise ValueError(f"static/{name} imports itself by way of {', '.join(above)}")
    text = _text(name)
    for found in IMPORT.finditer(text):
        _add(_beside(name, found[3]), order, (*above, name))
    order.setdefault(name, text)


def _functions(order: dict[str, str]) -> Iterator[str]:
    exports: dict[str, list[str]] = {}
    for name, text in order.items():
        body = EXPORT.sub(r"\1 \2", IMPORT.sub(partial(_taken, name, exports), text))
        if strange := NOT_UNDERSTOOD.search(EXPORT_LIST.sub("", body)):
            raise ValueError(f"static/{name} cannot be joined: {strange[0]}")
        exports[name] = [found[1] for found in EXPORT.findall(text)]
        exports[name] += [each for found in EXPORT_LIST.findall(text) for each in _listed(found)]
        said = f"return {{ {', '.join(exports[name])} }};"
        yield f"// static/{name}\nconst {_variable(name)} = (() => {{\n{EXPORT_LIST.sub('', body)}\n{said}\n}})();\n"


def _taken(name: str, exports: dict[str, list[str]], found: re.Match[str]) -> str:
    """What an import in the file `name` becomes, where `exports` have run before."""
    source = _beside(name, found[3])
    if found[2]:
        return f"const {found[2]} = {_variable(source)};"
    if found[1] is None:
        return ""
    wanted = _listed(found[1])
    if missing := {each.split()[0] for each in wanted} - set(exports[source]):
        raise ValueError(f"static/{source} does not export {', '.join(missing)}, which static/{name} imports")
    return f"const {{ {', '.join(each.replace(' as ', ': ') for each in wanted)} }} = {_variable(source)};"


def _listed(names: str) -> list[str]:
    return [each.strip() for each in names.split(",") if each.strip()]


def _variable(name: str) -> str:
    """A name that no file uses."""
    return "$" + re.sub(r"\W", "_", name)
