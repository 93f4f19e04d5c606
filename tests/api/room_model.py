"""A room of the toy game, as simply as it can be said: what every call at it is answered, and what it then shows.

Nobody is connected here: so seats can be voted out by one vote, and the program plays only when somebody calls.
"""

from dataclasses import dataclass, field

PATIENCE = 180  # seconds that a seat must have been away before it is voted out
Answer = tuple[int, str | None]  # status, and the code of the error
DONE, SHOWN, MADE = (204, None), (200, None), (201, None)


@dataclass
class Seat:
    """`last`: the last accepted frame. `seen`: when there was a sign of life, in seconds."""

    name: str
    token: str
    number: int
    seen: float
    at: int = 0
    last: tuple[int, str] | None = None
    left: bool = False


@dataclass
class Room:
    """`seats`: in the order of sitting. `draft`: what the seat to act has taken since its turn began."""

    places: int
    now: float
    status: str = "lobby"
    seats: list[Seat] = field(default_factory=list)
    heap: int = 6
    turn: int = 0
    draft: list[int] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)
    version: int = 0

    def taken_name(self, name: str, but: Seat | None = None) -> bool:
        return any(seat is not but and seat.name.casefold() == name.casefold() for seat in self.seats)

    def sit(self, name: str) -> Answer:
        """The seat itself is added by `seated`, with the token of the answer."""
        left = next((seat for seat in self.seats if seat.left), None)
        if self.status == "over":
            return 409, "over"
        if self.status == "playing" and left is None:
            return 409, "started"
        if self.status == "lobby" and len(self.seats) == self.places:
            return 409, "full"
        return (409, "name_taken") if self.taken_name(name, left) else MADE

    def seated(self, name: str, token: str) -> Seat:
        left = next((seat for seat in self.seats if seat.left), None)
        if left is not None:
            left.name, left.token, left.left, left.last, left.seen = name, token, False, None, self.now
            return left
        number = min(set(range(self.places)) - {seat.number for seat in self.seats})
        self.seats.append(Seat(name, token, number, self.now))
        return self.seats[-1]

    def rename(self, seat: Seat, name: str) -> Answer:
        if self.status == "over":
            return 409, "over"
        if self.taken_name(name, seat):
            return 409, "name_taken"
        seat.name = name
        return DONE

    def leave(self, seat: Seat) -> Answer:
        if self.status == "over":
            return 409, "over"
        if self.status == "lobby":
            self.seats.remove(seat)
        else:
            self.give_up(seat)
        return DONE

    def give_up(self, seat: Seat) -> None:
        if seat.left:
            return
        seat.left, seat.seen = True, self.now
        if self.turn == seat.number and self.draft:
            self.draft.clear()
            seat.at, seat.last = seat.at + 1, None

    def start(self, close_free: bool) -> Answer:
        if self.status != "lobby":
            return DONE
        if len(self.seats) < 2:
            return 409, "too_few"
        if len(self.seats) < self.places and not close_free:
            return 409, "free_seats"
        self.status, self.places = "playing", len(self.seats)
        for number, seat in enumerate(self.seats):
            seat.number, seat.seen = number, self.now
            self.taken[number] = 0
        return DONE

    def take_part(self, seat: Seat) -> None:
        """Whoever sends a move is there; then the program does what it owes."""
        if self.status != "playing":
            return
        if seat.left:
            seat.left, seat.seen = False, self.now
        self.program()

    def program(self) -> None:
        while self.status == "playing" and self.seats[self.turn].left:
            seat = self.seats[self.turn]
            self.do("end" if self.draft else "one")
            seat.at, seat.last = seat.at + 1, None

    def frame(self, seat: Seat, at: int, kind: str) -> Answer:
        """A move, or "undo"."""
        self.take_part(seat)
        if seat.last == (at, kind) and at == seat.at - 1:
            return SHOWN
        if self.status != "playing":
            return 409, "not_started" if self.status == "lobby" else self.status
        if at != seat.at:
            return 409, "stale"
        if kind == "undo":
            if self.turn != seat.number or not self.draft:
                return 409, "nothing_to_undo"
        elif not self.legal(seat, kind):
            return 409, "illegal"
        seat.at, seat.last, seat.seen = at + 1, (at, kind), self.now
        self.do(kind)
        self.program()
        return SHOWN

    def left_in_heap(self) -> int:
        return self.heap - sum(self.draft)

    def legal(self, seat: Seat, kind: str) -> bool:
        if seat.number != self.turn:
            return False
        return bool(self.draft) if kind == "end" else self.left_in_heap() >= (1 if kind == "one" else 2)

    def do(self, kind: str) -> None:
        if kind == "undo":
            self.draft.pop()
        elif kind == "end":
            self.heap -= sum(self.draft)
            self.taken[self.turn] += sum(self.draft)
            self.version += len(self.draft) + 1
            self.draft.clear()
            self.turn = (self.turn + 1) % len(self.seats)
            self.status = "playing" if self.heap else "over"
        else:
            self.draft.append(1 if kind == "one" else 2)

    def vote_out(self, voter: Seat, number: int) -> Answer:
        if self.status != "playing":
            return 409, "not_started" if self.status == "lobby" else self.status
        if number >= len(self.seats):
            return 422, "malformed"
        seat = self.seats[number]
        if seat.left:
            return DONE
        if seat is voter or number != self.turn or self.now - seat.seen < PATIENCE:
            return 409, "cannot_vote_out"
        self.give_up(seat)
        return DONE

    def shown(self, seat: Seat | None) -> dict[str, object]:
        """What of the room object is foretold for that viewer."""
        started = self.status != "lobby"
        mine = seat is not None and started and self.turn == seat.number and self.status == "playing"
        return {
            "status": self.status,
            "places": self.places,
            "version": self.version,
            "seat": None if seat is None else seat.number,
            "at": None if seat is None else seat.at,
            "undo": None if seat is None else len(self.draft) if mine else 0,
            "heap": self.left_in_heap() if started else None,
            "seats": [(each.number, each.name, each.left, self.is_up(each)) for each in self.seats],
        }

    def is_up(self, seat: Seat) -> bool:
        return self.status == "playing" and seat.number == self.turn
