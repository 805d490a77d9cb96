"""Builds the package; with DICEHALL_COMPILED=1 the core goes through mypyc. Everything else is in pyproject.toml.

The same sources serve both builds. Modules that define msgspec records stay interpreted: compiled, they would silently
lose `frozen` and `tag`; so do those that only prepare a game, where speed does not matter.
"""

import os
import sys

from setuptools import setup

CORE = {
    "kernel": "dice errors fair state",
    "dicemasters": (
        "acts assigning attack blocking board buying chance damage declaring energy holding kit reaction sockets state "
        "terms triggers turn window"
    ),
    "dicemasters/effects": (
        "code conditions copying deeds drawing fighting handling imitating interrupting lasting lifting matching "
        "offering ops picking placing reacting runner standing texts using watching waysout"
    ),
    "bots": "dm_guide dm_quick dm_value iron_duel iron_guide iron_life iron_split iron_value thinking tree",
    "irondie": "battle board chance dice duel kit secret state terms turn",
}


def compiled() -> list[object]:
    from mypyc.build import mypycify

    paths = [f"src/dicehall/{room}/{name}.py" for room, names in CORE.items() for name in names.split()]
    options = ["--config-file=pyproject.toml", *paths]
    extensions = mypycify(options, opt_level=os.environ.get("DICEHALL_OPT", "2"), debug_level="0")
    # nobody else calls the functions of the core: the compiler may inline them; and it calls Python's without a detour
    flags = ["-fvisibility=hidden"] if os.name == "posix" else []
    flags += ["-fno-plt"] if sys.platform == "linux" else []
    for extension in extensions:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    return list(extensions)


setup(ext_modules=compiled() if os.environ.get("DICEHALL_COMPILED") == "1" else [])
