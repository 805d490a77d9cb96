"""One thin command a verb."""
