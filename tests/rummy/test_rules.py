"""Rules: presets, switches and what they may be, senseless combinations, and the fingerprint that names them."""

from dataclasses import fields, replace

import pytest

from app.rummy.faults import InputError
from app.rummy.rules import DEFAULT_PRESET, PRESETS, NoPure, Protection, Rules
from app.rummy.sources import PRESETS_TOLD, SOURCES
from app.rummy.switches import SWITCHES, example_of, resolve


def faults(spec: object) -> list[tuple[tuple[str | int, ...], str]]:
    with pytest.raises(InputError) as caught:
        resolve(spec)
    assert all(fault.detail for fault in caught.value.faults)
    return [(fault.path, str(fault.code)) for fault in caught.value.faults]


class TestPresets:
    @pytest.mark.parametrize(
        ("name", "protection", "cap", "first_drop", "middle_drop", "wrong"),
        [
            ("indian-13", "both_lives", 80, 20, 40, 80),
            ("pool-101", "both_lives", 80, 20, 40, 80),
            ("pool-201", "both_lives", 80, 25, 50, 80),
            ("pool-61", "both_lives", 60, 15, 30, 60),
            ("deals", "both_lives", 80, 20, 40, 80),
            ("pagat", "pure_exempt", 80, 10, 40, 80),
            ("first-life", "first_life", 80, 20, 40, 80),
            ("open", "none", 80, 20, 40, 80),
        ],
    )
    def test_a_game_known_by_name_has_its_rules(self, name, protection, cap, first_drop, middle_drop, wrong):
        rules = PRESETS[name]
        told = (rules.protection, rules.cap, rules.first_drop, rules.middle_drop, rules.wrong_declaration)
        assert told == (protection, cap, first_drop, middle_drop, wrong)
        assert (rules.hand_size, rules.decks, rules.printed_jokers) == (13, 2, 2)
        assert (rules.min_sequences, rules.min_pure) == (2, 1)
        assert rules.full_count == cap

    @pytest.mark.parametrize(
        ("name", "cards", "packs", "needs", "costs"),
        [
            ("paplu", 13, (2, 2), (2, 2), ("pure_exempt", None, 10, 40, 80)),
            ("indian-10", 10, (2, 2), (2, 1), ("both_lives", 60, 20, 40, 60)),
            ("gin-10", 10, (1, 0), (0, 0), ("none", None, None, None, None)),
            ("indian-21", 21, (3, 3), (3, 3), ("pure_exempt", 120, 30, 70, 120)),
            ("club-21", 21, (3, 3), (3, 3), ("pure_exempt", 120, 30, 70, 120)),
        ],
    )
    def test_games_with_other_hands_packs_or_needs_have_their_rules(self, name, cards, packs, needs, costs):
        rules = PRESETS[name]
        assert (rules.hand_size, rules.decks, rules.printed_jokers) == (cards, *packs)
        assert (rules.min_sequences, rules.min_pure) == needs
        told = (rules.protection, rules.cap, rules.first_drop, rules.middle_drop, rules.wrong_declaration)
        assert told == costs
        assert rules.full_count == (rules.cap or 80)

    def test_sets_of_paplu_have_three_cards_and_three_packs_bring_their_jokers_and_tunnelas(self):
        assert (PRESETS["paplu"].set_max, PRESETS["paplu"].tunnela) == (3, "off")
        big = resolve({"preset": "paplu", "decks": 3}).rules
        assert (big.printed_jokers, big.tunnela) == (3, "meld")
        assert resolve({"preset": "paplu", "decks": 3, "tunnela": "off"}).rules.tunnela == "off"
        assert resolve({"decks": 3}).rules.tunnela == "off"

    def test_aces_of_gin_are_low_and_cost_one_point(self):
        assert (PRESETS["gin-10"].ace_high, PRESETS["gin-10"].ace_points) == (False, 1)

    def test_identical_cards_are_melds_at_home_and_tunnelas_pure_sequences_in_the_club(self):
        home, club = PRESETS["indian-21"], PRESETS["club-21"]
        assert (home.tunnela, home.dublee) == ("meld", "meld")
        assert (club.tunnela, club.dublee) == ("pure_sequence", "off")
        for name in ("neighbours_wild", "special_shows", "value_cards"):
            assert (getattr(home, name), getattr(club, name)) == (False, True)

    @pytest.mark.parametrize(
        ("name", "limit", "rejoin_max", "split_min"),
        [("pool-101", 101, 79, 80), ("pool-201", 201, 174, 175), ("pool-61", 61, 44, None)],
    )
    def test_a_pool_has_a_limit_and_totals_for_rejoining_and_splitting(self, name, limit, rejoin_max, split_min):
        rules = PRESETS[name]
        told = (rules.pool_limit, rules.out_at, rules.rejoin_max, rules.split_min)
        assert told == (limit, "reach", rejoin_max, split_min)

    def test_only_a_game_of_deals_has_a_winner_of_deals(self):
        assert [name for name, rules in PRESETS.items() if rules.deals_winner] == ["deals"]
        assert PRESETS["deals"].deals_winner == "lowest_total"

    def test_points_rummy_with_thirteen_cards_is_played_where_nothing_is_said(self):
        assert DEFAULT_PRESET == "indian-13"
        for spec in (None, "indian-13", {}, {"preset": "indian-13"}):
            assert resolve(spec) == resolve(None)
        assert resolve(None).rules == Rules()


