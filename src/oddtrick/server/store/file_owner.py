"""The owner of the files of a data folder: that of the folder, also where root made them.

An operator restores a database as root, and the server runs as a user of its own: it has to be able
to open what is there.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path


def give_to_owner_of_folder(file: Path) -> None:
    """Gives a file that root made to the owner of its folder; does nothing for other users.

    A file that is missing is left out. A link is given itself, never what it leads to: the owner of
    the folder could have made it.
    """
    if sys.platform == "win32" or os.geteuid() != 0:
        return
    owner = file.parent.stat()
    with suppress(OSError):  # missing, or on a file system without owners
        if (found := file.lstat()).st_uid != owner.st_uid or found.st_gid != owner.st_gid:
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)
