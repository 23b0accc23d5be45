"""Streams of chunks whose callbacks are Python functions, without pyarrow: each callback runs without the GIL."""

import ctypes
import gc
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from percent_simd import decode_column, flags_column

ENOMEM = 12


class Schema(ctypes.Structure):
    """struct ArrowSchema of the C data interface."""


class Array(ctypes.Structure):
    """struct ArrowArray."""


class Stream(ctypes.Structure):
    """struct ArrowArrayStream of the C stream interface."""


GET_SCHEMA = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))
GET_NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))
LAST_ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(Stream))
RELEASE_SCHEMA, RELEASE_ARRAY, RELEASE_STREAM = (ctypes.CFUNCTYPE(None, ctypes.POINTER(kind)) for kind in (Schema, Array, Stream))

Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", RELEASE_SCHEMA),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.c_void_p),
    ("dictionary", ctypes.c_void_p),
    ("release", RELEASE_ARRAY),
    ("private_data", ctypes.c_void_p),
]
Stream._fields_ = [
    ("get_schema", GET_SCHEMA),
    ("get_next", GET_NEXT),
    ("get_last_error", LAST_ERROR),
    ("release", RELEASE_STREAM),
    ("private_data", ctypes.c_void_p),
]

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Producer:
    """A stream of text, made chunk by chunk by `chunks` as they are asked for."""

    def __init__(self, chunks: Callable[[], Iterator[list[str]]], format: bytes = b"u") -> None:
        self.chunks, self.format = chunks(), format
        self.released: list[str] = []
        self.kept: list[Any] = []
        self.stream = Stream(GET_SCHEMA(self.get_schema), GET_NEXT(self.get_next), LAST_ERROR(self.last_error), RELEASE_STREAM(self.release), None)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return new_capsule(ctypes.addressof(self.stream), b"arrow_array_stream", None)

    def get_schema(self, stream: Any, out: Any) -> int:
        def release(schema: Any) -> None:
            self.released.append("schema")
            schema.contents.release = RELEASE_SCHEMA()

        self.kept.append(RELEASE_SCHEMA(release))
        out[0] = Schema(self.format, b"", None, 2, 0, None, None, self.kept[-1], None)
        return 0

    def get_next(self, stream: Any, out: Any) -> int:
        try:
            rows = next(self.chunks, None)
        except MemoryError:
            return ENOMEM
        if rows is None:
            out[0] = Array()
            return 0
        values, offsets = "".join(rows).encode(), [0]
        for row in rows:
            offsets.append(offsets[-1] + len(row.encode()))
        data = ctypes.create_string_buffer(values)
        ends = (ctypes.c_int32 * len(offsets))(*offsets)
        buffers = (ctypes.c_void_p * 3)(None, ctypes.addressof(ends), ctypes.addressof(data))

        def release(array: Any) -> None:
            self.released.append("array")
            array.contents.release = RELEASE_ARRAY()

        self.kept += [data, ends, buffers, RELEASE_ARRAY(release)]
        out[0] = Array(len(rows), 0, 0, 3, 0, buffers, None, None, self.kept[-1], None)
        return 0

    def last_error(self, stream: Any) -> int | None:
        self.kept.append(ctypes.create_string_buffer(b"no memory for the next chunk"))
        return ctypes.addressof(self.kept[-1])

    def release(self, stream: Any) -> None:
        self.released.append("stream")
        stream.contents.release = RELEASE_STREAM()


def rows_of(column: Any) -> list[Any]:
    pa = pytest.importorskip("pyarrow")
    return list(pa.chunked_array(column).to_pylist())


def test_a_stream_of_python() -> None:
    producer = Producer(lambda: iter([["a%20b", ""], [], ["%C3%A9"]]))
    assert rows_of(decode_column(producer)) == ["a b", "", "é"]
    gc.collect()
    assert sorted(producer.released) == ["array", "array", "array", "schema", "stream"]
    # Its capsule stays, and holds nothing.
    with pytest.raises(ValueError, match="used before"):
        decode_column(producer)


def test_a_stream_that_waits_for_another_thread() -> None:
    """Each chunk is made by a thread that needs the GIL for it."""
    orders: queue.Queue[int | None] = queue.Queue()
    made: queue.Queue[list[str]] = queue.Queue()

    def make() -> None:
        while (number := orders.get()) is not None:
            made.put([f"{number}%20{row}" for row in range(3)])

    def chunks() -> Iterator[list[str]]:
        for number in range(20):
            orders.put(number)
            yield made.get()

    thread = threading.Thread(target=make)
    thread.start()
    try:
        column = decode_column(Producer(chunks))
    finally:
        orders.put(None)
        thread.join()
    assert rows_of(column) == [f"{number} {row}" for number in range(20) for row in range(3)]


def test_callbacks_run_without_the_gil() -> None:
    """The callback returns 1, an error, if its thread holds the GIL, and 0, the end of the stream, otherwise."""
    producer = Producer(lambda: iter([]))
    holds_the_gil = ctypes.cast(ctypes.pythonapi.PyGILState_Check, ctypes.c_void_p).value
    assert holds_the_gil
    producer.stream.get_next = GET_NEXT(holds_the_gil)
    assert rows_of(decode_column(producer)) == []
    producer = Producer(lambda: iter([]))
    producer.stream.get_schema = GET_SCHEMA(holds_the_gil)
    # It succeeds, without a schema.
    with pytest.raises(ValueError, match="the Arrow schema has no format"):
        decode_column(producer)
    assert producer.released == ["stream"]


def test_a_stream_that_fails() -> None:
    def chunks() -> Iterator[list[str]]:
        yield ["a"]
        raise MemoryError

    producer = Producer(chunks)
    with pytest.raises(ValueError, match="^the Arrow stream failed: no memory for the next chunk$"):
        flags_column(producer)
    assert sorted(producer.released) == ["array", "schema", "stream"]
    producer = Producer(chunks)
    producer.stream.get_last_error = LAST_ERROR()
    with pytest.raises(ValueError, match=f"^the Arrow stream failed: error {ENOMEM}$"):
        flags_column(producer)
    producer = Producer(chunks)
    producer.stream.get_next = GET_NEXT()
    with pytest.raises(ValueError, match="the Arrow stream has no callbacks"):
        flags_column(producer)
    assert producer.released == ["stream"]


def test_a_table_is_no_column() -> None:
    table = Producer(lambda: iter([]), b"+s")
    with pytest.raises(TypeError, match=r"this is a table .*: take one of its columns, as in table\['name'\]"):
        decode_column(table)
    assert sorted(table.released) == ["schema", "stream"]
