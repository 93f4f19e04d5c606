"""What only whoever runs the server may do: password, sessions, the log of what was done. No HTTP, no HTML."""

from app.admin.actions import Actions
from app.admin.admin import Admin, Visitor
from app.admin.machine import Happenings, Machine, Moment
from app.admin.numbers import Numbers
from app.admin.password import Password
from app.admin.room_list import Line, RoomList
from app.admin.sweeps import Sweeps
from app.store.admin import SessionRow as Session

__all__ = [
    "Actions",
    "Admin",
    "Happenings",
    "Line",
    "Machine",
    "Moment",
    "Numbers",
    "Password",
    "RoomList",
    "Session",
    "Sweeps",
    "Visitor",
]
