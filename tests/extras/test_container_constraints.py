"""The container installs listed versions, and the server works with them."""

from __future__ import annotations

import ast
from collections.abc import Callable

import httpx
import pytest
from packaging.markers import default_environment
from packaging.utils import canonicalize_name

from tests.support.installation import Installation
from tests.support.lock_constraints import FILE, PARTS, ROOT, constraints, wanted
from tests.support.server.postgres_and_redis import Postgres


def test_the_constraints_have_a_version_for_each_package_that_is_asked_for() -> None:
    listed = constraints(FILE.read_text())
    asked = [each for each in wanted() if each.marker is None or each.marker.evaluate()]
    assert default_environment()["python_version"] >= "3.11"
    refused = [
        str(each)
        for each in asked
        if not each.specifier.contains(listed.get(canonicalize_name(each.name), ""))
    ]
    assert refused == [], "run make constraints"


def test_the_container_installs_its_parts_and_builds_by_the_constraints() -> None:
    text = (ROOT / "Containerfile").read_text()
    assert f".[{','.join(PARTS)}]" in text
    copied = text.index("COPY deploy/constraints.txt")
    assert copied < text.index("PIP_CONSTRAINT=") < text.index("/pip install")


INSTALLED = """
from importlib.metadata import distributions
print({each.name: each.version for each in distributions()})
"""


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_server_works_with_exactly_these_versions(
    install: Callable[..., Installation],
) -> None:
    place, postgres = install(",".join(PARTS), "--constraint", str(FILE)), Postgres()
    found = ast.literal_eval(place.python(INSTALLED))
    installed = {canonicalize_name(name): version for name, version in found.items()}
    ours = {"oddtrick", "pip", "setuptools"}
    listed = constraints(FILE.read_text())
    assert {name: listed.get(name) for name in installed.keys() - ours} == {
        name: version for name, version in installed.items() if name not in ours
    }
    postgres.start()
    try:
        for environ in ({}, {"DATABASE_URL": postgres.fresh()}):
            with place.server(**environ) as url, httpx.Client(base_url=url, timeout=60) as client:
                assert client.get("/readyz").json() == {"status": "ok"}
                entries = {"entries": "Ann\nBen\nCat\nDan"}
                opened = client.post("/api/drives", json=entries, headers={"Origin": url}).json()
                sheet = f"/api/drives/{opened['code']}/sheets?what=table-cards"
                key = {"Authorization": f"Bearer {opened['key']}"}
                printed = client.get(sheet, headers=key)
                assert printed.content.startswith(b"%PDF"), printed.text
    finally:
        postgres.remove()
