"""What every game of the house is made of. Knows no game."""
