"""The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`."""



# Written by `make stubs` from the compiled kernel: change kernel/bindings instead.

def level() -> str:
    """
    What this kernel was compiled for: "baseline" or "v3" (x86-64 with AVX2 and BMI2).
    """

CARDS: int = 52
