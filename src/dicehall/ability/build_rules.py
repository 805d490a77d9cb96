"""From what the grammar has read to records: what dice do and get, bans, prices and keywords."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from lark import Token, v_args
from msgspec.structs import replace

from dicehall.ability import tree as t
from dicehall.ability import vocabulary as v
from dicehall.ability.build_filters import Misfit
from dicehall.ability.build_steps import StepRules

Verb = Callable[[t.Dice], t.Step]


@v_args(inline=True)
class RuleRules(StepRules):
    # ---- bans and prices ----

    def no_globals(self, until: Any) -> t.Cannot:
        return t.Cannot(("use global",), until=until or "")

    def banned(self, token: Token) -> str:
        return str(token)

    def who_cannot(self, who: t.Who, words: str, until: Any) -> t.Cannot:
        return t.Cannot(v.BANNED[words], who=who, until=until or "")  # type: ignore[arg-type]

    def who_cannot_field(self, who: t.Who, what: t.Filter, until: Any) -> t.Cannot:
        return t.Cannot(("field",), t.Dice("group", what), who, until=until or "")

    def you_cannot(self, words: str, until: Any) -> t.Cannot:
        return RuleRules.who_cannot(self, t.Who("you"), words, until)

    def you_cannot_field(self, what: t.Filter, until: Any) -> t.Cannot:
        return RuleRules.who_cannot_field(self, t.Who("you"), what, until)

    def less(self, token: Token) -> bool:
        return str(token) == "less"

    def minimum(self, number: Token) -> int:
        return int(number)

    def life_word(self, token: Token) -> bool:
        return True

    def to_verb(self, token: Token) -> str:
        return str(token).removeprefix("to ")

    def price(self, amount: Token, life: Any, less: bool, verb: Any, minimum: Any, until: Any) -> t.Costs:
        return t.Costs(verb, int(amount), less, bool(life), minimum=minimum or 0, until=until or "")

    def things_global(self) -> tuple[str, ...]:
        return ("global",)

    def things_both(self) -> tuple[str, ...]:
        return ("action", "global")

    def things_cost(self, things: Any, who: t.Who, price: t.Costs) -> t.Costs:
        return replace(price, things=things, who=self._payer(who))

    @staticmethod
    def _payer(who: t.Who) -> Any:
        if who.who not in ("you", "opponent", "each player"):
            raise Misfit("a price is paid by you, your opponent or each player")
        return who.who

    def next_bought(self, token: Token) -> str:
        return str(token).split()[1]

    def next_costs(self, what: t.Filter, verb: Any, amount: Token, less: bool, minimum: Any) -> t.Costs:
        return t.Costs(verb, int(amount), less, what=what, next=True, minimum=minimum or 0, until="turn")

    def next_fielding(self, amount: Token, less: bool, minimum: Any) -> t.Costs:
        return t.Costs("field", int(amount), less, next=True, minimum=minimum or 0, until="turn")

    # ---- somebody does something ----

    def subject_step(self, subject: t.Dice, verb: Verb) -> t.Step:
        return verb(subject)

    def vp_gets(self, bonus: Token, until: Any, per: t.Count | None) -> Verb:
        numbers = {stat: int(number) for number, stat in re.findall(r"([+-]\d+)([AD])", bonus)}
        if 0 in numbers.values():
            raise Misfit("a bonus of 0 says nothing")
        return lambda what: t.Gets(what, numbers.get("A", 0), numbers.get("D", 0), until or "", per)

    def vp_gains(self, keyword: str, until: Any) -> Verb:
        return lambda what: t.Gains(what, keyword, until or "")

    def vp_half(self, until: Any) -> Verb:
        return lambda what: t.Half(what, until or "")

    def vp_cannot(self, verbs: Any, by: dict[str, Any] | None, blocking: Any, until: Any) -> Verb:
        role: Any = "blocking" if blocking else ""
        return lambda what: t.Cannot(verbs, what, role=role, until=until or "", **(by or {}))

    def banned_verbs(self, *words: Token) -> tuple[str, ...]:
        return words

    def banned_verb(self, token: Token) -> str:
        return str(token) if token in ("attack", "block") or token.startswith("be ") else f"be {token}"

    def by_filter(self, by: t.Filter) -> dict[str, Any]:
        return {"by": by}

    def by_fewer(self, number: Token) -> dict[str, Any]:
        return {"fewer": int(number)}

    def by_more(self, number: Token) -> dict[str, Any]:
        return {"more": int(number)}

    def vp_untargeted(self, sources: dict[str, Any] | None, until: Any) -> Verb:
        return lambda what: t.Cannot(("be targeted",), what, until=until or "", **(sources or {}))

    def sources(self, opposing: Any, *sources: str) -> dict[str, Any]:
        return {"sources": tuple(v.SOURCES[source] for source in sources), "opposing": bool(opposing)}

    def opposing_word(self, token: Token) -> bool:
        return True

    def source(self, token: Token) -> str:
        return str(token)

    def vp_only(self, by: t.Filter, until: Any) -> Verb:
        return lambda what: t.Cannot(("be blocked",), what, by=by, only=True, until=until or "")

    def duty(self, token: Token) -> str:
        return str(token)

    def vp_must(self, verb: Any, whom: t.Dice | None, until: Any) -> Verb:
        return lambda what: t.Must(verb, what, whom, until or "")

    def no_damage(self, token: Token) -> bool:
        return "combat" in token

    def vp_takes_no(self, combat: bool, source: t.Filter | None, blocking: Any, until: Any) -> Verb:
        return lambda what: t.TakesNo(what, combat, source, bool(blocking), until or "")

    def vp_deals_no(self, until: Any) -> Verb:
        return lambda what: t.DealsNo(what, until or "")

    def vp_twice(self) -> Verb:
        return t.Twice

    def vp_becomes_blocked(self) -> Verb:
        return t.BecomesBlocked

    def vp_excess(self, until: Any) -> Verb:
        return lambda what: t.Excess(what, until or "")

    def vp_deals(self, part: t.Part) -> Verb:
        return lambda source: t.Deal((part,), source)

    def vp_goes(self, to: t.Zone, other: t.Zone | None, instead_of: t.Zone | None, until: Any) -> Verb:
        zones = (to, other) if other else (to,)
        return lambda what: t.Goes(what, zones, instead_of, until or "")

    def stats_of(self, token: Token) -> bool:
        return "abilities" in token

    def vp_copies(self, abilities: bool, what: t.Dice, until: Any) -> Verb:
        return lambda who: t.CopyStats(what, abilities, until or "", who)

    def vp_costs(self, who: t.Who, price: t.Costs) -> Verb:
        def costs(subject: t.Dice) -> t.Step:
            if subject.how != "group" or subject.what is None:
                raise Misfit("a price is for all of them: say 'character dice cost ...'")
            payer = self._payer(who)
            if price.verb == "use" and subject.what == t.Filter("action"):
                return replace(price, things=("action",), who=payer)
            return replace(price, what=subject.what, who=payer)

        return costs

    # ---- keywords ----

    def has(self, keyword: str) -> t.Has:
        return t.Has(keyword)

    def suit_up(self, names: tuple[str, ...]) -> t.Has:
        return t.Has("Suit Up", names)

    def fusion(self, number: Token, name: str) -> t.Has:
        return t.Has("Fusion", (name,))
