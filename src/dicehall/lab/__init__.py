"""Many games: match-ups and what they say."""
