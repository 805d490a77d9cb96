"""How one game uses its texts: for each line of each card how often it could have been used, and how often it was.

What "could have been used" means depends on what kind of text it is, see KINDS. A `Watcher` notes at each question what
is possible and after each answer what has happened; a turn is summed up when it is over. Which lines have been at work
is found out by the runner of the texts itself, as for `make exercised`. Rules 3.3 to 3.5, 7.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from dicehall.dicemasters import DMState
from dicehall.dicemasters.effects.code import (
    EV_ATTACKS,
    EV_BLOCKS,
    EV_FIELDED,
    EV_YOU_ATTACK,
    SC_ALWAYS,
)
from dicehall.dicemasters.effects.ops import Ask
from dicehall.dicemasters.effects.picking import Pick
from dicehall.dicemasters.effects.runner import Runner
from dicehall.dicemasters.kit import Kit
from dicehall.dicemasters.support import at_work
from dicehall.dicemasters.terms import (
    A_BATCH,
    A_BUY,
    A_DIE,
    A_FIELD,
    A_GLOBAL,
    A_RITUAL,
    A_USE,
    A_YES,
    ACTION,
    BASIC,
    DONE,
    FIELD,
    FR_BLOCK,
    FR_DAMAGE,
    FR_EFFECT,
    FR_PICK,
    FR_REACT,
    FR_WINDOW,
    P_ATTACK,
    PASS,
    RESERVE,
    RITUAL_BASE,
    ZONES,
)

LEAST: Final = 20  # chances; what was never used in fewer than so many may just have had bad luck
BOUGHT: Final = "bought"
FIELDED: Final = "fielded"  # the mark of a card without text

# the kinds of texts: when one could have been used, and when it was
KINDS: Final[dict[str, tuple[str, str]]] = {
    "bought": (
        "turns in which its owner could pay for a die of the card, in games that begin with Sidekicks alone",
        "a die was bought",
    ),
    "global": (
        "windows (a Main Step, the time after blocks, one damage event) in which a player could use it",
        "that player used it, once or more",
    ),
    "action": ("turns in which an action die that shows the text could be used", "one was used"),
    "offer": ("turns in which a player could take what a die in the field offers", "it was taken"),
    "may": ("times that a player was asked whether to do it, or for up to so many dice", "yes, or one die at least"),
    "fielded": ("turns in which a die of the card could be fielded", "one was fielded, and the text was at work"),
    "attacks": ("turns in which a die of the card could attack", "the text was at work"),
    "blocks": ("turns in which a die of the card could block", "the text was at work"),
    "event": ("turns in which a die of the card lay in the field", "the event happened and the text was at work"),
    "always": ("turns in which a die of the card had been bought", "the event happened and the text was at work"),
    "standing": (
        "turns in which a die of the card had been bought",
        "a die of it lay in the field, showing the burst if the text is for one",
    ),
}
_WHERE: Final = {"fielded": "field", "attacks": "attack", "blocks": "block", "event": "active"}

Key = tuple[str, str]  # a card and the mark of one of its lines


class Use(NamedTuple):
    """How often something could have been done, and was."""

    chances: int = 0
    used: int = 0

    @property
    def rate(self) -> float:
        return self.used / self.chances if self.chances else 0.0

    @property
    def is_seldom(self) -> bool:
        """Below one in a hundred."""
        return self.used * 100 < self.chances or not self.chances

    @property
    def is_open(self) -> bool:
        """Never used, but it had so few chances that this says nothing."""
        return self.used == 0 and self.chances < LEAST

    def plus(self, other: Use) -> Use:
        return Use(self.chances + other.chances, self.used + other.used)


Tally = dict[Key, Use]


class Text(NamedTuple):
    """A line of a card on a table: its kind, the bursts that it is for (0 any face, 3 one or two), its programs."""

    card: int
    mark: str
    kind: str
    bursts: int
    programs: frozenset[int]


# ---- the texts of a table --------------------------------------------------------------------------------------


def texts_of(kit: Kit, runner: Runner | None) -> list[Text]:
    """Every text of the cards of a kit, and for each card that it can be bought."""
    out = [Text(c, BOUGHT, "bought", 0, frozenset()) for c in range(1, kit.n_cards)]
    spoken: dict[tuple[int, str], Text] = {}
    if runner is not None:
        for card, mark, _, programs, keywords in runner.lines:
            mine = frozenset(programs)
            _add(spoken, Text(card, mark, _kind(runner, kit, card, mark, mine, bool(keywords)), _bursts(mark), mine))
        for card, mark, what, number in runner.burst_lines:  # another version of a line, for faces that show a burst
            base = next(
                line
                for line in runner.lines
                if line[0] == card and number in (line[2] if what == "clause" else line[3])
            )
            mine = frozenset((number,)) if what == "program" else frozenset(base[3])
            _add(spoken, Text(card, mark, spoken[(card, base[1])].kind, _bursts(mark), mine))
    for number, c in enumerate(kit.cards):
        if c is not None and not c.lines:
            out.append(Text(number, FIELDED, "fielded", 0, frozenset()))
    return [*out, *spoken.values()]


def _add(spoken: dict[tuple[int, str], Text], text: Text) -> None:
    old = spoken.get((text.card, text.mark))
    if old is not None:
        text = old._replace(programs=old.programs | text.programs)
    spoken[(text.card, text.mark)] = text


def _bursts(mark: str) -> int:
    return int(mark.removeprefix("burst ")) if mark.startswith("burst ") else 0


def _kind(runner: Runner, kit: Kit, card: int, mark: str, programs: frozenset[int], keywords: bool) -> str:
    if mark == "global":
        return "global"
    if programs & set(runner.actions_of.get(card, ())):
        return "action"
    if any(o.program in programs for o in runner.offers):
        return "may" if all(o.moment >= 0 for o in runner.offers if o.program in programs) else "offer"
    if programs & {x[1] for x in runner.fusions}:
        return "offer"
    watches = [w for w in runner.watches if w.card == card and programs & set(w.programs)]
    if watches:
        if any(_is_may(op) for p in programs for op in runner.programs[p].ops) or watches[0] in runner.saves:
            return "may"
        w = watches[0]
        if w.scope == SC_ALWAYS:
            return "always"
        if w.event == EV_FIELDED:
            return "fielded"
        if w.event in (EV_ATTACKS, EV_YOU_ATTACK):
            return "attacks"
        return "blocks" if w.event == EV_BLOCKS else "event"
    return "action" if keywords and kit.card_kind[card] in (ACTION, BASIC) else "standing"


def _is_may(op: object) -> bool:
    return isinstance(op, Ask) or (isinstance(op, Pick) and (op.optional or op.least == 0))


def _fits(wanted: int, shown: int) -> bool:
    return wanted == 0 or wanted == shown or (wanted == 3 and shown > 0)


# ---- watching a game -------------------------------------------------------------------------------------------


class Watcher:
    """Counts chances and uses in one game. `before` each answer, `after` it, and `close` at the end."""

    def __init__(self, state: DMState) -> None:
        self.kit = state.kit
        runner = state.kit.abilities
        self.runner = runner if isinstance(runner, Runner) else None
        self.texts = texts_of(state.kit, self.runner)
        self.tally: dict[tuple[int, str], Use] = {(t.card, t.mark): Use() for t in self.texts}
        self._by_program: dict[int, list[Text]] = {}
        for text in self.texts:
            for program in text.programs:
                self._by_program.setdefault(program, []).append(text)
        self._turn = state.turn
        self._seen: set[tuple[str, int]] = set()  # what was at work in this turn
        self._facts: set[tuple[str, int, int]] = set()  # what was so in this turn: a word, card, bursts
        self._open: dict[tuple[int, ...], Use] = {}  # Global Abilities by window and card

    def before(self, state: DMState, action: int) -> None:
        """Notes what the asked seat could do, and what it is about to do."""
        if state.turn != self._turn:
            self._sum_up()
            self._turn = state.turn
        self._look(state)
        f = state.stack[-1]
        kind = f[0]
        if kind == FR_WINDOW:
            self._window(state, (f[3], f[2]), action)
        elif kind == FR_DAMAGE or kind == FR_REACT:
            self._damage(state, (-1, f[2], f[7], f[1]), action)
        elif kind == FR_EFFECT:
            self._asked(f[3], f[1], f[6], action)
        elif kind == FR_PICK and f[3] == P_ATTACK:
            self._note("attack", state, f[5])
        elif kind == FR_BLOCK:
            self._note("block", state, f[5])
        self.listen()

    def listen(self) -> None:
        """From here until `after` the texts that are at work are noted."""
        if self.runner is not None:
            self.runner.seen = self._seen

    def after(self, state: DMState) -> None:
        """Notes what has happened."""
        if self.runner is not None:
            self.runner.seen = None  # while bots think nobody counts
        for event in state.events:
            if event.kind == "bought":
                self._facts.add(("bought", event.xs[0], 0))
            elif event.kind in ("used", "fielded"):
                self._facts.add((event.kind, self.kit.die_card[event.b], self.kit.f_bursts[event.xs[0]]))

    def close(self) -> Tally:
        """The counts of the game, by card and mark."""
        self._sum_up()
        if self.runner is not None:
            self.runner.seen = None
        out: Tally = {}
        for (number, mark), use in self.tally.items():
            card = self.kit.cards[number]
            if card is not None:
                out[(card.id, mark)] = out.get((card.id, mark), Use()).plus(use)
        return out

    # ---- noting ------------------------------------------------------------------------------------------
    def _note(self, word: str, state: DMState, dice: Iterable[int]) -> None:
        for die in dice:
            face = state.face[die]
            self._facts.add((word, self.kit.die_card[die], self.kit.f_bursts[face] if face >= 0 else 0))

    def _look(self, state: DMState) -> None:
        kit = self.kit
        for seat in range(kit.n_seats):
            self._note("active", state, state.zones[seat * ZONES + FIELD])
        for card in range(1, kit.n_cards):
            if state.left[card] < kit.card_total[card]:
                self._facts.add(("owned", card, 0))

    def _window(self, state: DMState, window: tuple[int, int], action: int) -> None:
        for a in state.legal_actions():
            if a >= A_RITUAL:
                self._note("field", state, ((a - A_RITUAL) // RITUAL_BASE,))
            elif a >= A_GLOBAL:
                card = (a - A_GLOBAL) % A_BATCH
                self._global((*window, card), a == action)
            elif a >= A_USE:
                die = a - A_USE
                if state.zone_of(die) != RESERVE and not (self.runner is not None and self.runner.waits(state, die)):
                    self._note("offer", state, (die,))
                    if a == action:
                        self._note("taken", state, (die,))
                else:
                    self._note("use", state, (die,))
            elif a >= A_FIELD:
                self._note("field", state, (a - A_FIELD,))
            elif a >= A_BUY:
                self._facts.add(("buy", a - A_BUY, 0))

    def _damage(self, state: DMState, event: tuple[int, ...], action: int) -> None:
        """Inside a damage event: Global Abilities that change it, and dice that can be saved from it."""
        for a in state.legal_actions():
            if a >= A_GLOBAL:
                self._global((*event, (a - A_GLOBAL) % A_BATCH), a == action)
            elif a != PASS and a < A_USE and self.runner is not None:
                card = self.kit.die_card[a - A_DIE]
                programs = [w.programs[0] for w in self.runner.saves if w.card == card]
                programs += [o.program for o in self.runner.offers if o.card == card and o.moment >= 0]
                self._count(programs[0], a == action)

    def _global(self, key: tuple[int, ...], used: bool) -> None:
        before = self._open.get(key, Use())
        self._open[key] = Use(1, max(before.used, int(used)))

    def _asked(self, program: int, place: int, registers: tuple[int, ...], action: int) -> None:
        assert self.runner is not None
        op = self.runner.programs[program].ops[place]
        if isinstance(op, Ask):
            self._count(program, action == A_YES)
        elif isinstance(op, Pick) and _is_may(op) and not _picked(op, registers):
            self._count(program, action != DONE)

    def _count(self, program: int, used: bool) -> None:
        for text in self._by_program.get(program, ()):
            if text.kind == "may":
                self._add(text, Use(1, int(used)))

    def _add(self, text: Text, use: Use) -> None:
        key = (text.card, text.mark)
        self.tally[key] = self.tally[key].plus(use)

    # ---- a turn is over ----------------------------------------------------------------------------------
    def _sum_up(self) -> None:
        worked: set[tuple[int, str]] = set()
        if self.runner is not None:
            self.runner.seen = self._seen
            worked = at_work(self.runner)
            self.runner.seen = None
        for key, use in self._open.items():
            where = (key[-1], "global")
            self.tally[where] = self.tally[where].plus(use)
        for text in self.texts:
            chance, used = self._of_turn(text, (text.card, text.mark) in worked)
            if chance or used:
                self._add(text, Use(1, int(used)))
        self._seen, self._facts, self._open = set(), set(), {}

    def _was(self, word: str, card: int, bursts: int) -> bool:
        return any(w == word and c == card and _fits(bursts, shown) for w, c, shown in self._facts)

    def _of_turn(self, text: Text, worked: bool) -> tuple[bool, bool]:
        """Whether a text could have been used in the turn, and whether it was."""
        card, bursts, kind = text.card, text.bursts, text.kind
        if kind == "bought":
            return self._was("buy", card, 0), self._was("bought", card, 0)
        if kind == "action":
            return self._was("use", card, bursts), self._was("used", card, bursts)
        if kind == "offer":
            return self._was("offer", card, bursts), self._was("taken", card, bursts)
        if kind == "standing":
            return self._was("owned", card, 0), self._was("active", card, bursts)
        if kind == "always":
            return self._was("owned", card, 0), worked
        if kind in _WHERE:
            done = self._was("fielded", card, 0) if text.mark == FIELDED else worked
            return self._was(_WHERE[kind], card, bursts), done
        return False, False  # counted when it was asked


def _picked(op: Pick, registers: tuple[int, ...]) -> bool:
    return bool(op.picked((FR_EFFECT, 0, 0, 0, 0, (), registers, 0)))
