"""`python -m tavoliere` is the command `tavoliere`."""

import sys

from tavoliere.apps.cli import main

sys.exit(main())
