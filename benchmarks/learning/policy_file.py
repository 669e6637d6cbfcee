"""The file of policies that the bots read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots import search

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = Path(search.__file__).with_name("policies.npz")


def read() -> dict[str, NDArray[np.int16]]:
    """Reads all policies by kind."""
    with np.load(FILE) as arrays:
        return {name: arrays[name] for name in arrays.files}


def write(kind: str, policy: NDArray[np.float64]) -> None:
    """Replaces one kind and keeps the others."""
    policies = read()
    policies[kind] = np.round(policy).astype(np.int16)
    np.savez_compressed(FILE, allow_pickle=False, **policies)
    print(f"{FILE}: {kind}, {FILE.stat().st_size:,} bytes in all", flush=True)
