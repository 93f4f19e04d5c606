"""Rooms: create, join, start, play, undo, leave, finish; who listens. No HTTP, no HTML."""

from app.rooms.came import came
from app.rooms.listener import Listener
from app.rooms.names import good_name, isolated
from app.rooms.oversight import Case, Deed, Oversight
from app.rooms.past import Eyes, Past
from app.rooms.results import Created, Following, Json, Refused, Seated
from app.rooms.rooms import Rooms
from app.rooms.scene import Scene
from app.rooms.scores import Course
from app.rooms.stops import By, Stops
from app.rooms.work import Work, worked

__all__ = [
    "By",
    "Case",
    "Course",
    "Created",
    "Deed",
    "Eyes",
    "Following",
    "Json",
    "Listener",
    "Oversight",
    "Past",
    "Refused",
    "Rooms",
    "Scene",
    "Seated",
    "Stops",
    "Work",
    "came",
    "good_name",
    "isolated",
    "worked",
]
