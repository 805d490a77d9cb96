"""From what the grammar has read to records: events, moments and conditions."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.build_dice import DiceRules
from dicehall.ability.build_filters import Misfit


@v_args(inline=True)
class EventRules(DiceRules):
    # ---- moments and events ----

    def moment(self, token: Token) -> t.Moment:
        moment, whose = v.MOMENTS[str(token)]
        return t.Moment(moment, whose)  # type: ignore[arg-type]

    def ev_fielded(self) -> t.Fielded:
        return t.Fielded()

    def ev_fields(self, who: str, what: t.Filter) -> t.Fielded:
        return t.Fielded(v.FIELDERS[who], what)  # type: ignore[arg-type]

    def fielder(self, who: Token, verb: Token) -> str:
        return f"{who} {verb}"

    def ev_attacks(self, what: t.Dice) -> t.Attacks:
        return t.Attacks(what)

    def ev_attacks_alone(self, what: t.Dice) -> t.Attacks:
        return t.Attacks(what, alone=True)

    def ev_attacks_free(self, what: t.Dice) -> t.Attacks:
        return t.Attacks(what, not_blocked=True)

    def ev_attacks_or_blocks(self, what: t.Dice) -> t.Attacks:
        return t.Attacks(what, or_blocks=True)

    def ev_you_attack(self) -> t.Attacks:
        return t.Attacks(None)

    def ev_together(self, number: Token, what: t.Filter) -> t.Attacks:
        return t.Attacks(t.Dice("group", replace(what, whose="your")), together=int(number))

    def ev_blocks(self, what: t.Dice) -> t.Blocks:
        if what != t.Dice("this"):
            raise Misfit("say 'this die blocks' or 'a character die blocks this die'")
        return t.Blocks()

    def ev_blocks_this(self, what: t.Dice) -> t.Blocks:
        if what.how != "a" or what.what is None or what.count != 1 or what.up_to or what.any_number:
            raise Misfit("say 'a character die blocks this die'")
        return t.Blocks(what.what)

    def ev_blocked(self) -> t.Blocked:
        return t.Blocked()

    def ev_blocked_by(self, number: Token) -> t.Blocked:
        return t.Blocked(int(number))

    def ev_damaged(self, who: tuple[Any, ...], in_attack: Any) -> t.Damaged:
        return t.Damaged(who, in_attack=bool(in_attack))

    def ev_damages(self, by: t.Dice, who: tuple[Any, ...], in_attack: Any) -> t.Damaged:
        return t.Damaged(who, by, bool(in_attack))

    def in_attack(self, token: Token) -> bool:
        return True

    def blocking(self, token: Token) -> bool:
        return True

    def with_combat(self, token: Token) -> bool:
        return True

    def ev_would_take(self, who: tuple[Any, ...], blocking: Any) -> t.WouldTake:
        return t.WouldTake(who, bool(blocking))

    def ev_would_deal(self) -> t.WouldDeal:
        return t.WouldDeal()

    def ev_would_ko(self) -> t.WouldKo:
        return t.WouldKo()

    def ev_would_affect(self) -> t.WouldAffect:
        return t.WouldAffect()

    def ev_would_draw(self) -> t.WouldDraw:
        return t.WouldDraw()

    def while_role(self, token: Token) -> str:
        return str(token).removeprefix("while ")

    def ev_kod(self, what: t.Dice, role: Any) -> t.Kod:
        return t.Kod(what, role or "")

    def ev_kos(self, by: t.Dice, what: t.Filter, blocking: Any, combat: Any) -> t.Kos:
        return t.Kos(by, what, bool(blocking), bool(combat))

    def that_victim(self) -> t.Filter:
        return t.Filter("die", marks=("that die",))

    def ev_uses(self, words: str) -> t.Uses:
        who, what = v.USES[words]
        return t.Uses(who, what)  # type: ignore[arg-type]

    def user(self, token: Token) -> str:
        return str(token)

    def ev_purchased(self) -> t.Purchased:
        return t.Purchased()

    def ev_rolled_action(self) -> t.RolledAction:
        return t.RolledAction()

    def ev_lethal(self) -> t.AssignedLethal:
        return t.AssignedLethal()

    def ev_assigns(self, number: Token | None = None) -> t.AssignsDamage:
        return t.AssignsDamage(int(number) if number else 1)

    # ---- conditions ----

    def have_name(self, name: str) -> t.Have:
        return t.Have(name=name)

    def have_active(self, *adjectives: Any) -> t.Have:
        return t.Have(what=self._described(t.Filter(), list(adjectives)))

    def have_dice(self, what: t.Filter) -> t.Have:
        return t.Have(what=what)

    def more_life(self) -> t.More:
        return t.More("life")

    def more_dice(self) -> t.More:
        return t.More("dice")

    def there(self, number: Token, what: t.Filter) -> t.There:
        if what.zones == (t.Zone("field", "the"),):
            what = replace(what, zones=())
        return t.There(int(number), what)

    def is_a(self, what: t.Dice, filter: t.Filter) -> t.Is:
        return t.Is(what, filter)

    def is_not_a(self, what: t.Dice, filter: t.Filter) -> t.Is:
        return t.Is(what, filter, no=True)

    def has_name(self, what: t.Dice) -> t.Is:
        return t.Is(what, t.Filter("die", marks=("that name",)))

    def target_is(self, filter: t.Filter) -> t.Is:
        return t.Is("target", filter)

    def target_is_not(self, filter: t.Filter) -> t.Is:
        return t.Is("target", filter, no=True)

    def shows_character(self, what: t.Dice) -> t.Shows:
        return t.Shows(what, "character")

    def shows_none(self, what: t.Dice) -> t.Shows:
        return t.Shows(what, "no character")

    def did(self, words: Any) -> t.Did:
        return words if isinstance(words, t.Did) else t.Did(v.DID[str(words)])  # type: ignore[arg-type]

    def did_attacks(self) -> t.Did:
        return t.Did("attacks")

    def while_state(self, state: str) -> t.While:
        return t.While(state)  # type: ignore[arg-type]

    def while_engaged(self, what: t.Filter) -> t.While:
        return t.While("engaged", what)

    def while_attacker(self, what: t.Filter) -> t.While:
        return t.While("attacker", what)

    def while_only(self, what: t.Filter) -> t.While:
        return t.While("only", what)

    def on_condition(self, condition: t.Condition) -> t.Condition:
        return condition
