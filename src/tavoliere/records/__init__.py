"""Game files: one PGN-like text format for all games, JSON lines as a second form, both verified by replay.

`read` gives records one after another without loading the whole file; `RecordError` says line and column.
"""

from tavoliere.records.jsonl import read_jsonl, write_jsonl
from tavoliere.records.record import Record, RecordError, Turn, recorded
from tavoliere.records.text import format_record, read, scan, write

__all__ = [
    "Record",
    "RecordError",
    "Turn",
    "format_record",
    "read",
    "read_jsonl",
    "recorded",
    "scan",
    "write",
    "write_jsonl",
]
