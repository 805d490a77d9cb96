"""Keywords: what is noted of them, and those that are made of clauses and programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import deeds, handling, ops
from dicehall.dicemasters.effects.code import (
    C_COSTS,
    EV_KOD,
    EV_PURCHASED,
    KEYWORDS,
    KW_CONTINUOUS,
    KW_FUSION,
    KW_IRON_WILL,
    KW_REGENERATE,
    KW_SUIT_UP,
    KW_SWARM,
    KW_TURTLE_POWER,
    REF_REG,
    REF_THIS,
    SC_ACTIVE,
    SC_DIE,
    Ref,
)
from dicehall.dicemasters.effects.selecting import Memory, NotYet
from dicehall.dicemasters.sockets import PURCHASE
from dicehall.dicemasters.terms import PREP, WIN_KO, WIN_PURCHASED

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.lines import CardCompiler


def keyword(c: CardCompiler, step: tree.Has) -> None:
    number = KEYWORDS.index(step.keyword)
    if number == KW_CONTINUOUS and not c.is_action:
        raise NotYet("Continuous on a character: it is a keyword of action dice")
    c.runner.swarms |= number == KW_SWARM
    c.runner.keywords[number] = True
    c.runner.hits_matter |= number == KW_IRON_WILL
    c.runner.card_keywords[c.card].add(number)
    if number == KW_TURTLE_POWER:
        clause = c.make.clause(C_COSTS, SC_DIE)
        turtles = tree.Trait("name", "Teenage Mutant Ninja Turtles")
        clause.subject = c.make.matcher(tree.Filter(traits=((turtles,),), of_card="not this"), Memory())
        clause.scope, clause.verb, clause.a, clause.n = SC_ACTIVE, PURCHASE, -1, 1
        clause.label = " (Turtle Power)"
        c.runner.numbers[PURCHASE] = c.runner.always[PURCHASE] = True
        c.runner.standing[C_COSTS].append(clause)
    elif number == KW_SUIT_UP:
        _suit_up(c, step.names)
    elif number == KW_REGENERATE:
        maker = c.maker()
        maker.add(handling.Roll(Ref(REF_THIS), maker.memory.new()))
        maker.add(handling.Regenerate())
        w = c.watch(SC_DIE, EV_KOD, WIN_KO)
        w.this = True
        w.programs = [maker.finish()] * 3
    elif number == KW_FUSION:
        _fusion(c, step.names)


def _suit_up(c: CardCompiler, names: Sequence[str]) -> None:
    """On purchase: knock out one of the named dice, and the new die is fielded at level 2 (8.7)."""
    maker = c.maker()
    maker.add(handling.IfUsed())
    traits = (tuple([tree.Trait("name", name) for name in names]),)
    pick = maker.pick(tree.Dice("a", tree.Filter(whose="your", traits=traits)), optional=True)
    pick.to_ko = True
    ko = deeds.Ko(Ref(REF_REG, pick.slot), maker.memory.new(), True)
    maker.add(ko)
    gate = ops.IfNone(ko.slot)
    maker.add(gate)
    maker.add(handling.SuitUp(2))
    pick.jump = gate.to = maker.here
    w = c.watch(SC_DIE, EV_PURCHASED, WIN_PURCHASED)
    w.this = True
    w.programs = [maker.finish()] * 3


def _fusion(c: CardCompiler, names: Sequence[str]) -> None:
    """In one's Main Step: two different dice of the field go to Prep, then a die from this card (9.4.7)."""
    maker = c.maker()
    traits = (tuple([tree.Trait("name", name) for name in names]),)
    pick = maker.pick(tree.Dice("a", tree.Filter(whose="your", traits=traits), count=2))
    pick.unlike = True
    move = handling.Move([Ref(REF_REG, pick.slot)], PREP, maker.memory.new())
    move.cost = True
    maker.add(move)
    maker.add(handling.FromCard())
    c.runner.fusions.append((c.card, maker.finish()))
    c.runner.offering = True
