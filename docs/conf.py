"""The documentation site: ``make site`` builds it into ``build/site`` without network access."""

from __future__ import annotations

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "sphinx_ext"))

from oddtrick import __version__  # noqa: E402 (the extensions need the path above)

project = "Oddtrick"
author = "the Oddtrick authors"
project_copyright = author
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "type_links",
    "attribute_docstrings",
    "card_pictures",
    "command_reference",
    "reexported_constants",
    "repository_links",
]
exclude_patterns = ["sphinx_ext"]
html_extra_path: list[str] = []

# Markdown
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # links such as drives.md#movements, as GitHub makes them
myst_links_external_new_tab = False

# Docstrings: single backticks name Python objects.
default_role = "py:obj"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_use_legacy_class_based = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True  # fields are described once, in the docstring of their class

# Commands are copied without their prompt and their output.
copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go, .c1"

html_theme = "furo"
html_title = f"Oddtrick {version}"
html_logo = "../src/oddtrick/web/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "../src/oddtrick/web/static/icon.svg"
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#14653a",
        "color-brand-content": "#14653a",
        "color-brand-visited": "#14653a",
    },
    "dark_css_variables": {
        "color-brand-primary": "#7fd3a0",
        "color-brand-content": "#7fd3a0",
        "color-brand-visited": "#7fd3a0",
    },
}
