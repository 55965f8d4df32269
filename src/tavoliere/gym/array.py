"""The one name that this room has for arrays of any kind."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

KINDS = ("uint8", "int8", "int16", "int32", "int64", "float32", "float64")
"""The types of numbers that observations can have."""


def number_kind(dtype: Any) -> np.dtype[Any]:
    """A type of numbers that kernels can write; a `ValueError` names them."""
    try:
        kind: np.dtype[Any] | None = np.dtype(dtype)
    except TypeError:
        kind = None
    if kind is None or kind.name not in KINDS:
        raise ValueError(f"observations can be {', '.join(KINDS)}, not {dtype!r}")
    return kind
