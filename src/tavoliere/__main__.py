"""`python -m tavoliere` is the command `tavoliere`."""

import sys

INTERRUPTED = 130


def main() -> int:
    """The command. Its parts are imported here, so that Ctrl-C has a clean end even before it has begun."""
    try:
        from tavoliere.apps.cli import main as command
    except KeyboardInterrupt:
        sys.stderr.write("\ntavoliere: interrupted\n")
        return INTERRUPTED
    return command()


if __name__ == "__main__":
    sys.exit(main())
