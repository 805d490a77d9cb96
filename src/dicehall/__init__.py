"""Dicehall: dice-building battle games, played, refereed and studied."""