class TestSwitches:
    def test_every_switch_is_described_and_every_description_has_a_switch(self):
        assert set(SWITCHES) == {field.name for field in fields(Rules)}

    def test_where_every_preset_and_switch_comes_from_is_told(self):
        assert list(PRESETS_TOLD) == list(PRESETS)
        assert list(SOURCES) == list(SWITCHES)
        for summary, source in PRESETS_TOLD.values():
            assert summary.endswith(".")
            assert source

    @pytest.mark.parametrize("name", SWITCHES)
    def test_every_preset_is_within_what_its_switches_allow(self, name):
        for rules in PRESETS.values():
            assert SWITCHES[name].fault(getattr(rules, name)) is None

    @pytest.mark.parametrize("name", SWITCHES)
    def test_a_refused_value_is_told_what_is_allowed_and_an_example(self, name):
        with pytest.raises(InputError) as caught:
            resolve({name: [1]})
        (fault,) = caught.value.faults
        assert (fault.path, str(fault.code)) == ((name,), "wrong_type")
        assert example_of(name) in fault.detail

    def test_a_number_with_a_point_is_told_how_it_is_written(self):
        with pytest.raises(InputError, match=r"not 80\.0; a whole number is written without a point, 80$"):
            resolve({"cap": 80.0})
        for value in (80.5, float("inf"), 1e300):
            with pytest.raises(InputError, match=r"not a number; for example 80$"):
                resolve({"cap": value})

    @pytest.mark.parametrize(
        ("spec", "code"),
        [
            ({"hand_size": 2}, "out_of_range"),
            ({"hand_size": 22}, "out_of_range"),
            ({"decks": 0}, "out_of_range"),
            ({"printed_jokers": 7}, "out_of_range"),
            ({"set_max": 7}, "out_of_range"),
            ({"ace_points": 5}, "out_of_range"),
            ({"cap": 0}, "out_of_range"),
            ({"cap": -1}, "out_of_range"),
            ({"protection": "both"}, "out_of_range"),
            ({"protection": "BOTH_LIVES"}, "out_of_range"),
            ({"protection": None}, "wrong_type"),
            ({"decks": True}, "wrong_type"),
            ({"decks": 2.0}, "wrong_type"),
            ({"decks": "2"}, "wrong_type"),
            ({"ace_high": 1}, "wrong_type"),
            ({"ace_high": "true"}, "wrong_type"),
            ({"hand_size": None}, "wrong_type"),
            ({"no_such_switch": 1}, "unknown_member"),
            ({"tunnela": "set"}, "out_of_range"),
            ({"dublee": "pure_sequence"}, "out_of_range"),
            ({"tunnela": True}, "wrong_type"),
            ({"special_shows": []}, "wrong_type"),
            ({"paplu_bonus": None}, "wrong_type"),
            ({"pool_limit": 0}, "out_of_range"),
            ({"deals_winner": "points"}, "out_of_range"),
        ],
    )
    def test_a_value_of_another_type_or_out_of_range_is_refused(self, spec, code):
        assert faults(spec) == [((next(iter(spec)),), code)]

    def test_all_that_is_wrong_is_told_at_once(self):
        assert faults({"decks": 9, "ace_high": 0, "cpa": 80}) == [
            (("decks",), "out_of_range"),
            (("ace_high",), "wrong_type"),
            (("cpa",), "unknown_member"),
        ]
        assert faults({"preset": "indian", "decks": 9}) == [
            (("preset",), "unknown_preset"),
            (("decks",), "out_of_range"),
        ]

    @pytest.mark.parametrize("spec", ["indian", "", "INDIAN-13", {"preset": "indian"}])
    def test_an_unknown_preset_is_refused(self, spec):
        path = ("preset",) if isinstance(spec, dict) else ()
        assert faults(spec) == [(path, "unknown_preset")]

    @pytest.mark.parametrize("spec", [3, True, ["indian-13"]])
    def test_rules_are_a_name_or_an_object(self, spec):
        assert faults(spec) == [((), "wrong_type")]

    @pytest.mark.parametrize("preset", [3, None, ["indian-13"]])
    def test_the_preset_in_an_object_is_a_name(self, preset):
        assert faults({"preset": preset}) == [(("preset",), "wrong_type")]


