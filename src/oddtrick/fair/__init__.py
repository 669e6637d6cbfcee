"""Fair deals: everyone seals a secret and then opens it; the cards follow from all secrets.

``docs/fair-deals.md`` states the guarantees and specifies the exact bytes.
"""

from oddtrick.fair.proof_format import FORMAT, Proof, decode_proof, encode_proof
from oddtrick.fair.seals import SERVER, check_opening, is_table, seal_of
from oddtrick.fair.shuffle import (
    Contribution,
    Purpose,
    Round,
    contributors,
    cut_cards,
    draw_action,
    draw_key,
    key_of,
    purpose_of,
    shuffle_pack,
)
from oddtrick.fair.verify import CheckedRound, Verification, encode_verification, verify

__all__ = [
    "FORMAT",
    "SERVER",
    "CheckedRound",
    "Contribution",
    "Proof",
    "Purpose",
    "Round",
    "Verification",
    "check_opening",
    "contributors",
    "cut_cards",
    "decode_proof",
    "draw_action",
    "draw_key",
    "encode_proof",
    "encode_verification",
    "is_table",
    "key_of",
    "purpose_of",
    "seal_of",
    "shuffle_pack",
    "verify",
]
