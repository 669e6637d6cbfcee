"""Push messages are encrypted and signed as the RFCs say."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.server.push.crypto import MAX_TEXT_BYTES, VapidKey, encrypt, receiver_key
from tests.support.server.push_service_double import Browser, decode, encode, verify_signature

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
RECEIVER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
SENDER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), ec.SECP256R1())


def test_the_example_of_the_rfc_comes_out_byte_for_byte() -> None:
    browser = Browser(private_key(RECEIVER_PRIVATE), decode(AUTH))
    sender = private_key(SENDER_PRIVATE)
    body = encrypt(TEXT, browser.point, browser.auth, sender=sender, salt=decode(SALT))
    assert encode(body) == BODY
    assert browser.decrypt(body) == TEXT


@given(st.binary(max_size=MAX_TEXT_BYTES), st.binary(min_size=16, max_size=16))
def test_only_the_browser_of_a_subscription_reads_a_message(text: bytes, auth: bytes) -> None:
    browser = Browser(auth=auth)
    body = encrypt(text, browser.point, browser.auth)
    assert browser.decrypt(body) == text
    assert len(body) <= 4096
    assert encrypt(text, browser.point, browser.auth) != body
    with pytest.raises(InvalidTag):
        Browser(auth=auth).decrypt(body)


def test_a_text_that_no_service_takes_is_refused() -> None:
    browser = Browser()
    with pytest.raises(OddtrickError, match="at most"):
        encrypt(bytes(MAX_TEXT_BYTES + 1), browser.point, browser.auth)


@given(st.binary(max_size=70))
def test_bytes_that_are_no_point_are_refused(data: bytes) -> None:
    with pytest.raises(OddtrickError, match="p256dh"):
        receiver_key(b"\x04" + data[:64].ljust(64, b"\xff"))


@given(st.integers(1, 2**200), st.integers(0, 2**42))
def test_a_signature_holds_for_one_service_and_less_than_a_day(scalar: int, now: int) -> None:
    key = VapidKey(f"{scalar:064x}")
    header = key.authorization("https://push.example.com", "mailto:me@whist.example", now)
    claims = verify_signature(header, key.public)
    assert claims["aud"] == "https://push.example.com"
    assert claims["sub"] == "mailto:me@whist.example"
    assert now // 1000 < claims["exp"] <= now // 1000 + 86_400


def test_a_topic_hides_the_table_and_differs_by_table() -> None:
    key = VapidKey(f"{7:064x}")
    topics = {key.topic(f"turn {code}") for code in ("abc", "abd")}
    assert len(topics) == 2
    assert all(len(decode(topic)) == 24 and "abc" not in topic for topic in topics)
