"""How often texts are used: positions in which every count is known, with the use and without it."""

from __future__ import annotations

from collections import Counter

import pytest

from dicehall.bots.base import question
from dicehall.bots.levels import bot_named
from dicehall.dicemasters import DMState
from dicehall.dicemasters.cards import load_catalogue
from dicehall.dicemasters.terms import ZONES
from dicehall.kernel.errors import InvalidInput
from dicehall.lab.usage import (
    Row,
    lines_of,
    new_state,
    play,
    reasons,
    reasons_in,
    report,
    starters,
    tables,
    unexplained,
    usage,
)
from dicehall.lab.usage_watch import BOUGHT, KINDS, LEAST, Tally, Use, Watcher
from dicehall.notation.scenario import run_line, scenario_from, start
from dicehall.notation.script import read_script


def counted(text: str) -> Tally:
    """Plays a scenario, then the same again with somebody who counts."""
    scenario = scenario_from(text, "test")
    player = start(scenario)
    for line in read_script(scenario.play, 1):
        failure = run_line(player, line)
        assert failure is None, failure
    state = player.session.start.clone()
    assert isinstance(state, DMState)
    watcher = Watcher(state)
    for entry in player.session.entries:
        if entry.what == "act":
            watcher.before(state, entry.action)
            state.apply(entry.action, None, entry.prefer)
        else:
            watcher.listen()
            state.apply_chance(entry.outcome) if entry.what == "chance" else state.proceed()
        watcher.after(state)
    assert state.fingerprint() == player.state.fingerprint()
    return watcher.close()


def position(play: str, ann: str, bob: str = "", basics: str = "", step: str = "main", edition: str = "avx") -> Tally:
    return counted(
        f'title = "counts"\ngame = "dicemasters"\nedition = "{edition}"\nactive = "ann"\nstep = "{step}"\n'
        f'basics = [{basics}]\nplay = """\n{play}"""\n[seat.ann]\n{ann}\n[seat.bob]\n{bob}\n'
    )


def test_a_global_ability_counts_once_a_window_for_each_player() -> None:
    ann = 'cards = ["Ghost Rider: Johnny Blaze"]\nfield = ["Ghost Rider@1"]\nreserve = ["Sidekick@bolt x3"]'
    bob = 'reserve = ["Sidekick@bolt"]'
    once = "ann> global Invulnerability on Ghost Rider with Sidekick@bolt\n"
    key = ("avx30", "global")
    assert position("ann> end main\n", ann, bob, '"Invulnerability"')[key] == Use(1, 0)
    assert position("ann> end main\nbob> pass\n", ann, bob, '"Invulnerability"')[key] == Use(2, 0)
    assert position(once + once + "ann> end main\nbob> pass\n", ann, bob, '"Invulnerability"')[key] == Use(2, 1)
    batch = once.replace("Invulnerability", "Invulnerability x2").replace("Sidekick@bolt", "Sidekick#1, Sidekick#2")
    reply = "bob> global Invulnerability on Ghost Rider with Sidekick@bolt\n"
    assert position(batch + "ann> end main\n" + reply, ann, bob, '"Invulnerability"')[key] == Use(2, 2)
    assert position("ann> end main\n", ann.replace("bolt", "fist"), "", '"Invulnerability"')[key] == Use(), "unpayable"


def test_a_global_ability_inside_damage_counts_once_for_the_damage() -> None:
    ann = 'reserve = ["Power Bolt@action"]'
    bob = (
        'cards = ["Iron Man: Inventor", "Ghost Rider: Johnny Blaze"]\nfield = ["Ghost Rider@1"]\n'
        'reserve = ["Sidekick@shield x2"]'
    )
    hit = "ann> use Power Bolt on bob\n"
    key = ("avx13", "global")
    assert position(hit + "bob> pass\n", ann, bob, '"Power Bolt"')[key] == Use(1, 0)
    one = "bob> global Iron Man on Ghost Rider with Sidekick#1\n"
    assert position(hit + one + "bob> pass\n", ann, bob, '"Power Bolt"')[key] == Use(1, 1)
    assert position("ann> use Power Bolt on ann\n", ann, bob, '"Power Bolt"')[key] == Use(), "not bob's damage"


