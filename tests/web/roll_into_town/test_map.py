"""The map's drawing: every token of the rules' section 10 has its picture and its words."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from app.web.words import templates

ROOT = Path(__file__).resolve().parents[3]
NAMES = "{http://www.w3.org/2000/svg}symbol"
WATERS = ["N", "E", "S", "W", "NE", "NS", "NW", "ES", "EW", "SW", "NES", "NEW", "NSW", "ESW"]
ENDS = ["NS", "EW", "NE", "ES", "SW", "NW"]
PICTURES = {
    ".": [],
    "@": ["town-hall"],
    "~": ["sea", "waves"],
    "f": ["farm"],
    "m": ["mountain"],
    "t": ["tree"],
    "house": ["house"],
    "mine": ["mine"],
    "woodcutter": ["woodcutter"],
    "watermill": ["watermill"],
    "tavern": ["tavern"],
    "market": ["market"],
    "fountain": ["fountain"],
    "c:N+harbor": ["sand-side", "foam-side", "water-side", "harbor"],
    "c:E+bottom": ["sand-side", "foam-side", "water-side", "lighthouse"],
    ".+bottom": ["lighthouse"],
    "c:W+top": ["sand-side", "foam-side", "water-side"],
    "~+top": ["sea", "waves"],
    ".+top": [],
}


def symbols() -> dict[str, str]:
    """The sprite's drawings: name to viewBox."""
    tree = ET.parse(ROOT / "static/roll_into_town/sprite.svg")
    return {symbol.attrib["id"]: symbol.attrib["viewBox"] for symbol in tree.iter(NAMES)}


def drawn(town: list[list[str]]) -> str:
    """The map as SVG."""
    source = '{% import "roll_into_town/map.html" as maps %}{{ maps.picture(town, "Map") }}'
    return str(templates().from_string(source).render(town=town))


def used(svg: str) -> list[str]:
    """The names of the drawings that an SVG uses, in order."""
    return re.findall(r'#([a-z-]+)"', svg)


def alone(token: str) -> list[list[str]]:
    """A map of one cell."""
    return [[token]]


def said(token: str) -> str:
    return str(templates().get_template("roll_into_town/words.html").module.token(token))  # type: ignore[attr-defined]


@pytest.mark.parametrize(("token", "pictures"), PICTURES.items())
def test_each_token_has_its_picture_and_its_words(token: str, pictures: list[str]) -> None:
    assert used(drawn(alone(token))) == pictures
    assert said(token)
    assert set(pictures) <= set(symbols())


@pytest.mark.parametrize("water", WATERS)
def test_a_coast_is_put_together_from_sides_and_the_corners_between_them(water: str) -> None:
    names = used(drawn(alone(f"c:{water}")))
    corners = sum(corner[0] in water and corner[1] in water for corner in ("NE", "SE", "SW", "NW"))
    for layer in ("sand", "foam", "water"):
        assert names.count(f"{layer}-side") == len(water)
        assert names.count(f"{layer}-corner") == corners
    assert said(f"c:{water}").count(",") == len(water)


@pytest.mark.parametrize("ends", ENDS)
def test_a_river_is_straight_or_a_bend(ends: str) -> None:
    assert used(drawn(alone(f"r:{ends}"))) == ["river-straight" if ends in ("NS", "EW") else "river-bend"]


def test_all_pieces_of_river_are_different_drawings() -> None:
    assert len({drawn(alone(f"r:{ends}")) for ends in ENDS}) == 6


def test_the_sea_has_a_bank_where_land_begins_but_not_at_the_edge_of_the_map_nor_towards_water() -> None:
    town = [["~", "."], ["c:N", "~"]]
    # West sea: bank to the east. East sea: banks to the north and to the west, where the coast has no water.
    assert used(drawn(town)).count("bank") == 3


def test_the_lighthouse_is_one_drawing_from_its_bottom_up() -> None:
    svg = drawn([[".", "~+top"], [".", ".+bottom"]])
    assert 'x="48" y="0" width="48" height="96"' in svg
    assert used(svg).count("lighthouse") == 1


@pytest.mark.parametrize(
    ("town", "transform"),
    [
        ([["cathedral", "."], ["cathedral", "cathedral"]], "translate(0 0)"),
        ([[".", "cathedral"], ["cathedral", "cathedral"]], "translate(48 0) translate(48 0) scale(-1 1)"),
    ],
)
def test_the_cathedral_is_one_drawing_and_flipped_it_is_mirrored_about_its_tower(
    town: list[list[str]], transform: str
) -> None:
    svg = drawn(town)
    assert used(svg) == ["cathedral"]
    assert f'transform="{transform}"' in svg


def test_cells_are_48_units_so_that_pieces_join() -> None:
    tall = {"lighthouse": "0 0 48 96", "cathedral": "0 0 96 96"}
    assert {name: box for name, box in symbols().items() if box != "0 0 48 48"} == tall


def test_the_sprite_needs_no_style_and_no_reference_of_its_own() -> None:
    text = (ROOT / "static/roll_into_town/sprite.svg").read_text()
    assert not re.search(r"<style|style=|href|url\(|<script", text)


def test_every_drawing_is_used_and_every_one_used_exists() -> None:
    whole = [["~", "f", "m", "t", "@", ".+top", "cathedral"],
             ["r:NS", "r:NE", "house", "mine", ".", ".+bottom", "cathedral"],
             ["c:NE+harbor", "woodcutter", "watermill", "tavern", "market", "fountain", "cathedral"]]  # fmt: skip
    sources = [*(ROOT / "templates/roll_into_town").rglob("*.html"), *(ROOT / "static/roll_into_town").glob("*.js")]
    named = "".join(path.read_text() for path in sources)
    # By name, from a list of names that the rules have, or in a map that holds everything.
    called = set(re.findall(r"""(?:drawing|use)\(\s*"([a-z-]+)\"""", named)) | {"check", "arrow"}
    faces = {"farm", "mountain", "tree", "river", "coast", "wild", "food", "stone", "wood"}
    pictured = {name for _, name in re.findall(r'href="([^"]*)#([a-z-]+)"', drawn(whole))}
    assert called | faces | pictured == set(symbols())
