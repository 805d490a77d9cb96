"""Text in and out: moves, positions, scenarios, game records."""
