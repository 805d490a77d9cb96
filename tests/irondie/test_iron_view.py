"""What the view of an IRONDIE game tells beside the dice."""

from __future__ import annotations

from games import make


def test_the_view_tells_the_kinship_of_the_colours() -> None:
    """2.2: a primary colour with its children, a secondary one with its parents, the non-colours with nobody else."""
    for seat in (-1, 0, 1):
        told = make(1, 2).view(seat)["kinship"]
        assert len(told) == 8
        assert told["red"] == {"allied": ["red", "purple", "orange"], "hostile": ["blue", "yellow"]}
        assert told["green"] == {"allied": ["blue", "yellow", "green"], "hostile": ["purple", "orange"]}
        assert told["white"] == {"allied": ["white"], "hostile": ["black"]}


def test_kinship_is_mutual_and_neutral_colours_stand_in_neither_list() -> None:
    told = make(1, 2).view(0)["kinship"]
    for colour, relations in told.items():
        assert not set(relations["allied"]) & set(relations["hostile"])
        for word, others in relations.items():
            assert all(colour in told[other][word] for other in others)
    assert "green" not in told["red"]["allied"] + told["red"]["hostile"]
    assert "black" not in told["red"]["allied"] + told["red"]["hostile"]