class TestOverrides:
    def test_a_switch_overrides_the_preset(self):
        told = resolve({"preset": "pagat", "cap": None, "protection": "first_life"})
        assert told.name == "pagat"
        assert told.rules == replace(PRESETS["pagat"], cap=None, protection=Protection.FIRST_LIFE)

    def test_rules_are_customised_only_where_a_switch_differs_from_the_preset(self):
        assert resolve({"cap": 60}).customised
        assert not resolve({"cap": 80}).customised
        assert not resolve("pagat").customised

    def test_packs_bring_one_printed_joker_each_unless_told(self):
        assert resolve({"decks": 3}).rules.printed_jokers == 3
        assert resolve({"decks": 3, "printed_jokers": 2}).rules.printed_jokers == 2

    def test_a_full_count_follows_the_cap_unless_told(self):
        assert resolve({"cap": 60}).rules.full_count == 60
        assert resolve({"cap": None}).rules.full_count == 80
        assert resolve({"cap": 60, "full_count": 70}).rules.full_count == 70

    @pytest.mark.parametrize(
        ("spec", "path"),
        [
            ({"hand_size": 8, "min_sequences": 3}, "hand_size"),
            ({"hand_size": 5}, "hand_size"),
            ({"hand_size": 3, "min_sequences": 1, "min_pure": 2}, "hand_size"),
            ({"no_pure": "flat_cap", "cap": None}, "no_pure"),
            ({"preset": "indian-10", "hand_size": 8, "min_pure": 3}, "hand_size"),
            ({"tunnela": "meld"}, "tunnela"),
            ({"preset": "indian-21", "decks": 2}, "decks"),
            ({"dublee": "meld", "decks": 1}, "dublee"),
            ({"special_shows": True, "hand_size": 21}, "special_shows"),
            ({"special_shows": True, "decks": 3}, "special_shows"),
            ({"preset": "club-21", "hand_size": 13}, "hand_size"),
            ({"rejoin_max": 79}, "rejoin_max"),
            ({"split_min": 80}, "split_min"),
            ({"out_at": "exceed"}, "out_at"),
            ({"preset": "pool-101", "rejoin_max": 100}, "rejoin_max"),
            ({"preset": "pool-101", "split_min": 101}, "split_min"),
            ({"preset": "pool-101", "deals_winner": "chips"}, "deals_winner"),
            ({"preset": "deals", "pool_limit": 101}, "pool_limit"),
        ],
    )
    def test_rules_that_make_no_sense_together_are_refused(self, spec, path):
        assert faults(spec) == [((path,), "senseless")]

    def test_where_players_are_out_only_above_the_limit_totals_may_be_one_higher(self):
        pool = {"preset": "pool-101", "out_at": "exceed"}
        assert resolve({**pool, "rejoin_max": 100}).rules.rejoin_max == 100
        assert resolve({**pool, "split_min": 101}).rules.split_min == 101
        assert faults({**pool, "rejoin_max": 101}) == [(("rejoin_max",), "senseless")]

    def test_every_contradiction_is_told_at_once(self):
        assert faults({"preset": "club-21", "decks": 1, "hand_size": 13, "dublee": "meld", "rejoin_max": 3}) == [
            (("decks",), "senseless"),
            (("dublee",), "senseless"),
            (("decks",), "senseless"),
            (("hand_size",), "senseless"),
            (("rejoin_max",), "senseless"),
        ]

    @pytest.mark.parametrize("name", PRESETS)
    def test_a_preset_makes_sense(self, name):
        assert resolve({"preset": name}).rules == PRESETS[name]

    def test_no_pool_means_no_rejoining_and_no_split(self):
        told = resolve({"preset": "pool-101", "pool_limit": None}).rules
        assert (told.rejoin_max, told.split_min) == (None, None)

    def test_a_small_hand_needs_fewer_sequences(self):
        assert resolve({"hand_size": 3, "min_sequences": 1}).rules.hand_size == 3


