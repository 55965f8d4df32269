"""One file a step, by number."""
