"""Fair deals: everyone seals a secret and then opens it; the cards follow from all secrets.

``docs/fair-deals.md`` states the guarantees and specifies the exact bytes.
"""

from oddtrick.fair.proof_format import FORMAT, Proof, decode_proof, encode_proof
from oddtrick.fair.seals import SERVER, check_opening, is_table, seal_of
from oddtrick.fair.shuffle import Purpose, cut_cards, draw_key, shuffle_pack
from oddtrick.fair.shuffle_and_cut_rounds import (
    Contribution,
    Round,
    contributors,
    draw_action,
    key_of,
    purpose_of,
)
from oddtrick.fair.verification_result import CheckedRound, Verification, encode_verification
from oddtrick.fair.verify import verify

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
