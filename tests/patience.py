"""How long a test waits for what must come: longer than it ever takes on a machine that is busy with other tests."""

PATIENCE = 60  # seconds
UNTIL_IT_IS_BACK = (0.1,) * 10 * PATIENCE
"""For `app.rooms.door.PAUSES`: a database that was killed comes back in time, however busy the machine is."""
