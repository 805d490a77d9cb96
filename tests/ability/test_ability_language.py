"""What sentences mean: one tree for each kind of phrase, and how sentences fold into one ability."""

from __future__ import annotations

from dicehall.ability import tree as t
from dicehall.ability.parsing import parse_ability, parse_burst, parse_global
from dicehall.ability.printing import print_ability
from dicehall.ability.vocabulary import KEYWORDS, REMINDERS

THIS, IT, THAT = t.Dice("this"), t.Dice("it"), t.Dice("that")
OPPONENT = t.Who("opponent")


def do(text: str) -> tuple[t.Step, ...]:
    return parse_ability(text).do


def test_scope_limit_event_and_condition() -> None:
    assert parse_ability("While active, your Sidekick character dice get +1A and +1D.") == t.Ability(
        (t.Gets(t.Dice("group", t.Filter(whose="your", traits=((t.Trait("sidekick"),),))), 1, 1),), "active"
    )
    first = parse_ability("While active, the first time each turn you field a character die, gain 1 life.")
    assert (first.scope, first.limit, first.event) == ("active", "first", t.Fielded("you", t.Filter()))
    once = parse_ability("Once per turn per die, when this die attacks, gain 1 life.")
    assert (once.limit, once.event) == ("die", t.Attacks(THIS))
    shredder = parse_ability("When fielded, if you have an active Shredder, gain 1 life.")
    assert (shredder.event, shredder.condition) == (t.Fielded(), t.Have("Shredder"))


def test_who_is_meant() -> None:
    assert do("KO target character die you control.") == (t.Ko(t.Dice("target", t.Filter(whose="your"))),)
    assert do("KO one of your character dice.") == (t.Ko(t.Dice("a", t.Filter(whose="your"))),)
    assert do("KO 2 target character dice.") == (t.Ko(t.Dice("target", t.Filter(), 2)),)
    assert do("KO another target character die.") == (t.Ko(t.Dice("target", t.Filter(other=True))),)
    assert do("KO each other opposing character die.") == (
        t.Ko(t.Dice("each", t.Filter(whose="opposing", other=True))),
    )
    assert do("KO up to 2 opposing level 1 [fist] Villains character dice.") == (
        t.Ko(
            t.Dice(
                "a",
                t.Filter(
                    whose="opposing",
                    level=t.Compare("=", 1),
                    traits=((t.Trait("type", "fist"),), (t.Trait("name", "Villains"),)),
                ),
                2,
                up_to=True,
            )
        ),
    )


def test_its_own_number_is_that_of_the_source() -> None:
    (deal,) = do("This die deals damage equal to its A to your opponent.")
    assert deal == t.Deal((t.Part(t.Stat("A", IT), (OPPONENT,)),), THIS)


def test_several_parts_are_one_batch() -> None:
    (deal,) = do("This card deals 1 damage to each player and 2 damage to each character die.")
    assert isinstance(deal, t.Deal) and [part.amount for part in deal.parts] == [1, 2]


def test_x_is_explained_at_the_end() -> None:
    number = "the number of character dice in their Field Zone"
    (deal,) = do(f"This card deals X damage to target player, where X is 2 plus {number}.")
    there = t.Filter(zones=(t.Zone("field", "their"),))
    assert deal == t.Deal((t.Part(t.Plus(2, t.Count(there)), (t.Who("target player"),)),))


def test_dice_moved_from_one_zone_share_it() -> None:
    used = (t.Zone("used"),)
    (move,) = do(
        "Move each Foot Ninja die and up to 2 Sidekick dice out of your Used Pile to the Field Zone at level 1."
    )
    assert move == t.Move(
        (
            t.Dice("each", t.Filter("die", traits=((t.Trait("name", "Foot Ninja"),),), zones=used)),
            t.Dice("a", t.Filter("die", traits=((t.Trait("sidekick"),),), zones=used), 2, up_to=True),
        ),
        t.Zone("field", "the"),
        1,
    )


def test_everything_after_if_you_do_belongs_to_it() -> None:
    (may,) = do("You may pay [fist]. If you do, gain 1 life. Draw a die. If not, lose 1 life.")
    assert may == t.May(
        (t.PayEnergy(("fist",)),), (t.Gain(1), t.Draw()), (t.Lose(1, t.Who("you")),)
    )  # fmt: skip
    (must,) = do("KO one of your character dice. If you do, gain 1 life.")
    assert isinstance(must, t.May) and must.must


