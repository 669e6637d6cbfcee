"""Nobody makes the server send requests into a private network."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.server.push.push_client import is_public, parse_endpoint, usable_addresses

PRIVATE_4 = [
    *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
    *("172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"),
]
PRIVATE_6 = ["::1/128", "::/128", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "2001:db8::/32"]


@st.composite
def private_4(draw: st.DrawFn) -> IPv4Address:
    network = IPv4Network(draw(st.sampled_from(PRIVATE_4)))
    return network[draw(st.integers(0, network.num_addresses - 1))]


@st.composite
def private_6(draw: st.DrawFn) -> IPv6Address:
    network = IPv6Network(draw(st.sampled_from(PRIVATE_6)))
    return network[draw(st.integers(0, network.num_addresses - 1))]


WRAPPED = {
    "mapped": lambda ip: IPv6Address(0xFFFF_0000_0000 | int(ip)),
    "6to4": lambda ip: IPv6Address((0x2002 << 112) | (int(ip) << 80)),
    "NAT64": lambda ip: IPv6Address((0x64FF9B << 96) | int(ip)),
}


@given(private_4(), st.sampled_from(sorted(WRAPPED)))
def test_a_private_address_is_not_public_in_any_notation(ip: IPv4Address, how: str) -> None:
    assert not is_public(str(ip))
    assert not is_public(str(WRAPPED[how](ip)))


@given(private_6())
def test_a_private_ipv6_address_is_not_public(ip: IPv6Address) -> None:
    assert not is_public(str(ip))


@pytest.mark.parametrize(
    "ip", ["9.9.9.9", "142.250.74.106", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"]
)
def test_public_addresses_are_usable(ip: str) -> None:
    assert is_public(ip)


@given(st.lists(st.sampled_from(["9.9.9.9", "2620:fe::fe"])), private_4(), st.integers(0, 9))
def test_a_name_with_one_private_address_is_refused(
    public: Sequence[str], ip: IPv4Address, at: int
) -> None:
    endpoint = parse_endpoint("https://push.example.com/x", local=True)
    found = [*public[:at], str(ip), *public[at:]]
    with pytest.raises(OddtrickError, match="not a public server"):
        usable_addresses(found, endpoint)


@given(private_4() | private_6() | st.ip_addresses())
def test_an_address_in_place_of_a_name_is_refused(ip: IPv4Address | IPv6Address) -> None:
    host = f"[{ip}]" if ip.version == 6 else str(ip)
    for text in (f"https://{host}/x", f"https://{host}:443/x", f"http://{host}/x"):
        with pytest.raises(OddtrickError, match="endpoint"):
            parse_endpoint(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "/x", "https:/x", "https://", "https://push.example.com", "//push.example.com/x"),
        *("http://push.example.com/x", "ftp://push.example.com/x", "file:///etc/passwd"),
        *("https://localhost/x", "https://a.localhost/x", "https://db.internal/x"),
        *("https://2130706433/x", "https://0x7f.1/x", "https://127.1/x", "https://127.0.0.1./x"),
        *("https://push.example.com:22/x", "https://push.example.com:x/y"),
        *("https://me@push.example.com/x", "https://me:it@push.example.com/x"),
        *("https://push.example.com/x#y", "https://push.example.com/\n", "https://pu sh.example/x"),
        *("https://push.example.com\\@10.0.0.1/x", "https://[::1]/x", "https://[::1/x"),
        *("https://-a.example/x", f"https://push.example.com/{'x' * 1024}", "https://bücher.de/x"),
        "http://127.0.0.1:8000/x",
    ],
)
def test_anything_but_the_https_address_of_a_name_is_refused(text: str) -> None:
    with pytest.raises(OddtrickError, match="endpoint"):
        parse_endpoint(text)


@given(st.text())
def test_no_text_does_more_than_be_refused(text: str) -> None:
    for whole in (text, f"https://{text}", f"https://push.example.com/{text}"):
        try:
            endpoint = parse_endpoint(whole)
        except OddtrickError:
            continue
        assert endpoint.scheme == "https"
        assert endpoint.port == 443


def test_this_machine_is_accepted_for_tests_only_by_plain_http() -> None:
    endpoint = parse_endpoint("http://127.0.0.1:8000/x", local=True)
    assert endpoint.origin == "http://127.0.0.1:8000"
    assert usable_addresses(["127.0.0.1"], endpoint) == ["127.0.0.1"]
    for text in ("http://127.0.0.2:80/x", "http://10.0.0.1:80/x", "https://127.0.0.1:80/x"):
        with pytest.raises(OddtrickError, match="endpoint"):
            parse_endpoint(text, local=True)
