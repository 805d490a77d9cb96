"""IRONDIE 1.4: the metal-dice duel. Rules in rules/irondie.md."""

from dicehall.irondie.game import Irondie, game
from dicehall.irondie.sets import DiceSet
from dicehall.irondie.state import IrondieState

__all__ = ["DiceSet", "Irondie", "IrondieState", "game"]
