"""Global Abilities: used at will, or as a reaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicehall.ability import tree
from dicehall.dicemasters.effects import picking, waysout
from dicehall.dicemasters.effects.code import ROLE_ANY, SC_GLOBAL, GlobalText, is_any_character
from dicehall.dicemasters.effects.compiling import StepCompiler
from dicehall.dicemasters.effects.events import about_of, event_of, set_event
from dicehall.dicemasters.effects.interrupting import PACKET_ELSEWHERE, PACKET_LESS, PACKET_MORE, Fits, OnPacket
from dicehall.dicemasters.effects.price_steps import energy_price
from dicehall.dicemasters.effects.selecting import Memory, NotYet
from dicehall.dicemasters.energy import TYPE_BIT
from dicehall.dicemasters.kit import ANY_TYPE
from dicehall.dicemasters.sockets import D_ADD, D_PREVENT, D_REDIRECT

if TYPE_CHECKING:
    from dicehall.dicemasters.effects.lines import CardCompiler


def global_line(c: CardCompiler, g: tree.Global) -> None:
    maker = c.maker(SC_GLOBAL)
    text = GlobalText(c.card, maker.program.id)
    text.id = len(c.runner.globals)
    text.once = g.once
    c.runner.globals.append(text)
    if g.condition is not None:
        text.cond = c.make.condition(g.condition, Memory())
    for step in g.cost:
        if isinstance(step, tree.PayEnergy):
            text.total, text.need = energy_price(step)
    c.runner.least_global = min(c.runner.least_global, text.total)
    maker.steps(g.cost, cost=True)
    maker.add(waysout.Used())
    # as often as it was paid for: only where the price is energy alone and the size is a number (7.5.4)
    maker.program.scale = len(g.cost) == 1 and not g.once and text.total > 0 and all(_scales(x) for x in g.do)
    text.asks = next((1 << i for i, bit in enumerate(TYPE_BIT) if text.need & bit * 15), ANY_TYPE)
    if g.event is None:
        c.runner.plain_globals.append(text)
        maker.steps(g.do)
    else:
        _reaction(c, maker, text, g)
    maker.finish()
    picks = [op for op in maker.program.ops if isinstance(op, picking.Pick) and not op.optional and op.least]
    text.fights = any(op.match is not None and op.match.role != ROLE_ANY for op in picks)
    text.simple = len(picks) == 1 and picks[0].match is not None and is_any_character(picks[0].match)
    if len(picks) == 1 and picks[0].simple and picks[0].match is not None and not picks[0].players:
        text.level, text.whose = picks[0].quick, picks[0].match.whose


def _reaction(c: CardCompiler, maker: StepCompiler, text: GlobalText, g: tree.Global) -> None:
    """A Global Ability that is used inside a damage event (7.4.3), or because something has happened (7.4.7)."""
    if isinstance(g.event, tree.Damaged | tree.Attacks):
        _response(c, maker, text, g)
        w = c.watch(SC_GLOBAL, *event_of(g.event))
        set_event(w, g.event, c.make)
        w.programs = [maker.program.id] * 3
        return
    fits = Fits()
    if isinstance(g.event, tree.WouldDeal):
        fits.from_use = True
    elif isinstance(g.event, tree.WouldTake):
        for who in g.event.who:
            if isinstance(who, tree.Who):
                fits.sides = 1 if who.who == "you" else 2
            else:
                fits.dice.append(None if who.what is None else c.make.matcher(who.what))
    else:
        raise NotYet("a Global Ability that reacts to this")
    text.reacts = len(c.runner.fits)
    c.runner.reacting.append(text)
    c.runner.reacts = True
    c.runner.fits[text.id] = fits
    step = g.do[0]
    if isinstance(step, tree.AddDamage) and isinstance(step.amount, int):
        fits.target = step.recipient
        c.runner.moment_of[text.id] = D_ADD
        maker.add(OnPacket(PACKET_MORE, step.amount, fits))
    elif isinstance(step, tree.Prevent):
        c.runner.moment_of[text.id] = D_PREVENT
        maker.add(OnPacket(PACKET_LESS, step.amount, fits))
    elif isinstance(step, tree.Redirect):
        c.runner.moment_of[text.id] = D_REDIRECT
        maker.add(OnPacket(PACKET_ELSEWHERE, step.amount, fits, maker.ref(step.to)))
    else:
        raise NotYet("a reaction of this kind")


def _response(c: CardCompiler, maker: StepCompiler, text: GlobalText, g: tree.Global) -> None:
    """A Global Ability that reacts to something that has happened; its program is asked for first (7.4.7)."""
    about = about_of(g.event)
    maker.program.about = about
    if about >= 0:
        maker.memory.that = 0
    maker.steps(g.do)
    maker.program.reacts = text.id
    text.reacts = 0
    c.runner.responds = True


def _scales(x: tree.Step) -> bool:
    """Whether n times the effect is the effect with n times the number."""
    if isinstance(x, tree.Deal):
        return all(isinstance(p.amount, int) for p in x.parts)
    return isinstance(x, tree.Gets | tree.Prevent | tree.AddDamage) or (isinstance(x, tree.Redirect) and x.amount > 0)
