"""A server may stand at no address of IANA's registries of special-purpose addresses."""

import ipaddress

import pytest

from games.notifying.special_addresses import is_public

# Every row of the two registries, and the ranges that stand in registries of their own.
IPV4_REGISTRY = [
    "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/32",
    "192.0.0.171/32", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.88.99.2/32",
    "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
    "255.255.255.255/32",
]  # fmt: skip
IPV6_REGISTRY = [
    "::1/128", "::/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64",
    "2001::/23", "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32",
    "2001:4:112::/48", "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16",
    "2620:4f:8000::/48", "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
]  # fmt: skip
OTHER_RANGES = ["224.0.0.0/4", "ff00::/8", "fec0::/10", "::/96", "::ffff:0:0:0/96"]
PRIVATE_IPV4 = ["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "192.0.0.192"]
NEIGHBOURS = [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "128.0.0.0", "172.15.255.255",
    "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.31.195.255", "192.88.98.255", "192.169.0.0",
    "198.17.255.255", "198.20.0.0", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
    "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::", "2606:4700:4700::1111", "2a00:1450:4007::200e",
]  # fmt: skip


@pytest.mark.parametrize("network", [*IPV4_REGISTRY, *IPV6_REGISTRY, *OTHER_RANGES])
def test_no_special_range_is_public(network):
    block = ipaddress.ip_network(network)
    addresses = {block[0], block[block.num_addresses // 2], block[-1]}
    assert not any(is_public(str(address)) for address in addresses)


@pytest.mark.parametrize("private", PRIVATE_IPV4)
def test_no_ipv6_form_of_a_private_ipv4_address_is_public(private):
    number = int(ipaddress.IPv4Address(private))
    forms = {
        "compatible": number,
        "mapped": 0xFFFF << 32 | number,
        "translated": 0xFFFF << 48 | number,
        "NAT64": int(ipaddress.IPv6Address("64:ff9b::")) | number,
        "local NAT64": int(ipaddress.IPv6Address("64:ff9b:1::")) | number,
        "6to4": 0x2002 << 112 | number << 80,
        "Teredo": 0x2001_0000 << 96 | number ^ 0xFFFF_FFFF,
        "ISATAP": int(ipaddress.IPv6Address("2a00:1450::5efe:0:0")) | number,
        "ISATAP of a public address": int(ipaddress.IPv6Address("2a00:1450::200:5efe:0:0")) | number,
    }
    assert [name for name, form in forms.items() if is_public(str(ipaddress.IPv6Address(form)))] == []


@pytest.mark.parametrize("address", NEIGHBOURS)
def test_the_addresses_beside_the_special_ranges_are_public(address):
    assert is_public(address)
