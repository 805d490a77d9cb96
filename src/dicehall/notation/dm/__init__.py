"""The notation of Dice Masters: dice, moves, chance, positions, checks."""
