"""Rooms: create, join, start, play, undo, leave, finish; who listens. No HTTP, no HTML."""
