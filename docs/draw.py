"""Draws the pictures of docs/rules.md from what the service answers: ``python docs/draw.py``.

Above each picture of the page stands its question, in a comment: ``<!-- NAME {"hand": …} -->`` is sent to
``/v1/analyze``, one with ``groups`` to ``/v1/verify``. The answer is drawn into ``docs/pictures/NAME.svg``, and the
line below the comment becomes the picture with a text that says the same. A test keeps page and pictures as this would
make them.
"""

import json
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app import create_app
from app.config import Config

PAGE: Final = Path(__file__).resolve().parent / "rules.md"
PICTURES: Final = PAGE.parent / "pictures"
_QUESTION: Final = re.compile(r"^<!-- ([a-z0-9-]+) (\{.*?\}) -->\n(?:!\[[^\n]*\n)?", re.MULTILINE)

_WIDTH: Final = 800
_CARD: Final = (44, 62)
_STEP: Final = 48
_GAP: Final = 22
_ROW: Final = 122
_LABEL: Final = 7
"""About the width of a letter of a label."""
_RED: Final = "#c0182b"
_SUITS: Final = {
    "S": "M0-9C3-4 9-1 9 4A4 4 0 0 1 2 6L4 10H-4L-2 6A4 4 0 0 1-9 4C-9-1-3-4 0-9Z",
    "H": "M0 9C-3 4-10 1-10-4A5 5 0 0 1 0-5A5 5 0 0 1 10-4C10 1 3 4 0 9Z",
    "D": "M0-10L8 0L0 10L-8 0Z",
    "C": "M0-10A4.5 4.5 0 0 1 4-3A4.5 4.5 0 1 1 2 5L4 10H-4L-2 5A4.5 4.5 0 1 1-4-3A4.5 4.5 0 0 1 0-10Z",
}
"""A sign of each suit, around its middle: pictures look the same wherever fonts have no such signs."""
_STAR: Final = "M0-10L2.4-3.2L9.5-3.1L3.8 1.2L5.9 8.1L0 4L-5.9 8.1L-3.8 1.2L-9.5-3.1L-2.4-3.2Z"
_NAMES: Final = {
    "pure_sequence": "pure sequence",
    "impure_sequence": "impure sequence",
    "set": "set",
    "tunnela": "tunnela",
    "dublee": "dublee",
}


class Group(NamedTuple):
    """Cards that lie together, each with what it stands for, and what is written below them."""

    cards: list[tuple[str, str | None]]
    label: str
    faint: bool = False


class Picture(NamedTuple):
    """What is drawn: groups of cards, lines of text, and what is wild."""

    groups: list[Group]
    lines: list[str]
    wild: str = ""

    @property
    def text(self) -> str:
        """The picture in words."""
        told = []
        for group in self.groups:
            cards = " ".join(card if stands is None else f"{card} (for {stands})" for card, stands in group.cards)
            told.append(f"{group.label}: {cards}")
        return ". ".join([*told, *self.lines, self.wild]) + "."


def of_analysis(answer: dict[str, Any]) -> Picture:
    """An answer of analyze: melds, loose cards, and what the hand costs."""
    groups = [
        Group(_cards(meld), _NAMES[meld["kind"]] + ("" if meld["counts"] else ", does not count"), not meld["counts"])
        for meld in answer["melds"]
    ]
    for name, label in (("loose", "loose"), ("ungrouped", "need not be arranged")):
        if answer.get(name):
            groups.append(Group(_cards({"cards": answer[name]}), label, faint=True))
    if answer["discard"]:
        groups.append(Group([(answer["discard"]["card"], None)], "put down"))
    return Picture(groups, list(_costs(answer)))


def _costs(answer: dict[str, Any]) -> Iterator[str]:
    points = f"{answer['points']} point{'s' * (answer['points'] != 1)}"
    if answer["declarable"]:
        show = answer.get("show")
        yield "Can be declared" + (f" by a special show: {show.replace('_', ' ')}" if show else "")
    elif answer["missing"] != ["cards_left_over"]:
        yield "Missing: " + ", ".join(code.replace("_", " ") for code in answer["missing"])
    if "comparison" in answer:
        yield ", ".join(f"{name} {row['points']}" for name, row in answer["comparison"].items())
    elif not answer["declarable"]:
        counted = {"loose_cards": "loose cards count", "all_but_pure": "all but pure sequences count"}
        why = counted.get(answer["penalty"]["counted"], "every card counts")
        before = answer["penalty"]["before_cap"]
        yield f"{points}: {why}" + (f", {before} before the cap" if before != answer["points"] else "")


