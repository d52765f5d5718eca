"""The exact search: sets tie the suits together, so choose the sets, and let each suit do its best with what is left.

:class:`Search` tries every worthwhile choice of sets. For each it joins the four suits' frontiers (:mod:`.suit_table`),
what jokers make by themselves, and the room for jokers that stay over, into the best value for every state: how many
pure sequences and sequences there are, as far as the rules care. All that a penalty, a verdict or a tie-break asks
about an arrangement is in its state and value; :meth:`Search.lay_out` lays out the one that was chosen.

A choice of sets is passed over, with all that add to it, only when a bound shows that it cannot matter: each suit doing
its best alone, and every rank that is still to come giving its best set.
Everything here depends on the cards and the rules alone: not on the order of cards, nor on what the memo holds.
"""

from typing import Final

from app.rummy.bounds import first_joker, most_in_place, most_together
from app.rummy.faults import BudgetError
from app.rummy.game import Game
from app.rummy.holding import Holding
from app.rummy.join import Join
from app.rummy.packing import ADD, CARD, POINT, STATES, blank, caps, top_state
from app.rummy.set_choices import SIZES, SetChoices
from app.rummy.suit_memo import count_asked, jokers_alone, lookup, recent
from app.rummy.suit_table import NOWHERE, Table, runs_laid

STANDING: Final = CARD - 1
"""Value of a joker that joins a meld, standing for another card."""
BEYOND: Final = 1 << 60
"""More than any value."""
_ONE: Final = 1
"""A bit, for shifts wider than a C int."""
_ROW: Final = 12
"""A choice of sets and what it leaves, in a row: the jokers left, the sets' value, the number of the judgement, how
many sets there are, and the sets. The suits that it leaves stand beside it."""


