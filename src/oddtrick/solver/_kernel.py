"""The compiled kernel for this processor, in place of this module; `_kernel.pyi` has its types."""

import sys
from importlib import import_module

from oddtrick.solver._level import level

sys.modules[__name__] = import_module(f"oddtrick.solver._kernel_{level()}")
