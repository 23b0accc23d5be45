"""Replace the functions of urllib.parse by those of percent_simd.parse, and restore them."""

import sys
import threading
import urllib.parse
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import parse

# Kept in urllib.parse, because this module may be imported again while the functions are replaced.
_ORIGINALS: dict[str, Callable[..., Any]] = urllib.parse.__dict__.setdefault(
    "_percent_simd_originals", {name: getattr(urllib.parse, name) for name in parse.__all__}
)
_OURS: dict[str, Callable[..., Any]] = {name: getattr(parse, name) for name in parse.__all__}

_lock = threading.Lock()
_blocks = 0  # the number of active `with patched():` blocks
_before: dict[str, Callable[..., Any]] = {}  # the functions before the first of them


def patch() -> None:
    """Replace the functions of urllib.parse by those of percent_simd.parse, for the whole process.

    Code that calls ``urllib.parse.quote(...)`` uses the new functions from now on, and so do the functions of urllib.parse that
    call one another. Names imported earlier (``from urllib.parse import quote``) keep the originals: a warning names the modules that
    have such names, those of the standard library apart. To patch before all of them, start the program by
    ``python -m percent_simd run``. A second call has no further effect.

    The processes that multiprocessing and concurrent.futures start from now on are patched, too, before they run their function, but
    after they import its module. Another Python program, as from subprocess, is not.

    >>> import urllib.parse, percent_simd
    >>> percent_simd.patch()
    >>> urllib.parse.quote is percent_simd.parse.quote
    True
    >>> percent_simd.unpatch()
    >>> urllib.parse.quote is percent_simd.parse.quote
    False
    """
    _set(_OURS)
    if modules := _with_originals():
        warnings.warn(
            f"modules that imported functions of urllib.parse before patch() keep the originals: {', '.join(modules)}; "
            "call patch() before they are imported, or start the program by: python -m percent_simd run",
            RuntimeWarning,
            stacklevel=2,
        )


def _set(functions: dict[str, Callable[..., Any]]) -> None:
    """Sets the functions of urllib.parse, here and in the child processes to come."""
    for name, function in functions.items():
        setattr(urllib.parse, name, function)
    if functions["quote"] is parse.quote:
        _children()[_KEY] = _InChildren()
    else:
        _children().pop(_KEY, None)


_KEY = "percent_simd"


class _InChildren:
    """In the configuration that a spawned process unpickles before it runs its target: patches there."""

    def __reduce__(self) -> Any:
        return _in_child, ()


def _in_child() -> _InChildren:
    _set(_OURS)
    return _InChildren()


def _children() -> dict[str, Any]:
    """The configuration that child processes of multiprocessing inherit."""
    import multiprocessing.process  # which takes 10 ms that a program without patch() need not spend

    config: dict[str, Any] = getattr(multiprocessing.process.current_process(), "_config", {})
    return config


def _with_originals() -> list[str]:
    """The modules with an original among their names, without the standard library's and our own."""
    originals = {id(original) for original in _ORIGINALS.values()}
    spared = {*sys.stdlib_module_names, "percent_simd"} - {"__main__"}
    return sorted(
        name
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] not in spared and any(id(value) in originals for value in list(getattr(module, "__dict__", {}).values()))
    )


def unpatch() -> None:
    """Restore urllib's own functions. Names imported while they were patched keep the replacements."""
    _set(_ORIGINALS)


@contextmanager
def patched() -> Iterator[None]:
    """Patch urllib.parse within a ``with`` block, and restore the former functions at its end.

    The patch applies to the whole process, including other threads. Blocks of several threads are counted: the end of the last
    one restores the functions before the first one.

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
        _set(_OURS)
        yield
    finally:
        with _lock:
            _blocks -= 1
            if _blocks == 0:
                _set(_before)
