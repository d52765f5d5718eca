"""docs/rules.md is true: its pictures are what the service answers, and it speaks of every rule there is."""

import importlib.util
import re
from pathlib import Path

import pytest

from app.rummy import score
from app.rummy.results import Kind, Show
from app.rummy.rules import PRESETS, Protection
from app.rummy.sources import PRESETS_TOLD, SOURCES
from app.rummy.switches import SWITCHES
from tests.rummy.seats import ASHA, BELA, CHAND, DEV, WILD, seat

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def made():
    """The page and its pictures, made anew."""
    spec = importlib.util.spec_from_file_location("draw", ROOT / "docs" / "draw.py")
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    return draw.made(PAGE)


def test_the_pictures_are_what_the_service_answers_and_so_are_their_texts(made):
    page, pictures = made
    assert page == PAGE
    kept = {path.stem: path.read_text("utf-8") for path in (ROOT / "docs" / "pictures").iterdir()}
    assert kept == pictures


def test_a_picture_says_in_words_what_it_shows(made):
    assert len(made[1]) > 15
    for name, picture in made[1].items():
        text = re.search(r"<title>(.*?)</title>", picture)[1]
        assert f"![{text}](pictures/{name}.svg)" in PAGE
        assert picture.count("<rect") == 1 + len(re.findall(r"(?:[2-9AJQK]|10)[SHDC](?!\))|JK", text)) - text.count(
            "Cut:"
        )


@pytest.mark.parametrize("name", [*PRESETS, *SWITCHES, *Protection])
def test_every_preset_switch_and_protection_is_explained(name):
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("name", [*Kind, *Show])
def test_every_kind_of_meld_and_every_special_show_is_explained(name):
    assert re.search(name.replace("_", " ").removesuffix("s"), PAGE, re.IGNORECASE)


def test_what_melds_protect_is_the_table_of_the_readme():
    rows = re.compile(rf"^\| `({'|'.join(Protection)})` \| (.*) \|$", re.MULTILINE)
    assert rows.findall(PAGE) == rows.findall(README)
    assert len(rows.findall(PAGE)) == len(Protection)


def test_sums_in_the_text_are_those_of_the_presets():
    pools = [PRESETS[name] for name in ("pool-101", "pool-201", "pool-61")]
    text = " ".join(PAGE.split())
    assert f"({', '.join(str(rules.rejoin_max) for rules in pools)})" in text
    assert f"({pools[0].split_min} and {pools[1].split_min}; not in `pool-61`)" in text
    assert f"In `pool-201` drops cost {pools[1].first_drop} and {pools[1].middle_drop}" in text
    assert f"in `pool-61` {pools[2].first_drop} and {pools[2].middle_drop}, and the cap is {pools[2].cap}" in text
    home = PRESETS["indian-21"]
    assert f"The cap and a wrong declaration are {home.cap}, drops {home.first_drop} and {home.middle_drop}" in text


@pytest.mark.parametrize("name", [*PRESETS_TOLD, *SOURCES])
def test_where_a_preset_or_switch_comes_from_is_what_the_service_says(name):
    told = SOURCES[name] if name in SOURCES else PRESETS_TOLD[name].source
    assert f"| `{name}` | {told} |" in PAGE


def test_the_pool_of_the_example_goes_as_it_is_told():
    totals = {"asha": 70, "bela": 60, "chand": 85, "dev": 30}
    pool = score([ASHA, BELA, CHAND, DEV], WILD, "pool-101", totals=totals).pool
    text = " ".join(PAGE.split())
    assert "Asha had 70 points, Bela 60, Chand 85 and Dev 30" in text
    assert pool.totals == {"asha": 70, "bela": 76, "chand": 105, "dev": 70}
    assert "Bela's hand costs 16, Chand drops first (20) and Dev drops later (40): they have 70, 76, 105 and 70" in text
    assert (pool.out, pool.may_rejoin, pool.rejoin_total) == (("chand",), ("chand",), 77)
    assert "Chand is out, and may rejoin at 77" in text


def test_the_value_cards_of_the_example_are_worth_what_is_told():
    rest = "3H 4H 5H 9S 10S JS QS 2C 3C 4C 5C JC QC KC AH AS 2S 3S 9H 10H JH".split()
    held = ["7D", "7D", "8D", "6D", *rest[:17]]
    losers = [seat("bela", "full_count", hand=rest), seat("chand", "first_drop")]
    players = [seat("asha", "hand", hand=held), *losers]
    bonuses = score(players, "7D", "club-21").bonuses
    assert [share.points for share in bonuses.shares] == [110, -110, 0]
    assert "one marriage (7D, 8D and 6D, 100 points) and one 7D more (10 points)" in " ".join(PAGE.split())
