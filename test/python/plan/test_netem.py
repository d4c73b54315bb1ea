# SPDX-License-Identifier: GPL-2.0-only
"""Lines of tc's netem as links: units and defaults as in tc-netem(8), what differs as in sch_netem.c."""

from __future__ import annotations

import random
import subprocess
import sys
import tomllib

import net8
import pytest
from net8.base.errors import PlanError
from net8.plan.netem import read_netem, write_netem

PEOPLES = "delay 100ms 20ms 25% distribution normal loss 0.3% 25% rate 512kbit"


def keys(text: str) -> dict[str, object]:
    """Return the keys of a line."""
    return dict(read_netem(text).keys)


def notes(text: str) -> str:
    """Return what differs."""
    return "; ".join(read_netem(text).notes)


def test_a_line_as_people_have_it() -> None:
    found = keys(PEOPLES)
    assert found["delay"] == "100ms"
    assert found["delay_up"] == "0s"
    assert found["rate"] == "512kbps"
    assert found["jitter"] == "20ms"
    assert found["jitter_table"] == "normal"
    assert found["jitter_correlation"] == 0.25
    assert found["like_netem"] is True
    assert found["jitter_direction"] == found["loss_direction"] == "down"
    # 512,000 bit/s x 0.1 s = 51,200 bits: five full packets of 12,000, of the 1,000 that netem holds by default.
    assert found["queue_size"] == "995p"


@pytest.mark.parametrize(
    ("rate", "bits"),
    [
        ("512kbit", 512_000), ("64kbps", 512_000), ("1mbit", 10**6), ("1Mbps", 8 * 10**6), ("1mibit", 2**20),
        ("1kibps", 8 * 1024), ("9600", 9600), ("2Gbit", 2 * 10**9), ("0.5mbit", 500_000),
    ],
)  # fmt: skip
def test_rates_are_those_of_tc(rate: str, bits: int) -> None:
    """From the table of lib/utils.c: bps are bytes, i is a power of two, a bare number is bit/s."""
    assert net8.base.units.parse_rate(keys(f"rate {rate}")["rate"]) == bits


@pytest.mark.parametrize(
    ("time", "told"), [("1.5ms", "1500us"), ("2secs", "2s"), ("70usec", "70us"), ("5nsecs", "5ns")]
)
def test_times_are_those_of_tc(time: str, told: str) -> None:
    assert keys(f"delay {time}")["delay"] == told


def test_what_tc_writes_in_front_is_skipped() -> None:
    assert keys("tc qdisc add dev eth0 root netem delay 40ms") == keys("delay 40ms")


def test_losses() -> None:
    assert keys("loss 1%")["loss_rate"] == 0.01
    assert keys("loss random 1")["loss_rate"] == 0.01
    # Both must spare a packet: 1 - 0.99 x 0.98.
    assert keys("loss 1% corrupt 2%")["loss_rate"] == pytest.approx(0.0298)
    chain = keys("loss gemodel 1% 10% 70% 0.1%")
    assert (chain["burst_rate"], chain["burst_length"], chain["loss_rate"]) == (0.01, 10, 0.001)
    # In a burst 0.7 are lost of both causes together: 1 - (1 - b)(1 - 0.001) = 0.7.
    assert 1 - (1 - chain["burst_loss"]) * 0.999 == pytest.approx(0.7)  # type: ignore[operator]
    states = keys("loss state 1% 50%")
    assert [states[f"loss_p{each}"] for each in (13, 31, 32, 23, 14)] == [0.01, 0.5, 0, 1, 0]
    # tc: r = 1 - p without an r, and p31 = 1 - p13 without a p31.
    assert keys("loss gemodel 20%")["burst_length"] == pytest.approx(1 / 0.8)
    assert keys("loss state 20%")["loss_p31"] == pytest.approx(0.8)


def test_correlated_loss_becomes_a_chain_with_its_rate_and_correlation() -> None:
    found = keys("loss 30% 50%")
    begin, end = float(str(found["burst_rate"])), 1 / float(str(found["burst_length"]))
    # Of a chain of two states: share begin / (begin + end), correlation 1 - begin - end.
    assert begin / (begin + end) == pytest.approx(0.3)
    assert 1 - begin - end == pytest.approx(0.5)


def test_duplicates_reordering_and_slots() -> None:
    """As tc-netem(8) has them: reorder PERCENT [CORRELATION] [gap DISTANCE], slot MIN [MAX] [packets N] [bytes N]."""
    found = keys("delay 10ms reorder 25% 50% gap 5 duplicate 3% 10%")
    assert (found["reorder"], found["reorder_correlation"], found["reorder_gap"]) == (0.25, 0.5, 5)
    assert (found["duplicate"], found["duplicate_correlation"]) == (0.03, 0.1)
    assert found["netem_direction"] == "down"
    found = keys("slot 800us 10ms packets 4 bytes 6000")
    assert [found[f"slot_{name}"] for name in ("min", "max", "packets", "bytes")] == [
        "800us",
        "10ms",
        4,
        6000,
    ]
    assert "slot_max" not in keys("slot 5ms packets 2")
    # One direction duplicates, the other reorders: a link has both for both directions, so that they are two links.
    both = write_netem("duplicate 1%", "duplicate 1%", up=False, name="line", between=("a", "b"))
    assert tomllib.loads(both)["link"][0]["netem_direction"] == "both"
    with pytest.raises(PlanError, match="the two lines differ in duplicate, reorder"):
        write_netem("duplicate 1%", "delay 5ms reorder 1%", up=False, name="line", between=("a", "b"))


