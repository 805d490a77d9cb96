"""The ability language: the words on a card as a typed tree, its grammar and its printer. Knows words, not turns."""
