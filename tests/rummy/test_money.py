"""Points in money: exact, to the last paisa."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.rummy import score
from app.rummy.bonuses import Transfer
from app.rummy.money import Stakes, amount_of, amount_text, fee_on, in_money, read_stakes
from tests.rummy.seats import ASHA, BELA, CHAND, DEV, WILD

VALUES = st.one_of(
    st.sampled_from(["0", "0.5", "0.005", "0.125", "1", "999999999.999999", "0.000001"]),
    st.tuples(st.integers(0, 10**9 - 1), st.integers(0, 10**6 - 1)).map(lambda n: f"{n[0]}.{n[1]:06}"),
)
FEES = st.one_of(
    st.sampled_from(["0", "12.5", "100", "33.3333"]),
    st.integers(0, 999_999).map(lambda n: f"{n // 10**4}.{n % 10**4:04}"),
)


def booked(scored):
    return {
        line.player.id: tuple(amount_text(a) for a in (share.points, share.fee, share.net))
        for line, share in zip(scored.lines, scored.money.shares, strict=True)
    }


def test_the_winner_collects_what_the_others_lose_less_the_fee():
    scored = score([ASHA, BELA, CHAND, DEV], WILD, point_value="0.50", fee_percent="12.5")
    assert booked(scored) == {
        "asha": ("38.00", "-4.75", "33.25"),
        "bela": ("-8.00", "0.00", "-8.00"),
        "chand": ("-10.00", "0.00", "-10.00"),
        "dev": ("-20.00", "0.00", "-20.00"),
    }
    assert (scored.money.collected, scored.money.fee) == (3800, 475)


def test_without_a_fee_the_winner_keeps_all():
    assert booked(score([ASHA, CHAND], WILD, point_value="10"))["asha"] == ("200.00", "0.00", "200.00")
    assert booked(score([ASHA, CHAND], WILD, point_value="10", fee_percent="100"))["asha"] == (
        "200.00",
        "-200.00",
        "0.00",
    )


def test_there_is_no_money_without_stakes():
    assert score([ASHA, CHAND], WILD).money is None


@pytest.mark.parametrize(
    ("points", "value", "hundredths"),
    [(1, "0.005", 1), (1, "0.004999", 0), (3, "0.005", 2), (37, "0.125", 463), (80, "0.05", 400), (7, "0", 0)],
)
def test_an_amount_is_rounded_to_the_nearest_hundredth_halves_up(points, value, hundredths):
    assert amount_of(points, read_stakes(value)) == hundredths


@pytest.mark.parametrize(
    ("collected", "percent", "fee"),
    [(5750, "12.5", 719), (4, "12.5", 1), (3, "12.5", 0), (1, "50", 1), (99, "100", 99)],
)
def test_the_fee_is_rounded_the_same_way(collected, percent, fee):
    assert fee_on(collected, read_stakes("1", percent)) == fee


@pytest.mark.parametrize(
    "text",
    ["", ".5", "5.", "-1", "+1", "1e3", "01", "0.1234567", "1234567890", "١", "1,50", " 1", "1\n", "NaN", "Infinity"],
)
def test_nothing_else_is_the_value_of_a_point(text):
    with pytest.raises(ValueError, match="decimal text"):
        read_stakes(text)


@pytest.mark.parametrize("text", ["100.1", "101", "-0", "1e1", "12.55555", "", "12.", "007", "1 "])
def test_nothing_else_is_a_fee(text):
    with pytest.raises(ValueError, match="decimal text"):
        read_stakes("1", text)


@pytest.mark.parametrize(
    ("hundredths", "text"), [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (-100, "-1.00"), (123456, "1234.56")]
)
def test_amounts_are_told_with_two_decimals(hundredths, text):
    assert amount_text(hundredths) == text


@given(
    points=st.lists(st.integers(0, 10_000), min_size=2, max_size=16),
    data=st.data(),
    value=VALUES,
    fee=FEES,
)
def test_money_is_conserved_to_the_last_paisa(points, data, value, fee):
    winner = data.draw(st.integers(0, len(points) - 1))
    points[winner] = 0
    places = st.integers(0, len(points) - 1)
    owed = st.tuples(places, places, st.integers(1, 10_000)).filter(lambda t: t[0] != t[1])
    transfers = [Transfer(*told) for told in data.draw(st.lists(owed, max_size=30))]
    stakes = read_stakes(value, fee)
    money = in_money(points, winner, transfers, stakes)
    assert sum(share.net for share in money.shares) + money.fee == 0
    assert sum(share.bonuses for share in money.shares) == 0
    losers = [share for place, share in enumerate(money.shares) if place != winner]
    assert -sum(share.points for share in losers) == money.collected == money.shares[winner].points
    assert 0 <= money.fee == -money.shares[winner].fee <= money.collected
    assert all(share.points <= 0 == share.fee for share in losers)


@given(points=st.integers(0, 10**6), value=VALUES, fee=FEES)
def test_amounts_are_exact_before_they_are_rounded(points, value, fee):
    stakes: Stakes = read_stakes(value, fee)
    exact = Fraction(value) * points * 100
    assert abs(amount_of(points, stakes) - exact) <= Fraction(1, 2)
    paid = amount_of(points, stakes)
    assert abs(fee_on(paid, stakes) - paid * Fraction(fee) / 100) <= Fraction(1, 2)
