"""inspect, PathPolicy, normalize, equivalent."""

import copy
import pickle
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

import percent_simd
from percent_simd import Flags, PathError, PathPolicy, _native, equivalent, inspect, normalize
from percent_simd.parse import unquote_to_bytes

PIECES = ["%", "%41", "%2f", "%25", "%00", "%0A", "%C3%A9", "%FF", "%c0%af", "..", ".", "%2e", "/", "\\", "é", "a", ";", "%u002e", "?"]
texts = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def test_flags_are_those_of_the_library() -> None:
    bits = dict(_native._flag_bits())
    assert {flag.name.lower().replace("_", "-"): flag.value for flag in Flags if flag.name} == bits


@given(texts)
def test_flags_by_their_definition(text: str) -> None:
    flags, decoded = inspect(text), unquote_to_bytes(text)
    triplets = [int(text[at + 1 : at + 3], 16) for at in range(len(text)) if text[at] == "%" and is_hex(text[at + 1 : at + 3])]
    assert (Flags.NUL in flags) == (0 in triplets)
    assert (Flags.SLASH in flags) == (ord("/") in triplets)
    assert (Flags.NON_ASCII in flags) == any(value >= 0x80 for value in triplets)
    assert (Flags.NESTED in flags) == (unquote_to_bytes(decoded) != decoded)
    assert inspect(text.encode()) is inspect(bytearray(text.encode())) is flags
    assert isinstance(flags, Flags) and pickle.loads(pickle.dumps(flags)) == flags


def is_hex(digits: str) -> bool:
    return len(digits) == 2 and all(digit in "0123456789abcdefABCDEF" for digit in digits)


def test_flags_read_well() -> None:
    assert inspect("%00%2F") == Flags.NUL | Flags.CONTROL | Flags.SLASH
    assert list(inspect("%0d")) == [Flags.CR, Flags.CONTROL]
    assert Flags(0) == inspect("/clean") and not inspect("")
    assert inspect("/private%20/x") == Flags.WINDOWS_NAME and not inspect("private%20")
    assert inspect("%E5%98%8D") == Flags.TRUNCATED_NEWLINE | Flags.NON_ASCII and not inspect("嘍")


@given(texts)
def test_paths_that_strict_accepts(text: str) -> None:
    path = "/" + text
    try:
        resolved = PathPolicy.STRICT.resolve(path)
    except PathError as error:
        assert 0 <= error.position <= len(path) and f" at character {error.position}: " in str(error)
        with pytest.raises(PathError) as again:
            PathPolicy.STRICT.check(path.encode())
        assert again.value.kind == error.kind and f" at byte {again.value.position}: " in str(again.value)
        return
    PathPolicy.STRICT.check(path)
    assert PathPolicy.STRICT.resolve(path.encode()) == resolved.encode()
    assert (resolved is path) == (resolved == path)
    # Absolute, no dot segment, nothing that hides: safe below a root.
    assert resolved.startswith("/") and not {".", ".."} & set(resolved.split("/"))
    assert not set(resolved) & {"\0", "\\"} and "//" not in resolved
    assert PurePosixPath("/root").joinpath(resolved.lstrip("/")).is_relative_to("/root")
    # The target has the same path, and is forwarded as it is.
    target = PathPolicy.STRICT.target(path)
    assert target.isascii() and PathPolicy.STRICT.resolve(target) == resolved and PathPolicy.STRICT.target(target) is target
    assert PathPolicy.STRICT.target(path.encode()) == target.encode() and (target is path) == (target == path)


