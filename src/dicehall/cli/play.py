"""dicehall play."""


def play() -> int:
    """Play a game in the terminal."""
    return 0