def test_an_action_counts_by_the_bursts_that_its_die_shows() -> None:
    reserve = 'reserve = ["Force Beam@action*"]\nfield = ["Sidekick@1"]'
    used = position("ann> use Force Beam\n", reserve, "", '"Force Beam"')
    left = position("ann> end main\n", reserve, "", '"Force Beam"')
    assert used[("avx27", "text 1")] == used[("avx27", "burst 1")] == Use(1, 1)
    assert left[("avx27", "text 1")] == left[("avx27", "burst 1")] == Use(1, 0)
    assert used[("avx27", "burst 2")] == left[("avx27", "burst 2")] == Use()
    plain = position("ann> use Force Beam\n", reserve.replace("*", ""), "", '"Force Beam"')
    assert plain[("avx27", "text 1")] == Use(1, 1) and plain[("avx27", "burst 1")] == Use()


def test_a_may_counts_whenever_it_is_asked() -> None:
    ann = 'cards = ["Spider-Man: Webhead"]\nfield = ["Spider-Man@1"]\nreserve = ["Sidekick@fist"]'
    key = ("avx17", "text 1")
    assert position("ann> attack Spider-Man\nann> choose yes\n", ann, step="attack")[key] == Use(1, 1)
    assert position("ann> attack Spider-Man\nann> choose no\n", ann, step="attack")[key] == Use(1, 0)
    assert position("ann> attack Spider-Man\n", ann.replace("fist", "bolt"), step="attack")[key] == Use(), "unpayable"
    assert position("ann> attack none\n", ann, step="attack")[key] == Use()


def test_a_die_that_could_be_saved_counts_as_asked() -> None:
    ann = 'cards = ["Triceraton: Loyal to a Fault"]\nfield = ["Triceraton@3 x2"]'
    bob = (
        'cards = ["Space Armor Iron Man: #14-C"]\nfield = ["Space Armor Iron Man@1 damage 4"]\n'
        'reserve = ["Sidekick@shield"]'
    )
    fight = "ann> attack Triceraton\nbob> block Triceraton: Space Armor Iron Man\n"
    key = ("imw21", "text 1")
    assert position(fight + "bob> pass\n", ann, bob, step="attack", edition="imw")[key] == Use(1, 0)
    assert position(fight + "bob> choose yes\n", ann, bob, step="attack", edition="imw")[key] == Use(1, 1)


def test_when_fielded_counts_against_turns_in_which_it_could_be_fielded() -> None:
    ann = 'cards = ["Captain America: Star-Spangled Avenger"]\nreserve = ["Captain America@1", "Sidekick@shield x3"]'
    bob = 'field = ["Sidekick@1"]'
    key = ("avx6", "text 1")
    assert position("ann> field Captain America\n", ann, bob)[key] == Use(1, 1)
    assert position("ann> end main\n", ann, bob)[key] == Use(1, 0)
    poor = ann.replace(', "Sidekick@shield x3"', "")
    assert position("ann> end main\n", poor, bob)[key] == Use()


def test_when_it_blocks_counts_against_turns_in_which_it_could_block() -> None:
    bob = 'cards = ["Beast: Big Boy Blue"]\nfield = ["Beast@1"]'
    ann = 'field = ["Sidekick@1"]'
    attack = "ann> attack Sidekick\n"
    key = ("avx1", "text 1")
    assert position(attack + "bob> block Sidekick: Beast\n", ann, bob, step="attack")[key] == Use(1, 1)
    assert position(attack + "bob> block none\n", ann, bob, step="attack")[key] == Use(1, 0)
    assert position("ann> attack none\n", ann, bob, step="attack")[key] == Use(0, 0)


