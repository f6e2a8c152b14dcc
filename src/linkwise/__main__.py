"""The command line: `linkwise` and `python -m linkwise`."""

import sys

from linkwise.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