class Search:
    """One holding under one game, searched. Used again and again (:func:`take`, :func:`give`), by one thread at a time.

    Attributes:
        reached: the states that arrangements were found in, ``reached_count`` of them.
        values: by state, the value of the best of them.
        left: what remains of the budget.
        sets: of the arrangement laid out, its sets (``rank | suits << 4 | jokers << 8``), ``set_count`` of them.
        runs: per suit, its runs (``suit_table.Table``).
        alone: what its jokers make by themselves (``suit_memo.jokers_alone``).
        spare: its jokers not spent yet; they join what has room.
        asked: how many suits it has asked the memo for since :func:`take`.
    """

    def __init__(self, kind: int) -> None:
        """Be ready for the ``packing.variant`` ``kind``."""
        self.kind = kind
        self.top = top_state(kind)
        self.add = ADD[caps(kind)]
        self.sizes = SIZES
        self.choices = SetChoices()
        self.known = recent(kind)
        self.wild = blank(4)
        self.jokers = self.printed = self.set_max = self.groups = self.alone_from = 0
        self.protecting = self.protected = self.enough = self.left = self.done = 0
        self.values, self.ceiling = blank(STATES, -1), blank(STATES, -1)
        self.ends = blank(STATES)  # by state, the place where its suits joined end
        self.reached, self.reached_count, self.judged = blank(STATES), 0, 0
        self.kept = blank(STATES * _ROW)
        self.kept_suits: list[Table] = [NOWHERE] * (STATES * 4)
        self.chosen = blank(_ROW)
        self.joined = Join(kind)
        self.sets, self.set_count = blank(_ROW), 0
        self.runs: list[list[int]] = [[], [], [], []]
        self.alone = self.spare = self.asked = 0

    def seek(self, holding: Holding, game: Game, pure_first: int, complete: int, budget: int) -> None:
        """Find the best value for every state that matters.

        Args:
            holding: the cards.
            game: the game they are judged by.
            pure_first: whether points in pure sequences come first; then any of them protects. Else states protect all
                their melds by ``game.loose_row``, and once one is known that covers a point, arrangements that protect
                less do not matter.
            complete: the value of covering every card, where that with all requirements met is as good as it gets and
                the search may stop at it.
            budget: choices of sets to judge at most.

        Raises:
            BudgetError: the budget is used up.
        """
        self.clear(game, pure_first)
        jokers = self.jokers = holding.jokers
        self.printed = holding.printed
        self.left = budget
        n0, n1, n2, n3 = holding.natural[0], holding.natural[1], holding.natural[2], holding.natural[3]
        w0, w1, w2, w3 = holding.wild[0], holding.wild[1], holding.wild[2], holding.wild[3]
        self.wild[0], self.wild[1], self.wild[2], self.wild[3] = w0 << 26, w1 << 26, w2 << 26, w3 << 26
        self.alone_from = BEYOND
        if game.tunnela and holding.printed > 2:
            self.alone_from = 3
        if game.joker_groups:
            self.alone_from = 3
        if game.dublee and holding.printed > 1:
            self.alone_from = 2
        # What no arrangement can better: everything covered, by no more jokers standing for others than there must be.
        self.enough = complete - (jokers - most_in_place(holding, game))
        self.choices.find(n0, n1, n2, n3, w0, w1, w2, w3, jokers, self.set_max, game.rank_points)
        t0, t1 = self.table(n0, self.wild[0], jokers), self.table(n1, self.wild[1], jokers)
        t2, t3 = self.table(n2, self.wild[2], jokers), self.table(n3, self.wild[3], jokers)
        self.choose(0, 0, 0, n0, n1, n2, n3, t0, t1, t2, t3, jokers, 0, 0, 0)

    def clear(self, game: Game, pure_first: int) -> None:
        """Know nothing, and look at states as this game does."""
        self.known = recent(self.kind)
        self.set_max, self.groups = game.set_max, game.joker_groups
        self.protecting = 1 if pure_first else game.protecting
        self.protected = self.done = self.reached_count = self.judged = 0
        self.protects = game.loose_row
        if pure_first:
            self.protects = game.has_pure
        values, ceiling = self.values, self.ceiling
        for state in range(0, self.top + 1, 2):
            values[state] = ceiling[state] = -1

    def table(self, natural: int, wild: int, jokers: int) -> Table:
        """The suit that holds these cards (``wild`` shifted already), for so many jokers."""
        self.asked += 1
        found = self.known.get(natural | wild)
        return found if found is not None and found.jokers >= jokers else lookup(self.kind, natural | wild, jokers)

    def choose(
        self,
        first: int,
        gone: int,
        least: int,
        n0: int,
        n1: int,
        n2: int,
        n3: int,
        t0: Table,
        t1: Table,
        t2: Table,
        t3: Table,
        jokers: int,
        value: int,
        room: int,
        depth: int,
    ) -> None:
        """Judge this choice of ``depth`` sets, then every choice that adds sets from options[first:] to it.

        ``gone`` has four bits a rank: the suits of which sets have taken all cards of it. Less than ``least`` does not
        matter, and perhaps not even that.
        """
        self.left -= 1
        if self.left < 0:
            message = "the search ran out of its budget"
            raise BudgetError(message)
        # No less than the suits can come to together, with all jokers and with one spent on a set.
        fewer = t0.most[0] + t1.most[0] + t2.most[0] + t3.most[0]
        bound = fewer
        if jokers == 1:
            bound = fewer + first_joker(t0, t1, t2, t3)
        elif jokers:
            bound = most_together(t0, t1, t2, t3, jokers)
            fewer = fewer + first_joker(t0, t1, t2, t3) if jokers == 2 else bound
        choices = self.choices
        size = choices.size
        if value + bound < least and (first == size or value + bound + choices.hope[first] < least):
            return
        add = self.add
        top = add[add[t0.tops[jokers] * 32 + t1.tops[jokers]] * 32 + add[t2.tops[jokers] * 32 + t3.tops[jokers]]]
        if jokers >= self.alone_from:
            top = add[top * 32 + self.alone_table(jokers).tops[jokers]]
        need = self.need(top) - value
        if bound >= need:
            self.judge(t0, t1, t2, t3, jokers, value, room, depth)
            if self.done:
                return
            need = self.need(top) - value
        if first == size:
            return
        hope, reach, options = choices.hope, choices.reach, choices.options
        for index in range(first, size):
            if hope[index] + bound < need:
                return
            chosen = options[index]
            needed = chosen >> 8 & 15
            if needed > jokers or reach[index] + (fewer if needed else bound) < need:
                continue
            shift = (chosen & 15) * 2
            if gone >> 2 * shift & chosen >> 4 & 15:  # of an earlier set of this rank there is no card left
                continue
            own = chosen >> 12
            if own and not self.move_own(own, shift, -1):
                continue
            less = jokers - needed
            m0, m1, m2, m3, now_gone = n0, n1, n2, n3, gone
            s0, s1, s2, s3 = t0, t1, t2, t3
            # Written out, as everything else here is called less often.
            known, kind, wild = self.known, self.kind, self.wild
            if chosen & 16:
                m0 -= 1 << shift
                if not m0 >> shift & 3:
                    now_gone |= _ONE << 2 * shift
            if chosen & 16 or own == 1:
                key = m0 | wild[0]
                found = known.get(key)
                s0 = found if found is not None and found.jokers >= less else lookup(kind, key, less)
            if chosen & 32:
                m1 -= 1 << shift
                if not m1 >> shift & 3:
                    now_gone |= _ONE << 2 * shift + 1
            if chosen & 32 or own == 2:
                key = m1 | wild[1]
                found = known.get(key)
                s1 = found if found is not None and found.jokers >= less else lookup(kind, key, less)
            if chosen & 64:
                m2 -= 1 << shift
                if not m2 >> shift & 3:
                    now_gone |= _ONE << 2 * shift + 2
            if chosen & 64 or own == 4:
                key = m2 | wild[2]
                found = known.get(key)
                s2 = found if found is not None and found.jokers >= less else lookup(kind, key, less)
            if chosen & 128:
                m3 -= 1 << shift
                if not m3 >> shift & 3:
                    now_gone |= _ONE << 2 * shift + 3
            if chosen & 128 or own == 8:
                key = m3 | wild[3]
                found = known.get(key)
                s3 = found if found is not None and found.jokers >= less else lookup(kind, key, less)
            self.asked += self.sizes[(chosen >> 4 | own) & 15]
            self.chosen[depth] = chosen
            worth = value + choices.worths[index]
            now_room = room + self.set_max - self.sizes[chosen >> 4 & 15] - needed
            judged = self.judged
            self.choose(index, now_gone, need + value, m0, m1, m2, m3, s0, s1, s2, s3, less, worth, now_room, depth + 1)
            if own:
                self.move_own(own, shift, 1)
            if self.judged == judged:
                continue
            if self.done:
                return
            need = self.need(top) - value

    def move_own(self, own: int, shift: int, by: int) -> int:
        """Take the wild card of this rank from its suit (by -1), as a set holds it as itself, or give it back.

        Returns 0 where there is none to take.
        """
        card = by << 26 + shift
        suit = 0
        while not own >> suit & 1:
            suit += 1
        if by < 0 and not self.wild[suit] >> 26 + shift & 3:
            return 0
        self.wild[suit] += card
        return 1

    def need(self, top: int) -> int:
        """The least value with which an arrangement in a state up to ``top`` could better what is known."""
        need = self.ceiling[top] + 1
        if self.protecting:
            if self.protects[top]:
                if self.protected > need:
                    need = self.protected
            elif self.protected:
                need = BEYOND
            elif self.ceiling[0] > need:
                need = self.ceiling[0]
        return need

    def judge(self, t0: Table, t1: Table, t2: Table, t3: Table, jokers: int, value: int, room: int, depth: int) -> None:
        """Join the suits' frontiers into the values by state."""
        self.join(t0, t1, t2, t3, jokers, value)
        self.judged += 1
        joined, values, ends = self.joined, self.values, self.ends
        totals, places, side = joined.totals, joined.places, joined.side
        improved = 0
        for index in range(side, side + joined.place_count):
            where = places[index]
            total = totals[side + where]
            totals[side + where] = -1
            state = where & 30
            spare = jokers - (where >> 5)
            if spare:
                total += (spare if where & 1 or spare < room else room) * STANDING
            if total > values[state]:
                if values[state] < 0:
                    self.reached[self.reached_count] = state
                    self.reached_count += 1
                values[state] = total
                ends[state] = where
                improved |= 1 << state
            elif total == values[state] and improved >> state & 1 and where < ends[state]:
                ends[state] = where
        kept, kept_suits, state = self.kept, self.kept_suits, 0
        while improved >> state:
            if improved >> state & 1:
                self.note(state, values[state])
                row = state * _ROW
                kept[row], kept[row + 1], kept[row + 2], kept[row + 3] = jokers, value, self.judged, depth
                place = state * 4
                kept_suits[place], kept_suits[place + 1], kept_suits[place + 2], kept_suits[place + 3] = t0, t1, t2, t3
                for number in range(depth):
                    kept[row + 4 + number] = self.chosen[number]
            state += 2

    def note(self, state: int, total: int) -> None:
        """Know what a better arrangement of a state means for the search."""
        ceiling = self.ceiling
        for pure in range(0, (state & 24) + 8, 8):
            for lower in range(pure, pure + (state & 6) + 2, 2):
                if ceiling[lower] < total:
                    ceiling[lower] = total
        if self.protecting and self.protects[state] and total >= POINT and total > self.protected:
            self.protected = total & -POINT  # whole points: a tie-break may still prefer another that covers as many
        if state == self.top and total >= self.enough:
            self.done = 1

    def join(self, t0: Table, t1: Table, t2: Table, t3: Table, jokers: int, value: int) -> None:
        """Join the suits, but those that make nothing, and what jokers make alone to the value of the sets."""
        joined, beyond = self.joined, jokers + 1 << 5
        joined.begin(value)
        if t0.values[0] or (t0.size > 1 and t0.wheres[1] < beyond):
            joined.widen(t0, jokers, 0)
        if t1.values[0] or (t1.size > 1 and t1.wheres[1] < beyond):
            joined.widen(t1, jokers, 1)
        if t2.values[0] or (t2.size > 1 and t2.wheres[1] < beyond):
            joined.widen(t2, jokers, 2)
        if t3.values[0] or (t3.size > 1 and t3.wheres[1] < beyond):
            joined.widen(t3, jokers, 3)
        if jokers >= self.alone_from:
            joined.widen(self.alone_table(jokers), jokers, 4)

    def alone_table(self, jokers: int) -> Table:
        """What so many jokers make by themselves."""
        return jokers_alone(self.kind, jokers, min(self.printed, jokers), self.groups)

    def lay_out(self, state: int) -> None:
        """Lay out the arrangement behind ``values[state]``, which must have been reached."""
        if self.values[state] < 0:  # pragma: no cover - only what was reached is laid out
            message = f"no arrangement has state {state}"
            raise ValueError(message)
        kept, row = self.kept, state * _ROW
        jokers = kept[row]
        self.set_count = kept[row + 3]
        for number in range(self.set_count):
            self.sets[number] = kept[row + 4 + number]
        place = state * 4
        t0, t1 = self.kept_suits[place], self.kept_suits[place + 1]
        t2, t3 = self.kept_suits[place + 2], self.kept_suits[place + 3]
        joined = self.joined
        if kept[row + 2] != self.judged:  # others were joined after it: once more for the trace
            self.join(t0, t1, t2, t3, jokers, kept[row + 1])
            joined.drop()
        reached = self.ends[state]
        self.spare = jokers - (reached >> 5)
        self.alone = 0
        if jokers >= self.alone_from:
            self.alone = self.alone_table(jokers).runs[joined.way(4, reached)]
            reached = joined.back(4, reached)
        reached = self.lay_suit(3, t3, jokers, reached)
        reached = self.lay_suit(2, t2, jokers, reached)
        reached = self.lay_suit(1, t1, jokers, reached)
        self.lay_suit(0, t0, jokers, reached)

    def lay_suit(self, suit: int, table: Table, jokers: int, reached: int) -> int:
        """Lay out a suit; returns the place from which it led to ``reached``."""
        way = 0
        if table.values[0] or (table.size > 1 and table.wheres[1] < jokers + 1 << 5):
            way = self.joined.way(suit, reached)
            reached = self.joined.back(suit, reached)
        self.runs[suit] = runs_laid(table, way)
        return reached


_idle: dict[int, list[Search]] = {}


def take(kind: int) -> Search:
    """A search for one caller at a time; who has done gives it back by :func:`give`."""
    idle = _idle.get(kind)
    return idle.pop() if idle else Search(kind)


def give(search: Search) -> None:
    """Let others use a search that has done its work."""
    count_asked(search.asked)
    search.asked = 0
    idle = _idle.get(search.kind)
    if idle is None:
        if len(_idle) >= 16:
            _idle.clear()
        idle = _idle[search.kind] = []
    if len(idle) < 16:
        idle.append(search)
