"""The compiled kernel that suits this processor: all that it has is here, as `_kernel.pyi` says."""

from importlib import import_module

from oddtrick.solver import _level

_compiled = vars(import_module(f"oddtrick.solver._kernel_{_level.level()}"))
# Its names, and not the module itself in `sys.modules`: who imports this file by its path, as
# pytest does to look for examples, would be left with a module that has nothing in it.
globals().update({name: thing for name, thing in _compiled.items() if not name.startswith("__")})
