"""A deal that is decided ends at one tap, where everybody else is a bot."""

from __future__ import annotations

from oddtrick.match import Match
from oddtrick.solver.settled import is_settled
from oddtrick.tables import commands as c
from oddtrick.tables import facts as f
from oddtrick.tables import table_view
from oddtrick.tables.settled_deals import may_end
from tests.support.tables.table_driver import TableDriver


def _until_settled(*people: str) -> TableDriver:
    """A table of solo whist at the turn of a person in a deal that is decided."""
    for seed in range(40):
        table = TableDriver("solo-whist", seed=seed, deals=1)
        table.begin(*people)
        while table.table.under_way and table.match.all_deals[0].result is None:
            if table.turn in people and is_settled(table.match):
                return table
            table.step()
    raise AssertionError


def _points(match: Match) -> tuple[int, ...]:
    while match.all_deals[0].result is None:
        match = match.apply(match.legal_actions()[-1])
    return match.all_deals[0].result.points


def test_one_player_among_bots_ends_a_decided_deal_with_its_points() -> None:
    table = _until_settled("ann")
    assert table_view(table.table, "ann").settled is True
    points = _points(table.match)
    (fact, *_) = table.do("ann", c.Claim())
    assert isinstance(fact, f.Claimed)
    assert fact.settled
    assert table.update_json(None)["events"][0]["kind"] == "settled"
    result = table.match.all_deals[0].result
    assert result is not None
    assert result.points == points
    assert table.refolded() == table.table


def test_nobody_ends_a_decided_deal_for_other_people() -> None:
    table = _until_settled("ann", "bea")
    assert not may_end(table.table)
    assert table.turn is not None
    assert "settled" not in table.update_json(table.turn).get("turn", {})
    facts = table.do(table.turn, c.Claim())
    assert not any(isinstance(fact, f.Claimed) and fact.settled for fact in facts)
