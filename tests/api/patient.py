"""The program, more patient at its end: `python -m tests.api.patient` is `python -m app`, for tests in which what has
come in must be answered, however long a machine that is busy with other tests takes for it."""

import sys

from app.__main__ import main
from app.web import server, transport
from tests.patience import PATIENCE

if __name__ == "__main__":
    transport.LAST_SECONDS = server.GRACE_SECONDS = PATIENCE // 2  # tests/server.py waits longer for the end
    sys.exit(main())
