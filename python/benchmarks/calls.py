"""The calls that a test suite makes of urllib.parse, and some with odd arguments, each timed beside ours: `python benchmarks/calls.py test.test_urlparse …`.

It prints the calls that are slower than urllib's own, by the ratio of the times, and with `--update` writes the summary in README.md, in a minute.
Calls that raise are left out.
"""

import copy
import functools
import statistics
import sys
import textwrap
import timeit
import unittest
import urllib.parse
from collections.abc import Callable
from importlib import import_module
from typing import Any, SupportsIndex

from page import write

from percent_simd import parse

REPEATS, NUMBER = 9, 200
Call = tuple[str, tuple[Any, ...], dict[str, Any]]


def recorded(modules: list[str]) -> list[Call]:
    """The distinct calls of the tests in these modules that both answer alike."""
    calls: dict[str, Call] = {}

    def recording(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def record(*args: Any, **kwargs: Any) -> Any:
            try:
                # A quote_via may be a function that records: the original is called later.
                named = {key: getattr(value, "__wrapped__", value) for key, value in kwargs.items()}
                call = (name, copy.deepcopy(args), copy.deepcopy(named))
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


class Text(str):
    """A subclass of str, as those of NumPy and of Django are."""


class Own(str):
    """A subclass of str with methods of its own."""

    def __contains__(self, text: object) -> bool:
        return str.__contains__(self, text)  # type: ignore[operator]

    def split(self, sep: str | None = None, maxsplit: SupportsIndex = -1) -> list[str]:
        return str.split(self, sep, maxsplit)


class Data(bytes):
    """A subclass of bytes."""


TEXTS = ["", "a", "index" * 4, "index" * 40, "a b/c?d=e&f", "a+b+c", "café au lait", "café au lait " * 16, "a%20b%2Fc", "a%20b%2Fcdefg" * 15, "caf%C3%A9", "é%C3%A9é", "Привет мир"]
ENCODINGS = [None, "utf-8", "latin-1", "cp1252", "shift_jis", "utf-16", "ascii"]
QUERY_OPTIONS: list[dict[str, Any]] = [
    {},
    {"keep_blank_values": 1},
    {"strict_parsing": True},
    {"max_num_fields": 10},
    {"separator": ";"},
    {"errors": "surrogateescape"},
    *({"encoding": encoding} for encoding in ENCODINGS),
]
FORM_OPTIONS: list[dict[str, Any]] = [
    {},
    {"doseq": True},
    {"safe": "+"},
    {"quote_via": parse.quote},
    {"encoding": "shift_jis", "errors": "replace"},
    {"doseq": True, "encoding": "cp1252", "errors": "replace"},
]


def odd() -> list[Call]:
    """Calls with subclasses of str, bytearray, other encodings, and further arguments, which other programs make."""
    calls: list[Call] = [(name, (None,), {}) for name in ("parse_qs", "parse_qsl")]
    for text in TEXTS:
        data, query = text.encode(), f"a={text}&b=2"
        for value in (text, Text(text)):
            calls += [(name, (value, "/", encoding), {}) for name in ("quote", "quote_plus") for encoding in ENCODINGS]
            calls += [(name, (value, safe), {}) for name in ("quote", "quote_plus") for safe in ("", "+", "/+", b"/", "é")]
            calls += [(name, (value,), {"encoding": encoding}) for name in ("unquote", "unquote_plus") for encoding in ENCODINGS]
            calls += [(name, (value, "utf-8", "strict"), {}) for name in ("unquote", "unquote_plus")]
            calls.append(("unquote_to_bytes", (value,), {}))
        calls += [(name, (item,), {}) for name in ("quote", "quote_plus", "quote_from_bytes", "unquote_to_bytes") for item in (data, bytearray(data))]
        calls += [("unquote", (data, *encoding), {}) for encoding in [(), ("latin-1",)]]
        calls += [(name, (Own(text),), {}) for name in ("quote", "quote_plus", "unquote", "parse_qs", "parse_qsl")]
        calls += [(name, (text, [47]), {}) for name in ("quote", "quote_plus")]
        calls += [(name, (Data(data),), {}) for name in ("quote", "quote_plus", "quote_from_bytes", "unquote_to_bytes")]
        calls.append(("urlencode", ({"a": text},), {"quote_via": lambda text, *_: text}))
        for body in (text, query, Text(query), data, query.encode(), bytearray(query.encode())):
            calls += [(name, (body,), options) for name in ("parse_qs", "parse_qsl") for options in QUERY_OPTIONS]
        for form in ({"a": text}, {"a": Text(text)}, [("a", text)], [("a", 1)], {"a": [text, text]}, (("a", text),), {"a": data}, {"a": None}, {}, [], ""):
            calls += [("urlencode", (form,), options) for options in FORM_OPTIONS]
    return list({repr((call, *map(type, call[1]))): call for call in calls if answers(call)}.values())


def is_delegated(call: Call) -> bool:
    """True if the call goes to urllib."""
    name, args, kwargs = call
    files: set[str] = set()
    sys.setprofile(lambda frame, event, _: files.add(frame.f_code.co_filename))
    try:
        getattr(parse, name)(*args, **kwargs)
    finally:
        sys.setprofile(None)
    return urllib.parse.__file__ in files


def surrogates() -> list[Call]:
    """Calls with lone surrogates."""
    calls: list[Call] = []
    for text in TEXTS:
        calls += [(name, (text + "\udcff", "/", None, "surrogateescape"), {}) for name in ("quote", "quote_plus")]
        calls += [(name, (text + "\udcff",), {}) for name in ("unquote", "unquote_plus", "parse_qsl")]
    return [call for call in calls if answers(call)]


def answers(call: Call) -> bool:
    name, args, kwargs = call
    try:
        expected = getattr(urllib.parse, name)(*args, **kwargs)
    except Exception:
        return False
    assert getattr(parse, name)(*args, **kwargs) == expected, call
    return True


def measured(call: Call) -> tuple[float, float]:
    """The ratio of urllib's time to ours, and the nanoseconds that ours takes longer: the medians of several repeats."""
    name, args, kwargs = call
    theirs, ours = getattr(urllib.parse, name), getattr(parse, name)

    def time(function: Callable[..., Any]) -> float:
        return min(timeit.repeat(lambda: function(*args, **kwargs), number=NUMBER, repeat=3)) / NUMBER

    pairs = [(time(theirs), time(ours)) for _ in range(REPEATS)]
    return statistics.median(one / other for one, other in pairs), 1e9 * statistics.median(other - one for one, other in pairs)


def report(title: str, calls: list[Call]) -> list[tuple[float, float]]:
    """Measures calls, and prints the slow ones."""
    print(f"{title}: {len(calls)} calls", flush=True)
    rows = sorted((*measured(call), call[0], repr(call[1:])) for call in calls)
    for ratio, more, name, arguments in rows:
        if ratio < 1.05:
            print(f"{ratio:5.2f} {more:6.0f} ns {name} {arguments[:100]}", flush=True)
    return [row[:2] for row in rows]


def summary(handled: list[tuple[float, float]], delegated: list[tuple[float, float]], lone: list[tuple[float, float]]) -> str:
    """The paragraph of README.md."""
    slowest = min(handled)[0]
    low, *_, high = statistics.quantiles([ratio for ratio, _ in delegated], n=20)
    middle = statistics.median(ratio for ratio, _ in delegated)
    extra, lone_extra = (statistics.median(more for _, more in rows) for rows in (delegated, lone))
    return (
        f"Of {len(handled):,} calls, those of CPython's own tests and others with odd arguments, the slowest is {slowest:.2f} times as fast as urllib's. "
        f"{len(delegated):,} calls that go to urllib (see Fallback) have {middle:.2f} times its speed in the median, nine of ten of them {low:.2f} to "
        f"{high:.2f} times, and take {extra:.0f} ns more. "
        f"Those with lone surrogates take {lone_extra:.0f} ns more: Python needs that time to say that a `str` is not UTF-8."
    )


def main() -> None:
    modules = [argument for argument in sys.argv[1:] if argument != "--update"] or ["test.test_urlparse", "test.test_urllib"]
    calls = [*recorded(modules), *odd()]
    delegated = [call for call in calls if is_delegated(call)]
    handled = [call for call in calls if not is_delegated(call)]
    text = summary(report("calls", handled), report("calls that go to urllib", delegated), report("lone surrogates", surrogates()))
    write("calls", textwrap.wrap(text, 150, break_long_words=False, break_on_hyphens=False))


if __name__ == "__main__":
    main()
