"""Instructions for installing optional parts."""


def install_command(extra: str) -> str:
    """The command that installs an optional part, with the folder to run it in.

    The package is on no index yet, so its name alone would install nothing, or something else.

    >>> install_command("server")
    "pip install '.[server]' in the project's folder"
    """
    return f"pip install '.[{extra}]' in the project's folder"
