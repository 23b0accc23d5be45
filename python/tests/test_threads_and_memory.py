"""Threads that call all functions at the same time, and memory that does not grow."""

import gc
import sys
import threading
import time
import tracemalloc
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from percent_simd import DecodeError, Decoder, Encoder, PathPolicy, decode_column, encode_column, flags_column, inspect, normalize, parse

pa = pytest.importorskip("pyarrow")

LONG = "caf%C3%A9+%zz " * 10_000  # decoded without the GIL


def test_threads() -> None:
    """Each thread gets its own answers, while a buffer that all of them read changes all the time."""
    shared = bytearray(b"a%20b" * 4000)
    decoder, expected = Decoder(malformed="error"), urllib.parse.unquote(LONG)
    failures: list[BaseException] = []
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            for at in range(0, len(shared), 5):
                shared[at + 1 : at + 4] = b"%2" + (b"0" if shared[at + 3] != ord("0") else b"z")

    def work(number: int) -> None:
        try:
            own = bytearray(200)
            for turn in range(300):
                text = f"{number}%20{turn}"
                assert parse.unquote(text) == f"{number} {turn}"
                assert parse.parse_qsl(f"a={text}&b=%41") == [("a", f"{number} {turn}"), ("b", "A")]
                assert own[: decoder.decode_into(text, own)] == f"{number} {turn}".encode()
                if turn % 20 == 0:
                    assert parse.unquote(LONG) == expected and len(Encoder().encode(LONG)) > len(LONG)
                    assert int(inspect(LONG)) == int(inspect(LONG.encode()))
                try:
                    decoded = decoder.decode(shared)
                    assert not set(decoded) - set(b"a b")
                except DecodeError as error:
                    assert error.kind == "bad-hex"
        except BaseException as error:
            failures.append(error)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        changer, workers = threading.Thread(target=change), [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in (changer, *workers):
            thread.start()
        for thread in workers:
            thread.join()
        stop.set()
        changer.join()
    finally:
        sys.setswitchinterval(before)
    assert not failures, failures


CLEAN = "/clean-and-long" * 500_000
CALLS: list[Callable[[Any], Any]] = [
    *(parse.quote, parse.unquote, parse.unquote_to_bytes),
    *(Decoder().find, Decoder().check, Decoder().decode, Encoder(safe="/").find, Encoder(safe="/").encode),
    *(inspect, normalize, PathPolicy.STRICT.check, PathPolicy.STRICT.resolve, PathPolicy.STRICT.target, PathPolicy.ENVOY_REDIRECT.redirects),
]
CASES = [(call, value) for call in CALLS for value in (CLEAN, CLEAN.encode())]
for column in (pa.array([CLEAN[:90]] * 50_000), pa.array([CLEAN[:90]] * 50_000, pa.string_view())):
    CASES += [(call, column) for call in (decode_column, encode_column, flags_column)]
CASES += [(parse.quote_plus, "clean" * 1_500_000), (parse.unquote_plus, CLEAN), (parse.quote_from_bytes, CLEAN.encode())]


@pytest.mark.parametrize("call, value", CASES, ids=lambda case: type(case).__name__ if isinstance(case, (str, bytes)) else getattr(case, "__qualname__", type(case).__name__))
def test_long_values_let_other_threads_run(call: Callable[[Any], Any], value: Any) -> None:
    ran = False

    def run() -> None:
        nonlocal ran
        time.sleep(0.001)  # after which it waits for the GIL
        ran = True

    before = sys.getswitchinterval()
    thread = threading.Thread(target=run)
    sys.setswitchinterval(1000)  # so that nothing but the call gives it away
    try:
        thread.start()
        for _ in range(1000):
            call(value)
            if ran:
                break
    finally:
        sys.setswitchinterval(before)
        thread.join()
    assert ran


def refused(call: Callable[..., Any], *args: Any) -> None:
    try:
        call(*args)
    except ValueError:
        return
    raise AssertionError("it is not refused")


def every_call() -> None:
    text = "a%20b%C3%A9" * 3
    parse.unquote(text)
    parse.unquote(text.encode())
    parse.quote(text + "é")
    parse.quote_plus(text, safe="/")
    parse.unquote_to_bytes(text)
    parse.parse_qsl("a=%41&b=" + text)
    parse.parse_qs("a=%41&a=" + text)
    parse.urlencode({"a": text, "b": 1})
    parse.unquote("%E9", encoding="latin-1")
    refused(parse.unquote, "%FF", "utf-8", "strict")
    refused(parse.quote, "\ud800")
    Decoder(keep="/").decode(bytearray(b"%41"))
    refused(Decoder(malformed="error").decode, "100%")
    refused(PathPolicy.STRICT.resolve, "/../a")
    PathPolicy.STRICT.resolve("/a%20b")
    PathPolicy.STRICT.target("/a/../b%2b")
    inspect(text)


def columns() -> None:
    pa = pytest.importorskip("pyarrow")

    from percent_simd import decode_column, flags_column

    for kind in (pa.string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())):
        column = pa.array(["clean and longer than a view", "a%20b", None] * 20).cast(kind)
        pa.array(decode_column(column))
        pa.chunked_array(flags_column(pa.chunked_array([column])))
        decode_column(column).__arrow_c_schema__()
        refused(decode_column, column, Decoder(reject=" "))


def resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("call, turns", [(every_call, 60_000), (columns, 3_000)], ids=["a million calls", "columns"])
def test_nothing_leaks(call: Callable[[], None], turns: int) -> None:
    for _ in range(turns // 10):
        call()

    def growth() -> int:
        gc.collect()
        start = resident()
        for _ in range(turns // 3):
            call()
        gc.collect()
        return resident() - start

    if sys.platform == "linux":
        # A leak grows in every third of the turns, an allocator in some. A leak of a byte a call would be seen by nobody, one of an object
        # a turn is megabytes.
        assert min(growth() for _ in range(3)) < (1 << 20) // 3
    tracemalloc.start()
    try:
        for _ in range(100):
            call()
        gc.collect()
        grown = []
        for _ in range(5):
            before = tracemalloc.get_traced_memory()[0]
            for _ in range(1000):
                call()
            gc.collect()
            grown.append(tracemalloc.get_traced_memory()[0] - before)
        # No object is smaller than 16 bytes. A leak grows in every round; the caches and free lists of the interpreter and of pyarrow do in some.
        assert min(grown) < 1000 * 16, grown
    finally:
        tracemalloc.stop()
