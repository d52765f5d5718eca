"""docs/rules.md is true: its pictures are what the service answers, and it speaks of every rule there is."""

import importlib.util
import re
from pathlib import Path

import pytest

from app.rummy.results import Kind, Show
from app.rummy.rules import PRESETS, Protection
from app.rummy.switches import SWITCHES

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
