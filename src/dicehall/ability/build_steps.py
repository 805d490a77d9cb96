"""From what the grammar has read to records: orders and fixed phrases."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.build_events import EventRules
from dicehall.ability.build_filters import Misfit, PartOnly


@v_args(inline=True)
class StepRules(EventRules):
    # ---- damage and life ----

    def ko(self, what: t.Dice) -> t.Ko:
        return t.Ko(what)

    def deal(self, part: t.Part) -> t.Deal:
        return t.Deal((part,))

    def part_only(self, part: t.Part) -> PartOnly:
        return PartOnly(part)

    def add_damage(self, amount: Any) -> t.AddDamage:
        return t.AddDamage(amount)

    def add_recipient(self, amount: Any) -> t.AddDamage:
        return t.AddDamage(amount, recipient=True)

    def gain(self, amount: Any, per: t.Count | None) -> t.Gain:
        return t.Gain(amount, per)

    def lose(self, amount: Any, per: t.Count | None) -> t.Lose:
        return t.Lose(amount, t.Who("you"), per)

    def loses(self, who: t.Who, amount: Any, per: t.Count | None) -> t.Lose:
        return t.Lose(amount, who, per)

    def set_life(self, life: Token) -> t.SetLife:
        return t.SetLife(int(life))

    def pay_energy(self, *symbols: Token | None) -> t.PayEnergy:
        *types, generic = symbols
        energy: Any = tuple(str(symbol)[1:-1] for symbol in types)
        return t.PayEnergy(energy, int(str(generic)[1:-1]) if generic else 0)

    def pay_generic(self, generic: Token) -> t.PayEnergy:
        return t.PayEnergy((), int(str(generic)[1:-1]))

    def pay_life(self, amount: Token) -> t.PayLife:
        return t.PayLife(int(amount))

    def take_damage(self, amount: Token) -> t.TakeDamage:
        return t.TakeDamage(int(amount))

    # ---- numbers and faces of dice ----

    def until(self, token: Token) -> str:
        return v.UNTIL[str(token)]

    def double(self, what: t.Dice, until: Any) -> t.Double:
        return t.Double(what, until or "")

    def swap(self, one: t.Dice, other: t.Dice, until: Any) -> t.SwapA:
        return t.SwapA(one, other, until or "")

    def way(self, token: Token) -> str:
        return "either" if token == "up or down" else str(token)

    def spin(self, what: t.Dice, way: Any, levels: Token) -> t.Spin:
        return t.Spin(what, way, int(levels))

    def spin_up_to(self, what: t.Dice, way: Any, levels: Token) -> t.Spin:
        return t.Spin(what, way, int(levels), up_to=True)

    def face(self, word: Token, number: Token | None = None) -> str:
        if number:
            return f"level {number}"
        return "character" if word == "its character face" else "any other"

    def spin_to(self, what: t.Dice, face: Any) -> t.SpinTo:
        if face not in ("level 1", "level 2", "level 3", "character", "any other"):
            raise Misfit("a die has the levels 1 to 3")
        return t.SpinTo(what, face)

    # ---- damage that does not come ----

    def reduce(self, source: t.Filter | None, what: t.Dice, amount: Token, until: Any) -> t.Reduce:
        return t.Reduce(int(amount), what, source, until or "")

    def reduce_it(self, amount: Token) -> t.Reduce:
        return t.Reduce(int(amount))

    def prevent_first(self, amount: Any, what: t.Dice) -> t.PreventFirst:
        return t.PreventFirst(amount, what)

    def prevent(self, amount: Token) -> t.Prevent:
        return t.Prevent(int(amount))

    def prevent_all(self) -> t.Prevent:
        return t.Prevent(0)

    def prevent_damage(self, what: t.Dice, until: Any) -> t.Prevent:
        return t.Prevent(0, what, until or "")

    def redirect(self, amount: Token, to: t.Dice) -> t.Redirect:
        return t.Redirect(int(amount), to)

    def redirect_up_to(self, amount: Token, to: t.Dice) -> t.Redirect:
        return t.Redirect(int(amount), to, up_to=True)

    def redirect_all(self, to: t.Dice) -> t.Redirect:
        return t.Redirect(0, to)

    def clear_damage(self) -> t.ClearDamage:
        return t.ClearDamage()

    def ignore(self) -> t.Ignore:
        return t.Ignore()

    def cancel(self) -> t.Cancel:
        return t.Cancel()

    def cancel_ban(self) -> t.Cancel:
        return t.Cancel(ban=True)

    def end_globals(self) -> t.EndGlobals:
        return t.EndGlobals()

    # ---- draw, roll, move ----

    def draw(self, count: int, per: t.Count | None) -> t.Draw:
        return t.Draw(count, per=per)

    def draws(self, who: t.Who, count: int, per: t.Count | None) -> t.Draw:
        if who.who not in ("opponent", "its owner"):
            raise Misfit("only your opponent or its owner can be said to draw dice")
        return t.Draw(count, who.who, per)

    def owner_draws(self, what: t.Filter, count: int) -> t.Draw:
        return t.Draw(count, "its owner", t.Count(what))

    def draw_more(self, count: Token) -> t.DrawMore:
        return t.DrawMore(int(count))

    def roll(self, what: t.Dice, to: t.Zone | None) -> t.Roll:
        return t.Roll(None if what in (t.Dice("it"), t.Dice("those")) else what, to)

    def reroll(self, what: t.Dice) -> t.Reroll:
        return t.Reroll(what)

    def may_reroll(self) -> t.MayReroll:
        return t.MayReroll()

    def move(self, *parts: Any) -> t.Move:
        *dice, to, level = parts
        last = dice[-1].what
        if len(dice) > 1 and last is not None:  # `each X and up to 2 Y from Z`: both from Z
            dice = [self._from(die, last.zones) for die in dice]
        return t.Move(tuple(dice), to, *(level or ()))

    @staticmethod
    def _from(dice: t.Dice, zones: tuple[t.Zone, ...]) -> t.Dice:
        if dice.what is None or dice.what.zones:
            return dice
        return replace(dice, what=replace(dice.what, zones=zones))

    def at_level(self, word: Token, number: Token | None = None) -> tuple[int, bool]:
        return (int(number), False) if number else (0, True)

    def return_(self, what: t.Dice, to: t.Zone) -> t.Move:
        return t.Move((what,), to)

    def move_out(self, what: t.Dice) -> t.Move:
        return t.Move((what,), "out of attack")

    def field(self, what: t.Dice, level: Token | None) -> t.Field:
        return t.Field(what, int(level or 0))

    def capture(self, what: t.Dice) -> t.Capture:
        return t.Capture(what)

    def control(self, what: t.Dice) -> t.Control:
        return t.Control(what)

    def copy_card(self, until: Any) -> t.CopyCard:
        return t.CopyCard(until=until or "")

    def copy_faces(self, until: Any) -> t.CopyCard:
        return t.CopyCard(faces=True, until=until or "")

    def attach(self, to: t.Dice) -> t.Attach:
        return t.Attach(to)

    def exchange(self, one: t.Dice, other: t.Dice, level: Token) -> t.Exchange:
        return t.Exchange(one, other, int(level))

    # ---- choices ----

    def choose(self, what: t.Dice) -> t.Choose:
        return t.Choose(what)

    def chooses(self, who: t.Who, what: t.Dice) -> t.Choose:
        if who.who not in ("opponent", "each player"):
            raise Misfit("only your opponent or each player can be said to choose")
        if who.who == "each player" and what.what is not None and what.what.whose == "opposing":
            what = replace(what, what=replace(what.what, whose=""))
        return t.Choose(what, who.who)

    def choose_type(self) -> t.ChooseType:
        return t.ChooseType()

    def choose_card(self, *adjectives: Any) -> t.ChooseCard:
        return t.ChooseCard(self._described(t.Filter(), list(adjectives)))

    def name_die(self, what: t.Filter) -> t.NameDie:
        return t.NameDie(None if what == t.Filter("die") else what)

    def search(self, what: t.Dice) -> t.Search:
        return t.Search(what)

    # ---- fixed phrases ----

    def buy_free(self) -> t.BuyFree:
        return t.BuyFree()

    def can_block_cost(self, number: Token, compare: t.Compare) -> t.CanBlock:
        return t.CanBlock(int(number), t.Filter(cost=compare))

    def can_block_level(self, number: Token, compare: t.Compare) -> t.CanBlock:
        return t.CanBlock(int(number), t.Filter(level=compare))

    def can_block(self, number: Token, each: t.Filter) -> t.CanBlock:
        return t.CanBlock(int(number), each)

    def block_more(self) -> t.BlockMore:
        return t.BlockMore()

    def self_damage(self) -> t.SelfDamage:
        return t.SelfDamage()

    def assign_each(self) -> t.AssignAll:
        return t.AssignAll("each blocker")

    def assign_opponent(self) -> t.AssignAll:
        return t.AssignAll("opponent")

    def ring_words(self) -> None:
        return None

    def ring(self, words: None, count: Token) -> t.RingBlocks:
        return t.RingBlocks(int(count))

    def use_only(self, condition: t.Condition) -> t.UseOnly:
        return t.UseOnly(condition)

    def use_only_at(self, moment: t.Moment) -> t.UseOnly:
        return t.UseOnly(t.AtMoment(moment))

    def use_captured(self) -> t.UseCaptured:
        return t.UseCaptured()

    def only_target(self) -> t.OnlyTarget:
        return t.OnlyTarget()
