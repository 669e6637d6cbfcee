"""The compiled kernel for this processor, with all its names, as typed in `_kernel.pyi`."""

from importlib import import_module

from oddtrick.solver import _kernel_selection

_compiled = vars(import_module(f"oddtrick.solver._kernel_{_kernel_selection.level()}"))
# Copies the names instead of replacing the module in `sys.modules`: an import of this file by its
# path, as pytest does to collect doctests, would otherwise yield an empty module.
globals().update({name: thing for name, thing in _compiled.items() if not name.startswith("__")})
