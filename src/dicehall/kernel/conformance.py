"""What every game of the house must do, as checks that play random games and raise AssertionError.
They need nothing but the kernel: `make(i)` gives a fresh state without dice, `load` reads what it saved."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

from dicehall.kernel.decision import Wait
from dicehall.kernel.dice import Dice, RecordedDice, Rng, SeededDice
from dicehall.kernel.errors import DicehallError, IllegalAction, StaleVersion
from dicehall.kernel.event import Event
from dicehall.kernel.session import Entry, Session, replay
from dicehall.kernel.state import State

Make = Callable[[int], State]
Load = Callable[[bytes], State]
Key = Callable[[State], Hashable]  # what two states share that differ only in which of equal things is which

BOUND = 20_000  # steps after which a random game counts as endless
HUGE = (1 << 31, 1 << 63, 1 << 200)
MARK = 0x5EED5EED5EED5EED  # a seed and a position that nobody would find in a view by accident
PLACE = 0x0D1CE0D1CE0D1C


def check_game(
    make: Make, load: Load, seeds: Iterable[int], *, bound: int = BOUND, key: Key | None = None, depth: int = 6
) -> None:
    """All checks, for each seed. `key` says when two outcomes of chance come to the same (see check_chance)."""
    for seed in seeds:
        check_waits(make, seed, bound)
        check_answers(make, seed, bound, key=key)
        check_clones(make, seed, bound, depth)
        check_saves(make, load, seed, bound, depth)
        check_views(make, seed, bound)
        check_secrets(make, seed, bound)
        check_chance(make, seed, bound, key=key)
        check_replay(make, seed, bound)
        check_undo(make, seed, bound)
        check_events(make, seed, bound)


# ---- playing at random ----------------------------------------------------------------------------------------


def choose(state: State, rng: Rng) -> Entry:
    """A random input that the state waits for."""
    if state.wait is Wait.DECISION:
        asked = state.decisions
        decision = asked[rng.below(len(asked))] if len(asked) > 1 else asked[0]
        assert decision.actions, f"the decision has no answer: {decision}"
        return Entry("act", decision.seat, decision.actions[rng.below(len(decision.actions))])
    if state.wait is Wait.CHANCE:
        return Entry("chance", -1, 0, state.sample_chance(rng))
    assert state.wait is Wait.PAUSE, "the game is over"
    return Entry("proceed", -1)


def give(state: State, entry: Entry) -> None:
    if entry.what == "act":
        state.apply(entry.action, None, entry.prefer, entry.seat)
    elif entry.what == "chance":
        state.apply_chance(entry.outcome)
    else:
        state.proceed()


def walk(make: Make, seed: int, bound: int, dice: Dice | None = None) -> Iterator[tuple[State, Entry | None, int]]:
    """A random game: at each step the state, what will be put in next (None at the end), and the number of the step."""
    state, rng = make(seed), Rng(seed)
    assert seats_of(state), "the game has no seats"
    state.set_dice(dice)
    for i in range(bound):
        if state.is_over:
            yield state, None, i
            return
        entry = choose(state, rng)
        yield state, entry, i
        give(state, entry)
    raise AssertionError(f"the random game of seed {seed} is not over after {bound} steps")


def seats_of(state: State) -> range:
    return range(len(state.game.seat_names(state)))


def _at(seed: int, step: int) -> str:
    return f"seed {seed}, step {step}"


# ---- the checks -----------------------------------------------------------------------------------------------


def check_waits(make: Make, seed: int, bound: int = BOUND) -> None:
    """The game ends; it waits for exactly one thing; it has an outcome if and only if it is over."""
    before = -1
    for state, _, i in walk(make, seed, bound):
        at, decision, legal = _at(seed, i), state.decision, state.legal_actions()
        waits = (decision is not None, state.chance is not None, state.wait is Wait.PAUSE, state.outcome is not None)
        assert sum(waits) == 1, f"{at}: waits for {sum(waits)} things: decision, chance, pause, over = {waits}"
        assert waits[(Wait.DECISION, Wait.CHANCE, Wait.PAUSE, Wait.OVER).index(state.wait)], f"{at}: {state.wait}"
        assert state.is_over == (state.outcome is not None), f"{at}: over and outcome do not agree"
        assert state.is_chance == (state.chance is not None), f"{at}: is_chance and chance do not agree"
        assert i == 0 or state.version == before + 1, f"{at}: version {before} is followed by {state.version}"
        before = state.version
        if decision is None:
            assert not legal, f"{at}: nobody is asked, and there are answers: {legal}"
        else:
            assert legal and tuple(legal) == decision.actions, f"{at}: {legal} are not the answers to {decision}"
            assert len(set(legal)) == len(legal), f"{at}: an answer is listed twice: {legal}"
            assert decision.seat in seats_of(state) and decision.asks, f"{at}: nobody is asked anything: {decision}"
            assert decision in state.decisions, f"{at}: the decision is not among those that are open"
            for one in state.decisions:
                assert tuple(state.legal_actions(one.seat)) == one.actions, f"{at}: other answers for seat {one.seat}"
                assert one.version <= state.version, f"{at}: the decision is of version {one.version}"
                assert one.secret or one.version == state.version, f"{at}: the decision is of version {one.version}"
            assert len(state.decisions) == 1 or decision.secret, f"{at}: several are asked, and not in secret"
            asked = {one.seat for one in state.decisions}
            assert len(asked) == len(state.decisions), f"{at}: a seat is asked twice"
            assert not asked & set(state.committed), f"{at}: a seat that has answered is asked again"


def check_answers(make: Make, seed: int, bound: int = BOUND, tries: int = 6, key: Key | None = None) -> None:
    """What is legal is accepted, all else is refused with reasons and changes nothing; so are stale versions.

    With a `key`, a legal action that is not listed must come to the same as one that is.
    """
    rng = Rng(seed, 1 << 32)
    seen: dict[int, None] = {}  # actions of other decisions
    for state, entry, i in walk(make, seed, bound):
        at = _at(seed, i)
        listed = state.legal_actions()
        before = (state.fingerprint(), state.events)
        for action in listed:
            assert state.is_legal(action), f"{at}: action {action} is listed and not legal"
            assert state.explain(action) == [], f"{at}: reasons against the legal action {action}"
            state.after(action)
        others = list(seen)
        probes = [others[rng.below(len(others))] for _ in range(tries if others else 0)]
        for action in (listed or [0])[:tries]:
            probes += [action + rng.below(41) - 20, action - 1, action + 1, -1 - action]
        probes += [rng.below(10 ** (1 + rng.below(7))) for _ in range(tries)]
        probes += [n for huge in HUGE for n in (huge, -huge)]
        for action in probes:
            if action in listed:
                continue
            reasons = state.explain(action)
            if state.is_legal(action):
                assert not reasons, f"{at}: {action} is legal, yet there are reasons against it: {reasons}"
                end = state.after(action)
                same = key is None or decision_has_more(state) or key(end) in {key(state.after(a)) for a in listed}
                assert same, f"{at}: {action} is legal, not listed, and equal to none of {listed}"
                continue
            assert reasons and all(r.text for r in reasons), f"{at}: no reason against the illegal action {action}"
            error = _refused(IllegalAction, f"{at}: illegal action {action}", state.apply, action)
            assert isinstance(error, IllegalAction) and error.reasons, f"{at}: {action} is refused without a reason"
        if listed:
            assert state.decision is not None
            for version in (state.decision.version - 1, state.version + 1):
                _refused(StaleVersion, f"{at}: version {version}", state.apply, listed[0], version)
            asked = [d.seat for d in state.decisions]
            for one in state.decisions:
                for version in {one.version, state.version}:
                    try:
                        state.clone().apply(one.actions[0], version, (), one.seat)
                    except StaleVersion as error:
                        raise AssertionError(f"{at}: version {version} is refused: {error}") from error
                for version in (one.version - 1, state.version + 1):
                    _refused(
                        StaleVersion, f"{at}: version {version}", state.apply, one.actions[0], version, (), one.seat
                    )
                for action in probes:
                    if not state.is_legal(action, one.seat):
                        what = f"{at}: illegal action {action} of seat {one.seat}"
                        _refused(IllegalAction, what, state.apply, action, None, (), one.seat)
            for seat in seats_of(state):
                if seat not in asked:
                    _refused(IllegalAction, f"{at}: seat {seat} answers", state.apply, listed[0], None, (), seat)
                    assert not state.legal_actions(seat), f"{at}: seat {seat} is not asked and has answers"
                    assert not state.is_legal(listed[0], seat), f"{at}: seat {seat} is not asked and may answer"
        _refuse_other_verbs(state, entry, at)
        assert (state.fingerprint(), state.events) == before, f"{at}: something that was refused changed the state"
        seen.update(dict.fromkeys(listed))


def decision_has_more(state: State) -> bool:
    return state.decision is not None and state.decision.more


def _refuse_other_verbs(state: State, entry: Entry | None, at: str) -> None:
    """Outcomes that cannot be, and inputs of a kind that is not waited for."""
    if state.wait is Wait.CHANCE:
        assert entry is not None
        for wrong in ((*entry.outcome, 0), entry.outcome[1:], (*entry.outcome[1:], HUGE[0]), (*entry.outcome[1:], -1)):
            _refused(DicehallError, f"{at}: outcome {wrong}", state.apply_chance, wrong)
    else:
        _refused(IllegalAction, f"{at}: an outcome while no chance is open", state.apply_chance, (0,))
    if state.wait is not Wait.PAUSE:
        _refused(IllegalAction, f"{at}: proceed while there is no pause", state.proceed)
    if state.is_over:
        _refused(IllegalAction, f"{at}: conceding a game that is over", state.concede, 0)
    for seat in (-1, len(seats_of(state))):
        _refused(DicehallError, f"{at}: seat {seat} concedes", state.concede, seat)


def _refused(error: type[DicehallError], what: str, call: Callable[..., object], *operands: object) -> DicehallError:
    try:
        call(*operands)
    except error as caught:
        assert str(caught), f"{what} is refused without a word"
        return caught
    except Exception as other:
        raise AssertionError(f"{what} fails with {other!r} in place of {error.__name__}") from other
    raise AssertionError(f"{what} is not refused")


def check_clones(make: Make, seed: int, bound: int = BOUND, depth: int = 6) -> None:
    """A copy has the same future, and whatever happens to it does not touch the original (nor the other way round)."""
    rng = Rng(seed, 1 << 33)
    copies = _Followers(depth)
    kept: deque[tuple[State, bytes]] = deque(maxlen=depth)
    for state, entry, i in walk(make, seed, bound):
        at = _at(seed, i)
        copies.compare(state, f"{at}: a copy")
        before = state.save()
        copy = state.clone()
        assert copy.fingerprint() == state.fingerprint(), f"{at}: the copy is not equal"
        kept.append((copy, copy.save()))
        stray = state.clone()
        for _ in range(depth):
            if not stray.is_over:
                give(stray, choose(stray, rng))
        if not state.is_over:
            for seat in seats_of(state):
                lost = state.clone()
                lost.concede(seat)
                assert lost.is_over and lost.outcome is not None, f"{at}: seat {seat} concedes and the game goes on"
        assert state.save() == before, f"{at}: playing on in a copy changed the original"
        for old, saved in kept:
            assert old.save() == saved, f"{at}: playing on in the original changed a copy"
        copies.follow(state.clone(), entry)


def check_saves(make: Make, load: Load, seed: int, bound: int = BOUND, depth: int = 6) -> None:
    """A loaded state is the saved one and has the same future, with open chance and with dice at an exact position."""
    for dice in (None, SeededDice(seed)):
        copies = _Followers(depth)
        for state, entry, i in walk(make, seed, bound, dice):
            at = _at(seed, i)
            copies.compare(state, f"{at}: a loaded state")
            data = state.save()
            again = load(data)
            assert again.save() == data, f"{at}: a loaded state is saved differently"
            assert again.fingerprint() == state.fingerprint(), f"{at}: a loaded state has another fingerprint"
            assert again.events == state.events, f"{at}: a loaded state has other events"
            assert again.wait is state.wait and again.outcome == state.outcome, f"{at}: a loaded state waits otherwise"
            copies.follow(again, entry)


class _Followers:
    """Copies that are given what the original is given: the first to the end, the others for some steps."""

    def __init__(self, depth: int) -> None:
        self.first: State | None = None
        self.others: deque[State] = deque(maxlen=depth)

    def compare(self, state: State, what: str) -> None:
        expected = state.fingerprint()
        for copy in (*self.others, *([self.first] if self.first else [])):
            assert copy.fingerprint() == expected, f"{what} has another future"
            assert copy.legal_actions() == state.legal_actions(), f"{what} offers other answers"

    def follow(self, copy: State, entry: Entry | None) -> None:
        if self.first is None:
            self.first = copy
        else:
            self.others.append(copy)
        if entry is not None:
            for other in (self.first, *self.others):
                give(other, entry)


def check_views(make: Make, seed: int, bound: int = BOUND) -> None:
    """A view is plain data, holds nothing of the dice to come, and cannot be used to change the state."""
    rng = Rng(seed, 1 << 34)
    for state, _, i in walk(make, seed, bound):
        at, before = _at(seed, i), state.save()
        one, other = state.clone(), state.clone()
        if not state.is_chance:
            one.set_dice(SeededDice(MARK, PLACE))
            other.set_dice(SeededDice(rng.word()))
        for seat in (-1, *seats_of(state)):
            seen, marked = state.view(seat), one.view(seat)
            if i % 8 == 0:
                _plain(marked, f"{at}: the view of seat {seat}")
            words = repr(marked)
            assert str(MARK) not in words and str(PLACE) not in words, f"{at}: seat {seat} sees the dice to come"
            same = seen == marked == other.view(seat)
            assert same, f"{at}: what seat {seat} sees depends on the dice to come"
            if seat >= 0 and not state.is_chance:
                again = state.resample(seat, rng).view(seat)
                assert again == seen, f"{at}: a resampled state shows seat {seat} something else"
            _spoil(seen)
        assert state.save() == before, f"{at}: looking at the state changed it"


def check_secrets(make: Make, seed: int, bound: int = BOUND) -> None:
    """While answers to a secret question are out, nothing that others can see depends on those that are in."""
    rng = Rng(seed, 1 << 38)
    for state, _, i in walk(make, seed, bound):
        asked = state.decisions
        if len(asked) < 2:
            continue
        at = _at(seed, i)
        for decision in asked:
            first, second = rng.sample(len(decision.actions), 2)
            one, other = (state.after(decision.actions[i], decision.seat) for i in (first, second))
            assert decision.seat in one.committed, f"{at}: seat {decision.seat} has chosen, and nothing says so"
            assert one.events == other.events, f"{at}: the events tell what seat {decision.seat} chose"
            assert one.version == other.version, f"{at}: the version tells what seat {decision.seat} chose"
            assert one.decisions == other.decisions, f"{at}: what is asked tells what seat {decision.seat} chose"
            for seat in (-1, *seats_of(state)):
                if seat != decision.seat:
                    assert one.view(seat) == other.view(seat), f"{at}: seat {seat} sees what {decision.seat} chose"
                if seat >= 0 and seat != decision.seat:
                    word = rng.word()
                    same = one.resample(seat, Rng(word)).fingerprint() == other.resample(seat, Rng(word)).fingerprint()
                    assert same, f"{at}: a copy for seat {seat} holds what {decision.seat} chose"
            for seat in seats_of(state):
                for probe in (-1, 0, HUGE[0], *decision.actions[:3]):
                    same = one.explain(probe, seat) == other.explain(probe, seat)
                    same = same and _answer(one, probe, seat) == _answer(other, probe, seat)
                    assert same, f"{at}: a refusal tells what seat {decision.seat} chose"


def _answer(state: State, action: int, seat: int) -> str:
    """What is said when a seat gives this answer."""
    try:
        state.after(action, seat)
    except DicehallError as error:
        return str(error)
    return ""


def _plain(data: Any, what: str) -> None:
    if isinstance(data, dict):
        assert all(isinstance(name, str) for name in data), f"{what} has keys that are not words"
        for name, value in data.items():
            _plain(value, f"{what}, {name}")
    elif isinstance(data, (list, tuple)):
        for value in data:
            _plain(value, what)
    else:
        assert data is None or isinstance(data, (str, int, float)), f"{what} holds {type(data).__name__}"


def _spoil(data: Any) -> None:
    """Empties all lists and tables of a view."""
    if isinstance(data, (dict, list)):
        for value in list(data.values() if isinstance(data, dict) else data):
            _spoil(value)
        data.clear()


def check_chance(
    make: Make, seed: int, bound: int = BOUND, *, key: Key | None = None, most: int = 3000, looks: int = 20
) -> None:
    """Probabilities sum to one, and a sampled outcome comes to the same, by `key`, as exactly one that is listed.

    Chances with more than `most` outcomes are not gone through; `looks` of them are gone through to the `key`.
    """
    rng = Rng(seed, 1 << 35)
    key = key or _fingerprint
    for state, entry, i in walk(make, seed, bound):
        if entry is None or entry.what != "chance":
            assert not list(state.chance_outcomes()), f"{_at(seed, i)}: outcomes, and no chance is open"
            continue
        at, before = _at(seed, i), state.save()
        listed: dict[tuple[int, ...], float] = {}
        for outcome, probability in state.chance_outcomes():
            assert outcome not in listed, f"{at}: the outcome {outcome} is listed twice"
            assert 0 < probability <= 1, f"{at}: the outcome {outcome} has the probability {probability}"
            listed[outcome] = probability
            if len(listed) > most:
                break
        if len(listed) <= most:
            total = sum(listed.values())
            assert abs(total - 1) < 1e-9, f"{at}: the probabilities of {len(listed)} outcomes sum to {total}"
            if looks and rng.below(3) == 0:
                looks -= 1
                ends: dict[Hashable, tuple[int, ...]] = {}
                for outcome in listed:
                    end = key(_fallen(state, outcome))
                    assert end not in ends, f"{at}: {outcome} and {ends[end]} come to the same and are both listed"
                    ends[end] = outcome
                for sample in (entry.outcome, state.sample_chance(rng), state.sample_chance(rng)):
                    assert key(_fallen(state, sample)) in ends, f"{at}: {sample} falls and is not among the outcomes"
        assert state.save() == before, f"{at}: looking at the outcomes changed the state"


def _fingerprint(state: State) -> Hashable:
    return state.fingerprint()


def _fallen(state: State, outcome: tuple[int, ...]) -> State:
    state.check_chance(outcome)
    after = state.clone()
    after.apply_chance(outcome)
    return after


def play_session(make: Make, seed: int, bound: int = BOUND, dice: Dice | None = None) -> Iterator[Session]:
    """A random game as a session, before each action and at the end."""
    session, rng = Session(make(seed), dice or SeededDice(seed)), Rng(seed)
    for _ in range(bound):
        yield session
        if session.state.is_over:
            return
        entry = choose(session.state, rng)
        session.act(entry.action, seat=entry.seat) if entry.what == "act" else session.proceed()
    raise AssertionError(f"the random session of seed {seed} is not over after {bound} actions")


def check_replay(make: Make, seed: int, bound: int = BOUND, cuts: int = 5) -> None:
    """What was put in, put in again, gives the same game: from the record, cut anywhere, and with recorded dice."""
    moments: dict[int, bytes] = {}
    for session in play_session(make, seed, bound):
        moments[len(session.entries)] = session.state.fingerprint()
    rng, lengths = Rng(seed, 1 << 36), list(moments)
    for n in {lengths[-1], *(lengths[rng.below(len(lengths))] for _ in range(cuts))}:
        again = replay(make(seed), session.entries[:n])
        assert again.state.fingerprint() == moments[n], f"seed {seed}: the record of {n} entries replays differently"
        assert again.entries == session.entries[:n], f"seed {seed}: the replay of {n} entries is recorded differently"
        assert again.log == session.log[: len(again.log)], f"seed {seed}: the replay of {n} entries has another log"
    dice = RecordedDice([e.outcome for e in session.entries if e.what == "chance"])
    recorded = list(play_session(make, seed, bound, dice.clone()))[-1]
    assert recorded.entries == session.entries, f"seed {seed}: recorded dice give another game"
    state = make(seed)  # the same once more, by a state that has the recorded dice itself
    state.set_dice(dice)
    for entry in session.entries:
        if entry.what != "chance":
            give(state, entry)
    assert state.outcome == session.state.outcome, f"seed {seed}: a state with recorded dice ends differently"


def check_undo(make: Make, seed: int, bound: int = BOUND, times: int = 12) -> None:
    """A move taken back leaves the state before it, and put in again the state after it; dice that fell stay."""
    rng = Rng(seed, 1 << 37)
    starts: dict[int, bytes] = {}
    for session in play_session(make, seed, bound):
        state, entries, log = session.state, list(session.entries), list(session.log)
        at = f"seed {seed}, after {len(entries)} entries"
        after = state.fingerprint()
        starts[len(entries)] = after
        if not entries or rng.below(8):
            continue
        if entries[-1].what != "act":
            _refused(DicehallError, f"{at}: undoing a roll", session.undo)
            assert all(session.can_undo(seat) for seat in seats_of(state)), f"{at}: somebody may undo a roll"
            assert session.state.fingerprint() == after, f"{at}: a refused undo changed the state"
        elif times and session.can_undo(entries[-1].seat) is None:
            times -= 1
            session.undo(entries[-1].seat)
            n = len(session.entries)
            assert session.entries == entries[:n] and n < len(entries), f"{at}: undo changed the record otherwise"
            assert session.state.fingerprint() == starts[n], f"{at}: undo went to another state than that after {n}"
            for entry in entries[n:]:
                session.act(entry.action, None, entry.prefer, entry.seat)
            assert session.state.fingerprint() == after, f"{at}: the move put in again gives another state"
            assert (session.entries, session.log) == (entries, log), f"{at}: the move put in again is another record"


def check_events(make: Make, seed: int, bound: int = BOUND) -> None:
    """Events are numbered without gaps; each names an earlier one as its cause, or none."""
    first, count = -1, 0
    for state, _, i in walk(make, seed, bound):
        for event in state.events:
            assert isinstance(event, Event) and event.kind, f"{_at(seed, i)}: {event!r} is no event"
            first = event.seq if first < 0 else first
            assert event.seq == first + count, f"{_at(seed, i)}: event {event.seq} comes where {first + count} is due"
            assert event.cause == -1 or first <= event.cause < event.seq, f"{_at(seed, i)}: no cause for {event}"
            count += 1
        assert i == 0 or state.events, f"{_at(seed, i)}: nothing happened"
