"""``python -m oddtrick``."""

import sys

from oddtrick.cli import main

sys.exit(main())
