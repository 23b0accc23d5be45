"""Putting the functions of percent_simd.parse into urllib.parse, and taking them out."""

import threading
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import parse

# Kept in urllib.parse, because this module may be imported again while the functions are replaced.
_ORIGINALS: dict[str, Callable[..., Any]] = urllib.parse.__dict__.setdefault(
    "_percent_simd_originals", {name: getattr(urllib.parse, name) for name in parse.__all__}
)

_lock = threading.Lock()
_blocks = 0  # how many `with patched():` blocks have begun and not ended
_before: dict[str, Callable[..., Any]] = {}  # what was there before the first of them


def patch() -> None:
    """Put the functions of percent_simd.parse into urllib.parse, for the whole process.

    Code that calls ``urllib.parse.quote(...)`` gets them from now on, and so do the functions of urllib.parse that call one
    another. Names that were imported before (``from urllib.parse import quote``) stay what they were: patch first. Patching
    twice is patching once.

    >>> import urllib.parse, percent_simd
    >>> percent_simd.patch()
    >>> urllib.parse.quote is percent_simd.parse.quote
    True
    >>> percent_simd.unpatch()
    >>> urllib.parse.quote is percent_simd.parse.quote
    False
    """
    for name in parse.__all__:
        setattr(urllib.parse, name, getattr(parse, name))


def unpatch() -> None:
    """Put urllib's own functions back. Names that were imported while they were patched stay what they are."""
    for name, original in _ORIGINALS.items():
        setattr(urllib.parse, name, original)


@contextmanager
def patched() -> Iterator[None]:
    """Patch urllib.parse within a ``with`` block; what was there before it comes back.

    It is for the whole process, other threads too. Blocks of several threads are counted: when the last one ends, what was
    there before the first one comes back.

    >>> import urllib.parse, percent_simd
    >>> with percent_simd.patched():
    ...     urllib.parse.quote is percent_simd.parse.quote
    True
    """
    global _blocks
    with _lock:
        if _blocks == 0:
            _before.update((name, getattr(urllib.parse, name)) for name in parse.__all__)
        _blocks += 1
    try:
        patch()
        yield
    finally:
        with _lock:
            _blocks -= 1
            if _blocks == 0:
                for name, function in _before.items():
                    setattr(urllib.parse, name, function)