def test_an_event_counts_against_turns_in_the_field_and_a_burst_line_only_with_its_burst() -> None:
    ann = 'reserve = ["Power Bolt@action"]'
    bob = 'cards = ["Hulk: Anger Issues"]\nfield = ["Hulk@3"]'
    hit = position("ann> use Power Bolt on bob\n", ann, bob, '"Power Bolt"')
    calm = position("ann> end main\nann> attack none\n", ann, bob, '"Power Bolt"')
    assert hit[("avx7", "text 1")] == Use(1, 1)
    assert calm[("avx7", "text 1")].used == 0 and calm[("avx7", "text 1")].chances > 0
    assert hit[("avx7", "burst 1")] == calm[("avx7", "burst 1")] == Use(), "its third level shows no burst"
    burst = position("ann> use Power Bolt on bob\n", ann, bob.replace("@3", "@2"), '"Power Bolt"')
    assert burst[("avx7", "text 1")] == burst[("avx7", "burst 1")] == Use(1, 1)


def test_a_standing_text_counts_turns_in_the_field_against_turns_owned() -> None:
    key = ("avx5", "text 1")
    cards = 'cards = ["Captain America: Natural Leader"]\n'
    assert position("ann> end main\n", cards + 'field = ["Captain America@1"]')[key] == Use(1, 1)
    assert position("ann> end main\n", cards + 'used = ["Captain America"]')[key] == Use(1, 0)
    assert position("ann> end main\n", cards)[key] == Use(), "nobody has bought a die"


def test_buying_counts_against_turns_in_which_it_could_be_paid() -> None:
    cards = 'cards = ["Beast: Big Boy Blue"]\nreserve = ["Sidekick@mask x4"]'
    key = ("avx1", BOUGHT)
    buy = "ann> buy Beast\n"
    assert position(buy + buy + "ann> end main\n", cards)[key] == Use(1, 1), "a turn counts once"
    assert position("ann> end main\n", cards)[key] == Use(1, 0)
    assert position("ann> end main\n", cards.replace("mask x4", "mask"))[key] == Use()


def test_a_card_without_text_counts_when_it_is_fielded() -> None:
    ann = 'cards = ["Rescue: Mark 1616"]\nreserve = ["Rescue@1", "Sidekick@bolt x2"]'
    assert position("ann> field Rescue\n", ann, edition="imw")[("imw16", "fielded")] == Use(1, 1)
    assert position("ann> end main\n", ann, edition="imw")[("imw16", "fielded")] == Use(1, 0)


def test_what_bots_imagine_is_not_counted() -> None:
    """The same answers without anybody thinking give the same counts."""
    table = tables("greedy", 2, 3, load_catalogue())[1]
    state, again = (new_state(table, load_catalogue()) for _ in range(2))
    bots = [bot_named(table.bot, "dicemasters", seat) for seat in range(2)]
    thinking, replaying = Watcher(state), Watcher(again)
    bought: set[tuple[int, int]] = set()
    for _ in range(80):
        if state.is_over:
            break
        q = question(state)
        action = bots[q.seat].choose(q)
        turn = state.turn
        thinking.before(state, action)
        replaying.before(again, action)
        state.apply(action)
        again.apply(action)
        thinking.after(state)
        replaying.after(again)
        bought |= {(turn, event.xs[0]) for event in state.events if event.kind == "bought"}
    tally = thinking.close()
    assert tally == replaying.close()
    assert sum(use.used for (_, mark), use in tally.items() if mark == BOUGHT) == len(bought) > 0
    assert all(use.used <= use.chances for use in tally.values())