class TestFingerprint:
    def test_equal_rules_have_one_fingerprint_whatever_they_are_called(self):
        pool = resolve({"pool_limit": 101, "rejoin_max": 79, "split_min": 80})
        assert pool.fingerprint == PRESETS["pool-101"].fingerprint
        assert PRESETS["indian-13"].fingerprint == resolve({"cap": 80}).fingerprint

    def test_no_two_presets_share_one(self):
        assert len({rules.fingerprint for rules in PRESETS.values()}) == len(PRESETS)

    def test_it_is_sixteen_hex_digits(self):
        for rules in PRESETS.values():
            assert len(rules.fingerprint) == 16
            int(rules.fingerprint, 16)

    @pytest.mark.parametrize("name", SWITCHES)
    def test_every_switch_changes_it(self, name):
        switch = SWITCHES[name]
        base = Rules()
        allowed = switch.allowed
        values = [False, True] if allowed is bool else list(allowed)  # of a range, its ends
        other = next(value for value in values if value != getattr(base, name))
        assert replace(base, **{name: other}).fingerprint != base.fingerprint

    def test_none_and_a_number_differ(self):
        assert Rules(cap=None).fingerprint != Rules(cap=80).fingerprint != Rules(no_pure=NoPure.FLAT_CAP).fingerprint

    def test_it_stays_the_same_from_release_to_release(self):
        assert Rules().fingerprint == "495f77fd4fbcf389"
        assert PRESETS["pagat"].fingerprint == resolve({"protection": "pure_exempt", "first_drop": 10}).fingerprint


@pytest.mark.parametrize(
    ("switch", "lowest", "highest"),
    [
        ("hand_size", 3, 21),
        ("decks", 1, 3),
        ("printed_jokers", 0, 6),
        ("min_sequences", 0, 3),
        ("min_pure", 0, 3),
        ("set_max", 3, 6),
        ("cap", 1, 10_000),
        ("first_drop", 0, 10_000),
        ("middle_drop", 0, 10_000),
        ("wrong_declaration", 0, 10_000),
        ("full_count", 0, 10_000),
        ("paplu_bonus", 0, 10_000),
        ("pool_limit", 1, 10_000),
        ("rejoin_max", 0, 10_000),
        ("split_min", 0, 10_000),
    ],
)
def test_a_switch_takes_its_lowest_and_highest_value_and_none_beyond(switch, lowest, highest):
    def beyond(value):
        try:
            resolve({switch: value})
        except InputError as error:
            return [fault.path for fault in error.faults if fault.code == "out_of_range"]
        return []

    assert beyond(lowest) == beyond(highest) == []
    assert beyond(lowest - 1) == beyond(highest + 1) == [(switch,)]