def test_a_table_of_ones_own_is_its_file() -> None:
    found = keys("delay 100ms 20ms distribution experimental")
    assert found["jitter_file"] == "experimental.dist"
    assert "jitter_table" not in found
    assert "/usr/lib/tc/experimental.dist" in notes("delay 100ms 20ms distribution experimental")


@pytest.mark.parametrize(("rate", "correlation"), [(0.3, 0.5), (0.1, 0.25), (0.5, 0.9)])
def test_what_netem_loses_instead_is_that_of_its_recurrence(rate: float, correlation: float) -> None:
    told = float(notes(f"loss {rate:.0%} {correlation:.0%}").partition("and loses ")[2].split()[0])
    chance, value, lost, every = random.Random(1), 0.5, 0, 300_000
    for _packet in range(every):
        value = (1 - correlation) * chance.random() + correlation * value
        lost += value <= rate
    # Of counts that are correlated like the numbers: 5 standard errors, and half of the last digit that is told.
    error = (rate * (1 - rate) / every * (1 + correlation) / (1 - correlation)) ** 0.5
    assert told == pytest.approx(lost / every, abs=5 * error + 0.005 * told)


def test_what_differs_is_said() -> None:
    assert "one direction: here down, and nothing up" in notes("delay 1ms")
    assert "packets with a shorter delay overtake" in notes("delay 10ms 1ms")
    assert keys("delay 10ms 1ms")["overtake"] is True
    # With a rate sch_netem.c starts from the last packet's time, so that the order stays.
    assert "overtake" not in keys("delay 10ms 1ms rate 1mbit")
    assert "counts those that are delayed" in notes("delay 10ms limit 20")
    # 100 packets of 12,000 bits in 40 ms.
    assert "at most 30 Mbit/s" in notes("delay 40ms limit 100")
    for text in ("ecn", "slot distribution normal 10ms 2ms packets 3"):
        assert f"{text} is not modelled, and left out" in notes(f"delay 10ms {text}")
    assert "skips its rate" in notes("delay 10ms reorder 5% rate 1mbit")
    assert "skips its rate" not in notes("delay 10ms reorder 5%")
    assert "fails its checksum" in notes("corrupt 1%")
    assert "bytes a second" in notes("rate 64kbps")
    assert "bytes a second" not in notes("rate 64kbit")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"), ("delay", "ends where delay should be"), ("delay 40", "is not a time with its unit"),
        ("delay 40parsecs", "is not a time"), ("loss 101%", "is not between"), ("loss x%", "is not a number"),
        ("speed 3", "has no option 'speed'"), ("reorder 25%", "reorder needs a delay"),
        ("distribution normal", "comes after a delay with jitter"), ("rate 3parsecs", "is not a rate of tc"),
        ("limit 0", "is not a whole number above 0"), ("delay 1ms gap 5", "gap needs reorder"),
        ("loss gemodel 1% 0%", "never leaves its bad state"),
        ("loss gemodel 1% 10% 1% 5%", "loses more in its good state"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_sentence(text: str, told: str) -> None:
    with pytest.raises(PlanError, match=told):
        read_netem(text)


def test_a_line_runs_as_a_plan() -> None:
    link = tomllib.loads(write_netem(PEOPLES, None, up=False, name="wan", between=("here", "there")))
    document = {
        "site": [{"name": "here"}, {"name": "there"}],
        "client": {"site": "here"}, "server": {"site": "there"}, "query": {"rows": 10}, **link,
    }  # fmt: skip
    run = net8.run(net8.Plan.of(document))
    assert run["failed_sessions"] == 0
    # Each round trip takes 100 ms, give or take 20 ms and what 512 kbit/s add: never as little as 20 ms.
    assert float(run.calls["response_time_s"].min()) > 0.02


def test_two_lines_are_the_two_directions() -> None:
    text = write_netem(
        "delay 10ms rate 1mbit", "delay 20ms rate 2mbit", up=True, name="w", between=("a", "b")
    )
    (link,) = tomllib.loads(text)["link"]
    assert (link["delay_up"], link["delay"], link["rate_up"], link["rate"]) == (
        "10ms",
        "20ms",
        "1Mbps",
        "2Mbps",
    )
    both = write_netem(
        "delay 9ms 1ms loss 1%", "delay 9ms 1ms loss 1%", up=True, name="w", between=("a", "b")
    )
    (link,) = tomllib.loads(both)["link"]
    assert (link["jitter_direction"], link["loss_direction"]) == ("both", "both")
    with pytest.raises(PlanError, match="differ in loss_rate"):
        write_netem("loss 1%", "loss 2%", up=True, name="w", between=("a", "b"))


def test_the_command_line() -> None:
    command = [sys.executable, "-m", "net8", "netem"]
    good = subprocess.run([*command, PEOPLES, "--between", "a,b"], capture_output=True, text=True, check=True)
    assert tomllib.loads(good.stdout)["link"][0]["between"] == ["a", "b"]
    bad = subprocess.run([*command, "delay 40"], capture_output=True, text=True, check=False)
    assert bad.returncode == 2
    assert "is not a time with its unit" in bad.stderr
    assert "Traceback" not in bad.stderr
