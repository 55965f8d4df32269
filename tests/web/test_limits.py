"""Buckets and counts by address, with a clock of our own."""

import pytest

from tavoliere.apps.web.http import limits
from tavoliere.apps.web.http.limits import Buckets, Open, address_of


def test_a_bucket_empties_says_how_long_to_wait_and_fills_up_again():
    now = [0.0]
    buckets = Buckets(3, 0.5, lambda: now[0])
    assert [buckets.take("a") for _ in range(5)] == [0, 0, 0, 2, 2]
    assert buckets.take("b") == 0, "another address has its own"
    now[0] = 2.0
    assert [buckets.take("a"), buckets.take("a")] == [0, 2]
    now[0] = 1000.0
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 2]


def test_buckets_forget_the_oldest_addresses(monkeypatch):
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 2)
    buckets = Buckets(1, 0.001, lambda: 0.0)
    assert [buckets.take(address) for address in "abc"] == [0, 0, 0]
    assert len(buckets._left) == 2 and buckets.take("c") > 0 and buckets.take("a") == 0


def test_what_is_open_is_counted_until_it_is_closed():
    connections = Open(2)
    assert [connections.enter("a") for _ in range(3)] == [True, True, False] and connections.enter("b")
    connections.leave("a")
    assert connections.enter("a") and connections.total() == 3


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
def test_one_customer_is_one_address(host, address):
    assert address_of(host) == address
