"""A second scorer, slow and plain: from a view alone, with its own figures, cell by cell as LT-5 and LT-6 say it."""

from typing import Any

BUILDING_POINTS = {
    "wheat_field": 3,
    "bakery": 4,
    "bar": 7,
    "brewery": 4,
    "carpenter": 4,
    "cathedral": 11,
    "church": 8,
    "fair": 6,
    "fishmonger": 4,
    "fountain": 5,
    "gold_mine": 4,
    "granary": 6,
    "grocery": 4,
    "library": 8,
    "pawnshop": 5,
    "pier": 5,
    "quarry": 5,
    "residence": 2,
    "restaurant": 7,
    "statue": 10,
    "warehouse": 8,
    "well": 4,
    "workshop": 5,
}
CARD_POINTS = {
    "neighbourhood": 3,
    "more_buildings_than_workers": 3,
    "full_larder": 3,
    "lake_mountain_forest": 3,
    "two_inputs": 2,
    "fish_supper": 2,
    "wheat_trade": 2,
    "fish_trade": 2,
    "coin_trade": 3,
    "builders_yard": 2,
    "stone_mason": 2,
    "timber_framer": 2,
    "empty_purse": 3,
    "full_purse": 2,
    "straight_from_the_field": 2,
    "grand_tour": 3,
    "double_fame": 2,
    "big_harvest": 2,
}


def slow_score(view: dict[str, Any], seat: int) -> dict[str, int]:
    """The score of that seat by parts, as far as the view shows it."""
    player = view["players"][seat]
    score = {
        "track": player["track"],
        "tiles": sum(_tile(view, tile) for tile in view["tiles"] if tile["owner"] == seat),
        "coins": player["coins"] // 3,
        "objectives": sum(CARD_POINTS[card["id"]] for card in player["objectives"] if card["achieved"]),
    }
    return {**score, "total": score["track"] + score["tiles"] + score["coins"] + score["objectives"]}


def _tile(view: dict[str, Any], tile: dict[str, Any]) -> int:
    if tile["id"] == "castle":
        return sum(4 for other in view["tiles"] if other["owner"] == tile["owner"] and _touch(tile, other))
    if tile["id"] == "watchtower":
        return sum(2 for cell in _bare_grass(view) if _touch(tile, {"cell": cell}))
    return BUILDING_POINTS[tile["id"]]


def _bare_grass(view: dict[str, Any]) -> list[list[int]]:
    built = [tile["cell"] for tile in view["tiles"]]
    grass = [[r, c] for r in range(6) for c in range(9) if view["board"][r][c] == "."]
    return [cell for cell in grass if cell not in built]


def _touch(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Are the cells adjacent: at most one row and one column apart, and not the same?"""
    down = abs(one["cell"][0] - other["cell"][0])
    right = abs(one["cell"][1] - other["cell"][1])
    return down <= 1 and right <= 1 and (down, right) != (0, 0)


def slow_ranking(totals: list[int]) -> list[list[int]]:
    """Seats by their totals, best first, equals together."""
    return [[seat for seat, total in enumerate(totals) if total == best] for best in sorted(set(totals), reverse=True)]