def test_paths() -> None:
    assert PathPolicy.STRICT.resolve("/a/./b/../c%20d") == "/a/c d"
    for path, kind, position in [
        ("a", "not-absolute", 0),
        ("/a/../../b", "climbs-above-root", 6),
        ("/a%2Fb", "escaped-slash", 2),
        ("/é%00", "non-ascii", 1),
        ("/%00", "control", 1),
        ("/100%", "truncated", 4),
        ("/%FF", "utf8", 1),
    ]:
        with pytest.raises(PathError) as caught:
            PathPolicy.STRICT.check(path)
        assert (caught.value.kind, caught.value.position) == (kind, position)
    raw = PathPolicy.STRICT.replace(raw_non_ascii=True)
    with pytest.raises(PathError) as caught:
        raw.check("/é%00")
    assert (caught.value.position, caught.value.is_attack, caught.value.is_malformed) == (2, True, False)
    assert str(caught.value) == "path refused at character 2: control character 0x00; remove it [control]"
    any_bytes = PathPolicy(must_be_utf8=False)
    assert any_bytes.resolve("/%FF%C3%A9") == "/\udcffé" and any_bytes.resolve(b"/%FF") == b"/\xff"
    assert PathPolicy.ENVOY_REDIRECT.redirects("/a%2Fb") and not PathPolicy.ENVOY_REDIRECT.redirects("/a/b")


def test_targets() -> None:
    strict = PathPolicy.STRICT
    for path, target in [
        ("/x/../libc%2b%2B.rpm", "/libc%2B%2B.rpm"),
        ("/users/a%40b.example", "/users/a%40b.example"),
        ("/a+b/%7Eme/caf%c3%a9//", "/a+b/~me/caf%C3%A9/"),
        ("/a b|", "/a%20b%7C"),
    ]:
        assert strict.target(path) == target
        for value in (path.encode(), bytearray(path.encode()), memoryview(path.encode())):
            assert strict.target(value) == target.encode()
    assert strict.replace(reserved="decode").target("/libc%2B%2B.rpm") == "/libc++.rpm"
    assert PathPolicy("nginx").target("/é") == "/%C3%A9"
    unchanged = b"/a%2Bb"
    assert strict.target(unchanged) is unchanged
    with pytest.raises(PathError) as caught:
        strict.target("/a%2Fb")
    assert (caught.value.kind, caught.value.position) == ("escaped-slash", 2)


def test_windows_names_and_rejected_values() -> None:
    windows = PathPolicy(windows_names=True)
    for path in ("/a/CON", "/a/c%3A", "/a/b.", "/a/PROGRA~1"):
        PathPolicy.STRICT.check(path)
        with pytest.raises(PathError) as caught:
            windows.check(path)
        assert (caught.value.kind, caught.value.position) == ("windows-name", 3)
    rejecting = PathPolicy(reject="?#|")
    for path, position in [("/secret%3Fx", 7), ("/a|b", 2), ("/a%7c", 2)]:
        with pytest.raises(PathError) as caught:
            rejecting.target(path)
        assert (caught.value.kind, caught.value.position, caught.value.is_attack) == ("rejected", position, False)
    assert rejecting.replace(reject="", windows_names=False) == PathPolicy.STRICT != rejecting
    assert repr(rejecting) == "PathPolicy('strict', reject='?#|')"
    with pytest.raises(ValueError, match="reject must be ASCII characters, and 'é' is not one: remove it"):
        PathPolicy(reject="?éü")
    assert PathPolicy(reject=b"?#|") == rejecting  # as in Decoder
    with pytest.raises(TypeError, match="a str or a bytes-like object is needed, not int"):
        PathPolicy(reject=1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='reserved must be "keep" or "escape-plus" or "decode", not "x"'):
        PathPolicy(reserved="x")  # type: ignore[arg-type]


POLICIES = [getattr(PathPolicy, name) for name in dir(PathPolicy) if name.isupper()]


CHANGED = [PathPolicy("nginx", semicolon="reject", raw_non_ascii=True), PathPolicy(windows_names=True, reserved="decode", reject="?#\n'\"")]


@pytest.mark.parametrize("policy", [*POLICIES, *CHANGED], ids=repr)
def test_path_policies_are_values(policy: PathPolicy) -> None:
    for other in (pickle.loads(pickle.dumps(policy)), copy.copy(policy), copy.deepcopy(policy), eval(repr(policy)), policy.replace()):
        assert other == policy and hash(other) == hash(policy) and repr(other) == repr(policy)
    assert policy != 3


