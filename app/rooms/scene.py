"""A scene: what one viewer sees of one room at one moment."""

from app.rooms.results import Json


class Scene:
    """What one viewer may see, fixed at one moment; each part is computed when first asked for, then kept."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a spectator."""
        raise NotImplementedError

    @property
    def version(self) -> int:
        """Length of the log."""
        raise NotImplementedError

    @property
    def object(self) -> Json:
        """The room object of design 5 for this viewer.

        Added keys: in `seats` also `"left"` (the program plays it until somebody takes it up); `"chosen_seed": true`
        and `"read_only": true` only where they hold (read only: the log does not replay under the present rules).
        """
        raise NotImplementedError

    @property
    def choices(self) -> Json | None:
        """The game's `choices` for the viewer's seat; None for spectators, and while no game is on."""
        raise NotImplementedError

    @property
    def explain(self) -> list[list[Json]]:
        """Per seat the lines that make up its score, as far as the viewer may know; empty in the lobby."""
        raise NotImplementedError

    @property
    def story(self) -> list[Json]:
        """What happened, oldest first: `{"seq", "seat", "program", "accepted_at", "facts": [...]}`.

        Facts as this viewer may see them. The moves of a draft that the viewer sees come last, with seq None.
        `program`: the program played it for a seat that was left. `accepted_at`: a datetime in UTC.
        """
        raise NotImplementedError

    @property
    def present(self) -> Json:
        """What pages need besides the room object.

        ```
        {"free": <free places, in the lobby>, "can_start": <bool: this viewer may start now, perhaps with close_free>,
         "least": <fewest players>, "can_sit": <bool: a free place, or a left seat to take over>,
         "left": [<seats the program plays>],
         "away": [{"seat", "since": <datetime, UTC>, "votable": <bool>, "votes": [<seats>], "missing": [<seats>]}],
                 # seats that must act and are not connected; votable after 3 minutes; missing: whose votes it takes
         "cut": <moves of this seat's draft that had to be dropped since its last move; 0 mostly>,
         "next": <code of the room for playing again, or None>, "previous": <the room this one follows, or None>,
         "result": <{"ranking": [[seat]], "scores": [points]} at the end, else None>,
         "created_at", "started_at", "finished_at": <datetime, UTC, or None>}
        ```
        """
        raise NotImplementedError