def test_every_starter_card_comes_to_the_table_about_equally_often() -> None:
    catalogue = load_catalogue()
    rows = tables("easy", 60, 4, catalogue)
    assert rows == tables("easy", 60, 4, catalogue) != tables("easy", 60, 5, catalogue)
    times = Counter(ident for row in rows for team in row.teams for idents in team for ident in idents)
    cards = {card.id: card for card in starters(catalogue)}
    assert set(times) == set(cards)
    for basic in (False, True):
        some = [n for ident, n in times.items() if (cards[ident].kind == "basic_action") == basic]
        assert max(some) <= 2 * min(some) + 2
    for row in rows:
        for mine, basics in row.teams:
            assert len({cards[ident].name for ident in mine}) == 8 and len(set(basics)) == 2
        assert not set(row.teams[0][1]) & set(row.teams[1][1])
    assert [row.stocked for row in rows[:5]] == [False, True, True, False, True]


def test_a_stocked_seat_has_a_die_of_each_of_its_cards_in_its_bag() -> None:
    catalogue = load_catalogue()
    row = tables("easy", 3, 6, catalogue)[2]
    state = new_state(row, catalogue)
    kit = state.kit
    for seat, (mine, basics) in enumerate(row.teams):
        bought = [d for d in range(kit.n_dice) if state.where[d] >= 0 and state.where[d] // ZONES == seat]
        owned = Counter(kit.cards[kit.die_card[d]] for d in bought)
        ids = {card.id: n for card, n in owned.items() if card is not None}
        assert ids == {**dict.fromkeys(mine, 1), **dict.fromkeys(basics, 2)} and owned[None] == 8
    plain = new_state(row._replace(stocked=False), catalogue)
    assert plain.kit.n_dice == kit.n_dice and sum(plain.left) == sum(state.left) + 24
    assert not any(mark == BOUGHT for _, mark in play(row))


def test_games_add_up_and_every_line_has_a_kind() -> None:
    catalogue = load_catalogue()
    lines = lines_of(catalogue)
    assert {kind for _, _, kind in lines} <= set(KINDS)
    assert {card.id for _, card, _ in lines} == {card.id for card in starters(catalogue)}
    total = usage("easy", 2, 7)
    one, other = (play(table) for table in tables("easy", 2, 7, catalogue))
    assert {key for key, _, _ in lines} == set(total)
    for key, use in total.items():
        assert use == one.get(key, Use()).plus(other.get(key, Use()))
    rows = report(total, {}, catalogue)
    assert [row.use.rate for row in rows] == sorted(row.use.rate for row in rows)


def test_seldom_used_texts_need_a_reason() -> None:
    catalogue = load_catalogue()
    card = starters(catalogue)[0]
    assert Use(200, 1).is_seldom and not Use(100, 1).is_seldom
    assert Use(LEAST - 1, 0).is_open and not Use(LEAST, 0).is_open and Use().is_open
    rows = [Row(card, "text 1", "may", use, reason) for use, reason in (
        (Use(LEAST, 0), ""), (Use(LEAST, 0), "Rarely worth it."), (Use(LEAST - 1, 0), ""), (Use(50, 1), "")
    )]  # fmt: skip
    assert unexplained(rows) == rows[:1]
    assert reasons_in('[avx25]\nglobal = "Why."\n', catalogue) == {("avx25", "global"): "Why."}
    both = reasons_in('[avx25]\nbought = "Its own."\n[basic_action]\nbought = "All."\n', catalogue)
    assert both[("avx25", BOUGHT)] == "Its own." and both[("avx26", BOUGHT)] == "All." and len(both) == 40
    for text, said in (
        ('avx25 = "Why."\n', "must be a table"),
        ('[avx25]\n"text 9" = "Why."\n', "there is no 'text 9' of avx25; it has: bought, global, text 1"),
        ('[nobody]\nglobal = "Why."\n', "no such starter card"),
        ("[avx25]\nglobal = 3\n", "must be a sentence"),
        ("[avx25\n", "usage.toml:"),
    ):
        with pytest.raises(InvalidInput, match=said):
            reasons_in(text, catalogue)
    assert all(reason.endswith(".") for reason in reasons(catalogue).values())