def test_path_options() -> None:
    assert {PathPolicy.OBJECTS, PathPolicy.UNKNOWN} < {*POLICIES} and len(POLICIES) == 14
    assert PathPolicy() == PathPolicy.STRICT == PathPolicy("strict") != PathPolicy.NGINX
    assert PathPolicy.STRICT.replace(semicolon="reject").replace(semicolon="guard") == PathPolicy.STRICT
    with pytest.raises(TypeError, match=r"PathPolicy\(\) got an unexpected keyword argument 'x'"):
        PathPolicy(x=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="^semicolon must be a str, not int$"):
        PathPolicy(semicolon=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^windows_names must be a bool, not str$"):
        PathPolicy.NGINX.replace(windows_names="yes")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='semicolon must be "guard" or "drop" or "keep" or "reject", not "x"'):
        PathPolicy(semicolon="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='preset must be "strict" or .* or "objects", not "caddy"'):
        PathPolicy("caddy")


def test_normalize() -> None:
    # RFC 3986 6.2.2.
    assert normalize("eXAMPLE://a/./b/../b/%63/%7bfoo%7d") == "example://a/b/c/%7Bfoo%7D"
    assert equivalent("HTTP://E.org/a/./b", b"http://e.org/a/b") is True
    assert normalize("../%7e") == "../~" and normalize("a:/..//b") == "a:/.//b"
    assert normalize("URN:Example:%41%2f") == "urn:example:%41%2F"
    assert normalize("/%7euser/%3a%41") == "/~user/%3AA"
    assert normalize(b"/%7euser") == normalize(bytearray(b"/%7euser")) == b"/~user"
    for same in ("/clean", b"/clean"):
        assert normalize(same) is same
    assert equivalent("/%41é", "/A%c3%a9") is False and equivalent("/%41%C3%A9", b"/A%c3%a9") is True


def test_normalize_by_options() -> None:
    url = "HTTP://E.org/a/./%7eb"
    assert normalize(url, triplets=False) == "http://e.org/a/%7eb"
    assert normalize(url, case=False) == "HTTP://E.org/a/~b"
    assert normalize(url.encode(), dot_segments=False) == b"http://e.org/a/./~b"
    assert normalize(url, case=False, triplets=False, dot_segments=False) is url
    # A query has no scheme and no path.
    query = "A:b/./%7e"
    assert normalize(query, case=False, dot_segments=False) == "A:b/./~"
    assert equivalent(query, "A:b/./~", case=False, dot_segments=False)
    assert not equivalent(query, "a:b/./~", case=False, dot_segments=False)
    assert equivalent("/a/./b", "/a/b") and not equivalent("/a/./b", "/a/b", dot_segments=False)
    with pytest.raises(TypeError):
        normalize(url, True)  # type: ignore[call-overload]


@given(texts)
def test_normal_forms_are_equivalent(text: str) -> None:
    assert normalize(normalize(text)) == normalize(text)
    assert equivalent(text, normalize(text))
    escapes = normalize(text, case=False, dot_segments=False)
    assert unquote_to_bytes(escapes) == unquote_to_bytes(text)
    assert equivalent(text, escapes, case=False, dot_segments=False)


segments = st.sampled_from(["/a", "/.", "/..", "/...", "/.b", "/..c"])


@given(st.lists(segments, min_size=1).map("".join), st.sampled_from(["", "/"]))
def test_dot_segments_are_those_of_urljoin(path: str, end: str) -> None:
    # urljoin drops empty segments, which RFC 3986 5.2.4 keeps.
    assert normalize(f"http://h{path}{end}") == urljoin("http://h/x/y", path + end)


def test_help_reads_well() -> None:
    names = [name for name in vars(percent_simd) if not name.startswith("_")]
    assert {"parse", "Decoder", "Flags", "DecodeError", "decode_column", "patched"} <= {*names}
    for name in names:
        value: Any = getattr(percent_simd, name)
        assert value.__doc__, name
        if callable(value):
            assert value.__module__ in ("percent_simd", "percent_simd._patch"), name
        for attribute, member in vars(value).items() if isinstance(value, type) else ():
            if type(member).__name__ in ("getset_descriptor", "method_descriptor", "property") and not attribute.startswith("__"):
                assert member.__doc__, (name, attribute)
