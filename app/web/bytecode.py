"""Compiled templates, kept on disk: a process that starts again reads in a moment what takes a second to compile."""

import logging
import sys
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Self

from jinja2.bccache import Bucket, FileSystemBytecodeCache

logger = logging.getLogger(__name__)


class Bytecode(FileSystemBytecodeCache):
    """In a folder under the system's for temporary files that is nobody else's. What cannot be kept is compiled again.

    Jinja looks whether a template is the one that was compiled; what it was compiled by is in the name of its file.
    """

    @classmethod
    def by(cls, *modules: str) -> Self | None:
        """For templates that are compiled by Jinja and these modules; None where no folder is safe."""
        made_by = sha256(version("jinja2").encode())
        for name in modules:
            made_by.update(Path(str(sys.modules[name].__file__)).read_bytes())
        try:
            return cls(pattern=f"machi-{made_by.hexdigest()[:16]}-%s.cache")
        except (OSError, RuntimeError):
            logger.info("compiled templates are not kept: there is no folder that is safe to keep them in")
            return None

    def load_bytecode(self, bucket: Bucket) -> None:
        """Whatever is wrong with the file, the template itself is still there."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # pickle and marshal raise nearly anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """A full disk, or one for reading only, costs time at the next start, nothing else."""
        try:
            super().dump_bytecode(bucket)
        except OSError:
            logger.info("a compiled template could not be kept", exc_info=True)
