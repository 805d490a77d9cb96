"""Players that see a View and the legal actions, nothing more."""
