"""The objectives: when they are achieved, and how far one's own are.

`progress(state, seat)` gives `[{"id": objective, "have": int, "need": int}, ...]` for the own hand as dealt. `have` is
at most `need`; an achieved card has `have == need`. Except empty_purse, which counts down: `have` is the coins, `need`
is 0, and an achieved one has 0 and 0.
"""
