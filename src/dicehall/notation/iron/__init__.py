"""The notation of IRONDIE: dice, moves, rolls, checks, positions, the log."""
