"""A match as data: the record format ``oddtrick/1``, its files, and its replay."""

from oddtrick.record.file_reader import read_records
from oddtrick.record.format import (
    FORMAT,
    DealOutcome,
    DealRecord,
    HandRecord,
    Record,
    Result,
    decode_record,
    encode_record,
    encode_result,
)
from oddtrick.record.match_steps import DealSteps, HandSteps, MatchSteps, TrickSteps, steps_of
from oddtrick.record.replay import replay, result_of, rules_of_record
from oddtrick.record.writer import options_json, record_of

__all__ = [
    "FORMAT",
    "DealOutcome",
    "DealRecord",
    "DealSteps",
    "HandRecord",
    "HandSteps",
    "MatchSteps",
    "Record",
    "Result",
    "TrickSteps",
    "decode_record",
    "encode_record",
    "encode_result",
    "options_json",
    "read_records",
    "record_of",
    "replay",
    "result_of",
    "rules_of_record",
    "steps_of",
]