def test_if_not_answers_the_last_condition() -> None:
    steps = do("You may draw a die and roll it. If it shows a character face, field it for free. If not, gain 1 life.")
    assert steps == (
        t.May((t.Draw(), t.Roll(None))),
        t.If(t.Shows(IT, "character"), (t.Field(IT),), (t.Gain(1),)),
    )
    (blocked,) = do("When this die blocks, if that die is a level 1 character die, KO that die. If not, gain 1 life.")
    assert isinstance(blocked, t.If) and blocked.otherwise == (t.Gain(1),)


def test_an_if_holds_for_its_own_sentence_only() -> None:
    one = parse_ability("If you used an action die this turn, gain 1 life.")
    assert one == t.Ability((t.Gain(1),), condition=t.Did("used an action"))
    two = parse_ability("If you used an action die this turn, gain 1 life. Draw a die.")
    assert two == t.Ability((t.If(t.Did("used an action"), (t.Gain(1),)), t.Draw()))


def test_times_inside_a_line() -> None:
    attach = t.Attach(t.Dice("a", t.Filter()))
    assert do("Attach this die to a character die. While attached, that die cannot attack.") == (
        attach,
        t.Lasting("attached", (t.Cannot(("attack",), THAT),)),
    )
    assert do("Spin this die up 1 level. At the end of the turn, KO it.") == (
        t.Spin(THIS, "up"),
        t.Later(t.Moment("turn end"), (t.Ko(IT),), once=True),
    )
    assert do("For the rest of the turn, when you purchase a die, gain 1 life.") == (
        t.Later(t.Purchased(), (t.Gain(1),)),
    )
    assert do("Gain 1 life unless they attacked this turn.") == (t.If(t.Not(t.Did("attacked")), (t.Gain(1),)),)


def test_bursts_and_globals() -> None:
    assert parse_burst("Instead, reduce it by 2.") == t.Burst("instead", t.Ability((t.Reduce(2),)))
    assert parse_burst("Also, before that, draw a die.") == t.Burst("also", t.Ability((t.Draw(),)), before=True)
    assert parse_burst("Fast.") == t.Burst("own", t.Ability((t.Has("Fast"),)))
    assert parse_global("Once on your turn. Pay [shield] and take 2 damage. Draw a die.") == t.Global(
        (t.PayEnergy(("shield",)), t.TakeDamage(2)), (t.Draw(),), once=True
    )
    assert parse_global("When you would take damage, pay [2]. Prevent 1 of it.") == t.Global(
        (t.PayEnergy((), 2),), (t.Prevent(1),), event=t.WouldTake((t.Who("you"),))
    )


def test_names_stand_bare_or_in_quotes() -> None:
    def name(text: str) -> str:
        (has,) = do(text)
        assert isinstance(has, t.Has) and print_ability(t.Ability((has,))) == text
        return has.names[0]

    assert name("Suit Up: Iron Man.") == "Iron Man"
    assert name("Suit Up: Red-Eyes B. Dragon.") == "Red-Eyes B. Dragon"
    assert name("Suit Up: Lord of the Rings.") == "Lord of the Rings"
    assert name('Suit Up: "Cloak and Dagger".') == "Cloak and Dagger"
    assert name('Suit Up: "Target".') == "Target"
    assert name('Suit Up: "Agent K".') == "Agent K"
    assert name('Suit Up: "S.H.I.E.L.D.".') == "S.H.I.E.L.D."
    (ko,) = do("KO an X-Men or S.H.I.E.L.D. character die.")
    assert isinstance(ko, t.Ko) and ko.what.what is not None
    assert [trait.value for trait in ko.what.what.traits[0]] == ["X-Men", "S.H.I.E.L.D."]


def test_the_monster_words() -> None:
    node = parse_ability("When fielded, field each character die out of your Used Pile for free.")
    assert print_ability(node, "monster") == "When summoned, summon each monster die out of your Used Pile for free."
    named = parse_ability('KO each character die named "Field Character".')
    assert print_ability(named, "monster") == 'KO each monster die named "Field Character".'
    zone = parse_ability("If you have a character die in the Field Zone, gain 1 life.")
    assert print_ability(zone, "monster") == "If you have a monster die in the Field Zone, gain 1 life."


def test_every_keyword_has_its_reminder() -> None:
    assert set(REMINDERS) == set(KEYWORDS)
    assert all(text.endswith(".") for text in REMINDERS.values())
