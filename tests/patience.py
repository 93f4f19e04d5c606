"""How long a test waits for what must come: longer than it ever takes on a machine that is busy with other tests."""

PATIENCE = 60  # seconds
