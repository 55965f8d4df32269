"""Buckets and counts by address, with a clock of our own."""

import pytest

from tavoliere.apps.web.host.networks import networks_from
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


def test_what_was_used_at_one_server_is_missing_at_the_others():
    here, there = Buckets(20, 0.5, lambda: 0.0), Buckets(20, 0.5, lambda: 0.0)
    for _ in range(15):
        assert here.take("a") == 0
    for address, amount in here.spent().items():
        there.charge(address, amount)
    assert here.spent() == {}, "told once"
    assert [there.take("a") for _ in range(6)] == [0, 0, 0, 0, 0, 2] and there.take("b") == 0


def test_little_is_not_worth_telling():
    buckets = Buckets(200, 0.5, lambda: 0.0)
    buckets.take("a")
    assert buckets.spent() == {}
    for _ in range(9):
        buckets.take("a")
    assert buckets.spent() == {"a": 10}


def test_what_is_open_at_other_servers_counts_until_they_are_gone():
    here, there = Open(3), Open(3)
    assert here.enter("a") and here.enter("a")
    for address, count in here.held().items():
        there.held_elsewhere("here", address, count)
    assert there.enter("a") and not there.enter("a")
    here.leave("a")
    here.leave("a")
    assert here.held() == {"a": 0} and here.held() == {}
    there.forget("here")
    assert there.enter("a") and there.total() == 2


def test_a_network_may_take_more():
    networks = networks_from(["192.0.2.0/24=10", "192.0.2.7=20", "2001:db8::/32=2"])
    buckets = Buckets(2, 0.5, lambda: 0.0, networks.times)
    assert [networks.times(address) for address in ("192.0.2.1", "192.0.2.7", "2001:db8:1:2::/64")] == [10, 20, 2]
    assert [networks.times(address) for address in ("192.0.3.1", "unknown", "2001:db9:1:2::/64")] == [1, 1, 1]
    assert [buckets.take("192.0.3.1") for _ in range(3)] == [0, 0, 2]
    assert [buckets.take("192.0.2.1") for _ in range(21)] == [0] * 20 + [1]
    connections = Open(1, networks.times)
    assert all(connections.enter("192.0.2.1") for _ in range(10)) and not connections.enter("192.0.2.1")


@pytest.mark.parametrize("written", ["192.0.2.0/24", "school=10", "192.0.2.0/24=0", "192.0.2.0/24=many", "=3"])
def test_what_is_wrong_with_a_network_is_said(written):
    with pytest.raises(ValueError, match="network"):
        networks_from([written])
