"""Fair deals: everybody seals a secret, then opens it, and the cards follow from all of them.

``docs/fair-deals.md`` says what is promised, and has the exact bytes.
"""

from oddtrick.fair.draw_rounds import (
    Contribution,
    Round,
    contributors,
    drawn,
    key_of,
    purpose_of,
)
from oddtrick.fair.proof_format import FORMAT, Proof, decode_proof, encode_proof
from oddtrick.fair.seals import HOUSE, check_opening, is_table, seal_of
from oddtrick.fair.shuffle import Purpose, draw_key, drawn_cards, shuffled
from oddtrick.fair.verification_result import Checked, Verified, encode_verified
from oddtrick.fair.verify import verify

__all__ = [
    "FORMAT",
    "HOUSE",
    "Checked",
    "Contribution",
    "Proof",
    "Purpose",
    "Round",
    "Verified",
    "check_opening",
    "contributors",
    "decode_proof",
    "draw_key",
    "drawn",
    "drawn_cards",
    "encode_proof",
    "encode_verified",
    "is_table",
    "key_of",
    "purpose_of",
    "seal_of",
    "shuffled",
    "verify",
]
