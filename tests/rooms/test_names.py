"""Names: shown as typed, or refused; two that look alike are one."""

import pytest

from app.rooms import Refused, Rooms
from app.rooms.names import good_name, isolated, same_name
from tests.rooms.conftest import refusal


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "O'Neil", "Ann-Sophie", "Zo\u00eb", "\u0141ukasz", "\u0410\u043d\u043d\u0430",
        "\u0395\u03bb\u03ad\u03bd\u03b7",
        "\u592a\u90ce", "\u3055\u304f\u3089", "\u30de\u30ea\u30fc", "\u8449\U000e0100\u5b50", "\uae40\ubbfc\uc900",
        "\u05e9\u05e8\u05d4", "\u0645\u0631\u064a\u0645", "\u0915\u094d\u0937\u093f\u0924\u093f\u091c",
        "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0e19\u0e49\u0e33", "\U0001f469\u200d\U0001f680", "\u2764\ufe0f",
        "1\ufe0f\u20e3", "\U0001f1ef\U0001f1f5", "x" * 20, "<b>Ann</b>", "%(name)s", "{{ 7 }}", "'; DROP TABLE--",
    ],
)  # fmt: skip
def test_a_name_that_people_have_or_that_only_looks_dangerous_is_kept_as_it_is(name: str) -> None:
    assert good_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ann   Lee ", "Ann Lee"),
        ("Ann\u3000Lee", "Ann Lee"),
        ("Ann\u00a0\u2003Lee", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
    ],
)
def test_spaces_and_marks_are_kept_in_one_form(typed: str, kept: str) -> None:
    assert good_name(typed) == kept


@pytest.mark.parametrize("name", ["", "   ", "\u3000", "x" * 21, "x" * 100_000, 7, None, ["Ann"]])
def test_length(name: object) -> None:
    with pytest.raises(Refused) as caught:
        good_name(name)
    assert (caught.value.code, caught.value.reason) == ("malformed", "name")


@pytest.mark.parametrize(
    "name",
    [
        "a\nb", "a\tb", "a\x00", "a\x7f", "a\x85", "a\u2028b",  # control characters, lines
        "a\u202eb", "a\u2066b", "\u200fa", "\u061ca",  # bidirectional
        "\u200b", "An\u200bn", "An\u200dn", "An\u200cn", "An\u00adn", "An\u2060n", "\ufeffAnn",  # zero width
        "An\U000e0041n", "An\u034fn", "\u3164", "An\u115fn", "Ann\uffa0", "\u2800", "Ann\ufffc",  # nothing to see
        "\u0301", "\u0301Ann", "Ann \u0301", "Z\u0335\u0336\u0337\u0338", "a\u20dd\u20dd\u20dd\u20dd",  # marks
        "\ud800", "\ue000", "\u0378", "\ufdd0",  # no characters
        "\ua4ee\ua4e0\ua4e0", "\u13aa\u13de", "\U00010400",  # scripts that come up for their look alone
    ],
)  # fmt: skip
def test_what_cannot_be_seen_or_read_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        good_name(name)
    assert (caught.value.code, caught.value.reason) == ("malformed", "name_characters")


@pytest.mark.parametrize(
    "other",
    [
        "ann", "ANN", "\uff21\uff2e\uff2e", "\u0410nn", "\u0391nn", "\U0001d400nn", "\u1d00\u0274\u0274", "A nn",
        "A\u00a0nn", "Ann\ufe0f", "\u24b6nn", "Ann\U000e0100", "\u0251nn",
    ],
)  # fmt: skip
def test_names_that_look_like_another_are_the_same(other: str) -> None:
    assert same_name("Ann", other)
    assert same_name(other, "Ann")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("STRASSE", "stra\u00dfe"), ("Ilan", "llan"), ("Bo", "B0"), ("Marna", "Mama"), ("\u0421\u0435\u043c", "Cem"),
        ("\u0421\u0415\u041c", "\u0441\u0435\u043c"), ("Player 1", "Player l"),
        ("Zoe\u0308", "Zo\u00eb"), ("\u0399\u03c9", "l\u03c9"),
    ],
)  # fmt: skip
def test_more_that_look_alike(one: str, other: str) -> None:
    assert same_name(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"), ("Ann", "\u00c4nn"), ("Zoe", "Zo\u00eb"), ("Clara", "Dara"), ("P1", "P2"), ("Jan", "Ian"),
        ("\u592a\u90ce", "\u6b21\u90ce"), ("\u0410\u043d\u043d\u0430", "Anna"),
    ],
)  # fmt: skip
def test_names_that_can_be_told_apart_are_not(one: str, other: str) -> None:
    assert not same_name(one, other)


async def test_a_look_alike_gets_no_seat_and_no_new_name(rooms: Rooms) -> None:
    made = await rooms.create("toy", 3, {}, "Ann")
    assert (await refusal(rooms.sit(made.code, "\u0410nn"))).code == "name_taken"
    ben = await rooms.sit(made.code, "Ben")
    assert (await refusal(rooms.rename(made.code, ben.token, "A n n"))).code == "name_taken"
    await rooms.rename(made.code, made.token, "\uff21nn")
    assert (await rooms.look(made.code)).object["seats"][0]["name"] == "\uff21nn"


def test_a_name_written_from_right_to_left_does_not_turn_its_sentence_around() -> None:
    assert isolated("\u05e9\u05e8\u05d4") == "\u2068\u05e9\u05e8\u05d4\u2069"
    assert isolated("Ann") == "Ann"
