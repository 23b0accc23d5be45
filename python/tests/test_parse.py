"""The functions of percent_simd.parse return and raise the same as those of urllib.parse."""

import collections
import inspect
import pickle
import sys
import types
import urllib.parse
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from percent_simd import parse

NAMES = sorted(parse.__all__)
ORIGINALS: dict[str, Callable[..., Any]] = {name: getattr(urllib.parse, name) for name in NAMES}


def outcome(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result of a call: its type and value, or the type and message of its exception."""
    try:
        answer = function(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)
    return type(answer), answer


def same(name: str, *args: Any, **kwargs: Any) -> Any:
    """Asserts that both functions of that name do the same, and returns it."""
    expected = outcome(ORIGINALS[name], *args, **kwargs)
    assert outcome(getattr(parse, name), *args, **kwargs) == expected
    return expected


# Pieces that matter, and anything else; long runs reach the vector kernels, and output beyond what is kept on the stack.
PIECES = ["%", "%2", "%41", "%2F", "%C3%A9", "%c3", "%E2%98", "%FF", "%00", "%%", "%zz", "+", " ", "/", "~", "&", "=", ";", "é", "☃", "\U0001f600", "a"]
piece = st.one_of(st.sampled_from(PIECES), st.text(max_size=4), st.sampled_from(PIECES).map(lambda part: part * 90))
texts = st.lists(piece, max_size=12).map("".join)
surrogates = st.one_of(texts, st.tuples(texts, st.sampled_from(["\ud800", "\udcff"]), texts).map("".join))
raw = st.one_of(texts.map(str.encode), st.binary(max_size=40), st.tuples(texts.map(str.encode), st.binary(max_size=3)).map(b"".join))
values = st.one_of(surrogates, raw)


class Same(str):
    """A str of another type."""


class Escaped(str):
    def __contains__(self, part: Any) -> bool:
        return not super().__contains__(part)


class Louder(str):
    def encode(self, *arguments: Any) -> bytes:
        return super().encode(*arguments).upper() + b" "

    def replace(self, *arguments: Any) -> str:
        return super().replace(*arguments) + "%41"


class Hidden(str):
    def __bool__(self) -> bool:
        return False

    def encode(self, *arguments: Any) -> Any:
        return None


class Cut(str):
    def split(self, *arguments: Any) -> Any:
        return super().split(*arguments)[:1]

    def count(self, *arguments: Any) -> int:
        return 0


def with_own_split(text: str) -> Same:
    value = Same(text)
    vars(value)["split"] = lambda separator: ["own=%41"]
    return value


class Data(bytes):
    """Bytes of another type."""


OF_STR: list[Callable[[str], str]] = [Same, Escaped, Louder, Hidden, Cut, with_own_split]
subclasses = st.one_of(st.tuples(st.sampled_from(OF_STR), surrogates).map(lambda pair: pair[0](pair[1])), raw.map(Data))
odd_values = st.one_of(values, subclasses, raw.map(bytearray), raw.map(lambda data: memoryview(data)), st.none(), st.integers(), st.lists(st.integers()), st.just(()))
safes = st.one_of(st.text(max_size=6), st.sampled_from(["", "/", "+", " ", "%", "é/", "\ud800", "/" * 300]), st.binary(max_size=6), st.lists(st.integers(0, 255)), st.none())
encodings = st.sampled_from(["utf-8", "UTF-8", "utf8", "U8", "latin-1", "ascii", "utf-16", "shift_jis", "cp1252", "utf-7", "nonsense", "", None, 3])
handlers = st.sampled_from(["strict", "replace", "ignore", "surrogateescape", "surrogatepass", "backslashreplace", "xmlcharrefreplace", "namereplace", "nonsense", None, b"x"])


def optional(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=strategies)


@given(values)
def test_one_argument(value: str | bytes) -> None:
    for name in ("quote", "quote_plus", "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes", "parse_qsl", "parse_qs"):
        same(name, value)


@given(odd_values, optional(safe=safes, encoding=encodings, errors=handlers))
@example(Hidden(" "), {})
@example(Same("a b"), {"safe": "+"})
def test_quote(value: Any, options: dict[str, Any]) -> None:
    same("quote", value, **options)
    same("quote_plus", value, **options)
    if "safe" in options:
        same("quote_from_bytes", value, options["safe"])
        same("quote", value, *options.values())
        same("quote_plus", value, *options.values())


@given(odd_values, optional(encoding=encodings, errors=handlers))
@example("%C3é%A9", {})
@example("%FF", {"errors": "strict"})
@example(b"%FF", {"errors": None})
@example(b"a", {"encoding": None})
@example(bytearray(b"a+b"), {})
@example(bytearray(b"a%41"), {})
@example(bytearray(), {})
@example("100%", {"encoding": "nonsense"})
@example("é%E9é%zz%", {"encoding": "latin-1"})
@example(b"%E9", {"encoding": "latin-1", "errors": None})
@example(Same("100%+é"), {"encoding": "nonsense"})
@example("%82%a0+é%82%a0", {"encoding": "shift_jis"})
@example("%82%a0+%2B", {"encoding": "shift_jis", "errors": None})
def test_unquote(value: Any, options: dict[str, Any]) -> None:
    same("unquote", value, **options)
    same("unquote_plus", value, **options)
    same("unquote", value, *options.values())
    same("unquote_to_bytes", value)


separators = st.sampled_from(["&", ";", "&&", "=", "%", "é", "", b"&", b";", b"ab", b"\xff", None, 3])
truths = st.sampled_from([False, True, 0, 1, None, "", "x"])
query_options = optional(
    keep_blank_values=truths,
    strict_parsing=truths,
    encoding=encodings,
    errors=handlers,
    max_num_fields=st.one_of(st.none(), st.integers(-1, 8), st.just(10**30), st.booleans(), st.just(2.5), st.just("1")),
    separator=separators,
)


@given(odd_values, query_options)
@example("", {"strict_parsing": True})
@example(b"a=%FF", {})
@example("a=1&&b", {"strict_parsing": True})
@example("a=%FF", {"errors": "strict"})
@example("a=%FF%C3é%A9&b=%ED%A0%80", {"errors": "surrogateescape"})
@example("a=%FF&b=é", {"encoding": "latin-1"})
@example("a=%FF&b", {"encoding": "latin-1", "keep_blank_values": 1})
@example("a\xe9b=1", {"separator": "\xe9"})
@example(b"", {"max_num_fields": 0})
@example(Cut("a=1&b=2&c=3"), {"max_num_fields": 2})
@example(with_own_split("a=1&b"), {})
@example(bytearray(b"a=%FF&b=%41"), {})
@example("é=é%C3é&%E9=%A9é", {"encoding": "latin-1"})
@example(b"a=%41+&b=%FF", {"encoding": "latin-1"})
@example(None, {})
def test_parse_query(value: Any, options: dict[str, Any]) -> None:
    same("parse_qsl", value, **options)
    same("parse_qs", value, **options)


class Words(str):
    """A str whose str() is another one."""

    def __str__(self) -> str:
        return "words"


items = st.one_of(values, st.integers(), st.floats(), st.booleans(), st.none(), texts.map(Words), st.lists(texts, max_size=3), st.tuples(raw), st.sets(st.integers(), max_size=1))
keys = st.one_of(texts, raw, st.integers(), st.none())


class Mapping:
    """An object with the method items, and no other of a mapping."""

    def __init__(self, pairs: list[Any]) -> None:
        self.pairs = pairs

    def items(self) -> Iterator[Any]:
        return iter(self.pairs)


class Once(Mapping):
    """A mapping that returns its pairs once."""

    def items(self) -> Iterator[Any]:
        pairs, self.pairs = self.pairs, []
        return iter(pairs)


def test_pairs_that_are_returned_once() -> None:
    urlencode: Any = parse.urlencode
    assert urlencode(Once([("a", 1), ["b", Words("x")], "cd"])) == "a=1&b=words&c=d"
    with pytest.raises(ValueError, match="not enough values to unpack"):
        urlencode(Once([("a", 1), ("b",), ("c", 1)]))


class Unwilling:
    def __str__(self) -> str:
        raise ZeroDivisionError("no words")


mixed = st.one_of(items, st.dates(), st.builds(Unwilling), surrogates, st.frozensets(surrogates, max_size=2))
pairs = st.lists(st.tuples(st.one_of(keys, st.dates()), mixed), max_size=3)
queries = st.one_of(
    pairs,
    pairs.map(lambda pairs: collections.OrderedDict(pairs)),
    pairs.map(lambda pairs: types.MappingProxyType(dict(pairs))),
    st.lists(st.one_of(st.tuples(keys, mixed), st.tuples(keys), st.just(["a", 1]), st.integers(), texts), max_size=3).map(Mapping),
    st.dictionaries(keys, items, max_size=4),
    st.lists(st.tuples(keys, items), max_size=4),
    st.lists(st.tuples(keys, items), max_size=2).map(tuple),
    st.lists(st.one_of(st.tuples(keys), st.just([1, 2]), texts), max_size=2),
    texts,
    st.none(),
    st.integers(),
)


@given(queries, optional(doseq=truths, safe=safes, encoding=encodings, errors=handlers), st.sampled_from([None, "quote", "quote_plus", "other"]))
@example({"a": 10**5000}, {}, None)
@example({"a": []}, {"doseq": True}, None)
@example([("a", "b c+d"), ("+", b" ")], {"safe": "+"}, None)
@example([], {"safe": "+"}, None)
@example({"a": ["b c", "+"], "d": ()}, {"safe": "+", "doseq": True}, None)
@example({"\ud800": []}, {"doseq": True}, None)
def test_urlencode(query: Any, options: dict[str, Any], quote_via: str | None) -> None:
    if quote_via == "other":
        options["quote_via"] = lambda value, *args: f"<{value!r}{args!r}>"
    elif quote_via:
        options["quote_via"] = ORIGINALS[quote_via]
        same("urlencode", query, **options)
        expected = outcome(ORIGINALS["urlencode"], query, **options)
        ours = options | {"quote_via": getattr(parse, quote_via)}
        assert outcome(parse.urlencode, query, **ours) == expected
        return
    same("urlencode", query, **options)


@pytest.mark.parametrize("name", NAMES)
def test_wrong_calls(name: str) -> None:
    calls: list[tuple[tuple[str, ...], dict[str, Any]]] = [((), {}), (("a",) * 9, {}), (("a",), {"nonsense": 1}), (("a",), {"string": "b", "qs": "b", "query": "b", "bs": "b"})]
    for args, kwargs in calls:
        error = outcome(getattr(parse, name), *args, **kwargs)
        assert error[0] is TypeError
        assert error == outcome(ORIGINALS[name], *args, **kwargs)


@pytest.mark.parametrize("name", NAMES)
def test_signatures(name: str) -> None:
    ours, theirs = inspect.signature(getattr(parse, name)), inspect.signature(ORIGINALS[name])
    # Python 3.14 has one for itself.
    assert list(ours.parameters) == [parameter for parameter in theirs.parameters if not parameter.startswith("_")]
    for parameter, other in zip(ours.parameters.values(), theirs.parameters.values()):
        assert parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        # Python reads no function's name from the signature of a function in C.
        assert parameter.default == (None if parameter.name == "quote_via" else other.default)
    for parameter in ours.parameters.values():
        if parameter.name in ("string", "qs"):
            value = "a=%41"
            assert getattr(parse, name)(**{parameter.name: value}) == ORIGINALS[name](**{parameter.name: value})


@pytest.mark.parametrize("name", NAMES)
def test_functions_are_functions(name: str) -> None:
    function = getattr(parse, name)
    assert function.__module__ == "percent_simd.parse" and function.__name__ == name
    assert pickle.loads(pickle.dumps(function)) is function
    assert "built-in function" in repr(function)


@given(texts)
def test_the_same_object_where_nothing_changes(text: str) -> None:
    for name in ("quote", "quote_plus", "unquote", "unquote_plus"):
        function = getattr(parse, name)
        assert (function(text) is text) == (function(text) == text)
    data = text.encode()
    assert (parse.unquote_to_bytes(data) is data) == (parse.unquote_to_bytes(data) == data)


def test_quote_via_none_is_its_default() -> None:
    assert parse.urlencode({"a": "b c"}, quote_via=None) == "a=b+c"


def test_subclasses_are_left_to_urllib() -> None:
    for text in ("", "a", "%41", "%zz", "a b"):
        for name in ("quote", "unquote", "unquote_plus", "parse_qsl", "unquote_to_bytes"):
            same(name, Words(text))


@given(raw)
def test_long_input(data: bytes) -> None:
    """The GIL is released for these lengths."""
    data = (data or b"%41 ") * (1 + 70_000 // max(1, len(data)))
    text = data.decode("latin-1")
    for name in ("quote", "unquote", "unquote_to_bytes", "parse_qsl"):
        same(name, data)
        same(name, text)


def test_references() -> None:
    """Reference counts are right for unchanged and for delegated values."""
    text, odd, error = "".join(["abc", "def"]), "".join(["%41", "\ud800"]), "".join(["%4", "1%FF"])
    before = [sys.getrefcount(value) for value in (text, odd, error)]
    for _ in range(1000):
        parse.unquote(text)
        parse.quote(text, safe=text)
        parse.unquote(odd)
        outcome(parse.quote, odd)
        parse.unquote(error, errors="ignore")
        outcome(parse.unquote, error, errors="strict")
        parse.parse_qsl(text, separator=text)
    assert [sys.getrefcount(value) for value in (text, odd, error)] == before


@given(queries, optional(doseq=truths, encoding=encodings))
def test_no_quote_via_is_the_default(query: Any, options: dict[str, Any]) -> None:
    assert outcome(parse.urlencode, query, quote_via=None, **options) == outcome(ORIGINALS["urlencode"], query, **options)


def test_more_values_of_safe_than_are_kept() -> None:
    """Each in turn, so that encoders are kept, found and replaced, of both functions."""
    safes: list[Any] = ["", "/", "!", "+", b"!", "é", "~" * 40, *"#$&'()*,:;=?@[]"]
    for safe in safes * 2:
        for again in range(2):
            for name in ("quote", "quote_plus"):
                same(name, "a b+c!#$&'()*,:;=?@[]/é~", safe)
                same(name, b"a b+c!/\xff", safe=safe)


def test_empty_forms() -> None:
    empties: list[Any] = ["", b"", Same(""), [], (), {}]
    options: dict[str, Any]
    for empty in empties:
        for options in ({}, {"quote_via": parse.quote}, {"doseq": True}, {"safe": 3}, {"encoding": "nonsense"}):
            same("urlencode", empty, **options)


@pytest.mark.parametrize("safe", ["+", "+/", b"+", " +", "+%", [43]])
def test_safe_plus(safe: Any) -> None:
    for value in ("", "a", "a+b", "a b+c", "\u00e9 +", b"a b+", Same("a b+c"), Louder("a b+"), bytearray(b"a +"), " " * 300):
        same("quote_plus", value, safe)
        same("quote_plus", value, safe=safe, encoding="latin-1")
        same("urlencode", {"a": value}, safe=safe)
