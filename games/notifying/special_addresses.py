"""Decides which IP addresses belong to the public internet.

The lists have every range of IANA's special-purpose address registries. They include the ranges that IANA
calls globally reachable, because no player runs a server in one of those.
https://www.iana.org/assignments/iana-ipv4-special-registry/ and
https://www.iana.org/assignments/iana-ipv6-special-registry/
"""

from __future__ import annotations

import ipaddress

SPECIAL_IPV4 = [
    ipaddress.IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # behind the address translation of a provider
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local, also the metadata of cloud machines
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # AMT
        "192.88.99.0/24",  # relays of 6to4, deprecated
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, also 255.255.255.255
    )
]
# Everything outside is special: the loopback, every form with an IPv4 address at its end (::/96,
# ::ffff:0:0/96, ::ffff:0:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48), 100::/64, 100:0:0:1::/64, 5f00::/16, private,
# link-local, site-local and multicast addresses.
GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
SPECIAL_IPV6 = [
    ipaddress.IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, AMT, AS112, ORCHID, drones
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, holds an IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
]
#: the third quarter of an ISATAP address, which ends with an IPv4 address
ISATAP = (0x0000_5EFE, 0x0200_5EFE)


def is_public(text: str) -> bool:
    """Whether this can be the IP address of a server on the internet; ValueError if it is no IP address."""
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in network for network in SPECIAL_IPV4)
    third_quarter = (int(address) >> 32) & 0xFFFF_FFFF
    if address not in GLOBAL_UNICAST or third_quarter in ISATAP:
        return False
    return not any(address in network for network in SPECIAL_IPV6)
