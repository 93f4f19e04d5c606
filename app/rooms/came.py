"""When the frame or the request that is being carried out came in.

By a context variable, as in work.py: a change of a room is timed wherever it comes from, and nothing in between has to
pass it on.
"""

from contextvars import ContextVar

came: ContextVar[float] = ContextVar("came", default=0.0)
"""Seconds of the monotonic clock; 0.0: it came from nobody here."""
