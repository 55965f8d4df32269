"""What Hypothesis draws for these tests, and the patience it needs: a first call compiles, and machines are busy."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from tavoliere.core.bits import Bits64, Bits128

unhurried = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])

numbers = st.integers(-(2**63), 2**63 - 1)
small_sets = st.integers(0, 2**64 - 1).map(Bits64)
large_sets = st.integers(0, 2**128 - 1).map(Bits128)
