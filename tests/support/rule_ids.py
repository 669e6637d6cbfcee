"""The ids of the rulebook, page by page in the order of play, and those that need a note."""

ORDER = {
    "trick-play": "T1 T7 T2 T3 T4 T5 T8 T9 T6",
    "whist": "W1 X3 W2 W3 W4 R1 R2 R3 W5 W6 H1 H2 H3 H4 H5 W7 X6 D1 D2 D3",
    "colonial-whist": "C2 C1 C3 C5 X2 C4",
    "colonial-scotch-whist": "CS1 CS2 CS3 CS4 X1",
    "scotch-whist": "S1 S2 S3 S4 S5 S6 S7 X4 S8",
    "knockout-whist": "K1 K2 K3 K5 K6 K7 K4 X5 K8",
}

IDS = " ".join(ORDER.values()).split()

READINGS = ("C5", "CS3", "CS4", "H1", "H2", "S4", "S7", "T7")
"""Rules that other tables read otherwise: their pages say so."""
