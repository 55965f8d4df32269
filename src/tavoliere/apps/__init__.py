"""The rooms that talk to people."""
