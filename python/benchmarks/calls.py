"""The calls that a test suite makes of urllib.parse, each timed beside ours: `python benchmarks/calls.py test.test_urlparse …`.

It prints the calls that are slower than urllib's own, by the ratio of the times. Calls that raise are left out.
"""

import copy
import statistics
import sys
import timeit
import unittest
import urllib.parse
from collections.abc import Callable
from importlib import import_module
from typing import Any

from percent_simd import parse

REPEATS = 9
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def recorded(modules: list[str]) -> list[Call]:
    """The distinct calls of the tests in these modules that both answer alike."""
    calls: dict[str, Call] = {}

    def recording(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def record(*args: Any, **kwargs: Any) -> Any:
            try:
                call = (name, copy.deepcopy(args), copy.deepcopy(kwargs))
                calls.setdefault(repr(call), call)
            except Exception:  # it cannot be repeated
                pass
            return function(*args, **kwargs)

        return record

    originals = {name: getattr(urllib.parse, name) for name in parse.__all__}
    for name, function in originals.items():
        setattr(urllib.parse, name, recording(name, function))
    try:
        suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromModule(import_module(name)) for name in modules)
        unittest.TextTestRunner(stream=open("/dev/null", "w")).run(suite)
    finally:
        for name, function in originals.items():
            setattr(urllib.parse, name, function)
    return [call for call in calls.values() if answers(call)]


def answers(call: Call) -> bool:
    name, args, kwargs = call
    try:
        getattr(urllib.parse, name)(*args, **kwargs)
        getattr(parse, name)(*args, **kwargs)
    except Exception:
        return False
    return True


def ratio(call: Call) -> float:
    """How many times as fast as urllib's ours is: the median of several repeats."""
    name, args, kwargs = call
    theirs, ours = getattr(urllib.parse, name), getattr(parse, name)

    def time(function: Callable[..., Any]) -> float:
        return min(timeit.repeat(lambda: function(*args, **kwargs), number=200, repeat=3))

    return statistics.median(time(theirs) / time(ours) for _ in range(REPEATS))


if __name__ == "__main__":
    calls = recorded(sys.argv[1:] or ["test.test_urlparse", "test.test_urllib"])
    ratios = sorted((ratio(call), call[0], repr(call[1:])) for call in calls)
    print(f"{len(ratios)} calls; the median is {statistics.median(ratio for ratio, *_ in ratios):.1f} times as fast")
    for times, name, arguments in ratios:
        if times < 1.05:
            print(f"{times:5.2f} {name} {arguments[:100]}")