def of_verdict(answer: dict[str, Any]) -> Picture:
    """An answer of verify: each group with what it is, or why it is nothing."""
    groups = []
    for group in answer["groups"]:
        label = _NAMES[group["kind"]] if group["kind"] else "no meld: " + ", ".join(group["reasons"]).replace("_", " ")
        groups.append(Group(_cards(group), label, faint=not group["kind"]))
    codes = dict.fromkeys(violation["code"] for violation in answer["violations"])
    if "wrong_card_count" in codes:
        return Picture(groups, [])  # a few groups, to show what they are
    wrong = ", ".join(codes).replace("_", " ")
    verdict = "Valid" if answer["valid"] else f"Wrong declaration: {wrong}. {answer['points']} points"
    return Picture(groups, [verdict])


def _cards(meld: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [
        (card["card"], (card["stands_for"] or "nothing") if "stands_for" in card else None) for card in meld["cards"]
    ]


def _wild(wild_joker: str | None) -> str:
    if wild_joker is None:
        return "No wild rank"
    return f"Wild: {wild_joker}" if wild_joker[-1] not in "SHDCK" or wild_joker == "K" else f"Cut: {wild_joker}"


def svg(picture: Picture) -> str:
    """The picture as SVG."""
    parts: list[str] = []
    x, y = 12, 12
    for group in picture.groups:
        wide = max(len(group.cards) * _STEP - (_STEP - _CARD[0]), len(group.label) * _LABEL)
        if x > 12 and x + wide > _WIDTH - 12:
            x, y = 12, y + _ROW
        for index, (card, stands) in enumerate(group.cards):
            parts.append(_card(card, stands, x + index * _STEP, y, faint=group.faint))
        parts.append(f'<text x="{x}" y="{y + _CARD[1] + 34}" class="label">{escape(group.label)}</text>')
        x += wide + _GAP
    y += _ROW
    for line in picture.lines:
        parts.append(f'<text x="12" y="{y + 4}" class="line">{escape(line)}</text>')
        y += 22
    height = y - (0 if picture.lines else 12)
    corner = f'x="{_WIDTH - 12}" y="{height - 12}" text-anchor="end"'
    parts.append(f'<text {corner} class="label">{escape(picture.wild)}</text>')
    style = (
        "text{font-family:system-ui,sans-serif}.rank{font-size:17px;font-weight:600}.stands{font-size:11px;fill:#777}"
        ".label{font-size:12px;fill:#555}.line{font-size:14px;font-weight:600;fill:#222}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img"><title>{escape(picture.text)}</title><style>{style}</style>'
        f'<rect width="{_WIDTH}" height="{height}" rx="8" fill="#f4f6f3"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _card(card: str, stands: str | None, x: int, y: int, *, faint: bool) -> str:
    wide, high = _CARD
    joker = card == "JK"
    colour = "#5a3d8a" if joker else _RED if card[-1] in "HD" else "#1c1c1c"
    fill = "#fff6d6" if joker or stands is not None else "#fff"
    sign = _STAR if joker else _SUITS[card[-1]]
    rank = "JK" if joker else card[:-1]
    below = "" if stands is None else f'<text x="{wide / 2}" y="{high + 14}" text-anchor="middle" class="stands">'
    below += "" if stands is None else f"for {stands}</text>"
    opacity = ' opacity=".55"' if faint else ""
    return (
        f'<g transform="translate({x} {y})"{opacity}>'
        f'<rect width="{wide}" height="{high}" rx="5" fill="{fill}" stroke="#999"/>'
        f'<text x="{wide / 2}" y="22" text-anchor="middle" class="rank" fill="{colour}">{rank}</text>'
        f'<path transform="translate({wide / 2} 43)" d="{sign}" fill="{colour}"/>{below}</g>'
    )


def made(page: str) -> tuple[str, dict[str, str]]:
    """The page with its pictures in place, and the pictures by name."""
    client = create_app(Config()).test_client()
    pictures: dict[str, str] = {}

    def place(match: re.Match[str]) -> str:
        name, question = match[1], json.loads(match[2])
        response = client.post("/v1/analyze" if "hand" in question else "/v1/verify", json=question)
        if response.status_code != 200:
            raise SystemExit(f"{name}: {response.text}")
        drawn = (of_analysis if "hand" in question else of_verdict)(response.get_json())
        picture = drawn._replace(wild=_wild(question["wild_joker"]))
        pictures[name] = svg(picture)
        return f"<!-- {name} {match[2]} -->\n![{picture.text}](pictures/{name}.svg)\n"

    return _QUESTION.sub(place, page), pictures


if __name__ == "__main__":
    new_page, new_pictures = made(PAGE.read_text("utf-8"))
    PAGE.write_text(new_page, "utf-8")
    for old in PICTURES.glob("*.svg"):
        if old.stem not in new_pictures:
            old.unlink()
    for picture_name, drawn in new_pictures.items():
        (PICTURES / f"{picture_name}.svg").write_text(drawn, "utf-8")
