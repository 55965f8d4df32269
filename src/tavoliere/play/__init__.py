"""One game between any players: clocks, the engine protocol and engines of other makers, answers in time."""
