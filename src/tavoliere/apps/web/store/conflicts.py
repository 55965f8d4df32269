"""What can come between somebody's knowledge of a table and their change of it."""


class Conflict(Exception):  # noqa: N818 - what happened
    """Somebody else has changed the table meanwhile."""


class Fenced(Conflict):
    """Another server looks after the table meanwhile; this one was taken for dead."""
