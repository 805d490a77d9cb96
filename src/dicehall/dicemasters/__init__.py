"""Dice Masters under four rulebooks: avx, ygo (2014), imw, tmnt (2016)."""

from dicehall.dicemasters.edition import EDITIONS, Edition
from dicehall.dicemasters.game import DiceMasters, Team, game
from dicehall.dicemasters.state import DMState

__all__ = ["EDITIONS", "DMState", "DiceMasters", "Edition", "Team", "game"]
