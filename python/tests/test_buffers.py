"""Objects with the buffer protocol, of any element type and shape: their bytes are read in C order, and writable buffers are written."""

import array
import ctypes
import sys
from typing import Any

import pytest

from percent_simd import DecodeError, Decoder, Encoder, PathPolicy, inspect, normalize

VALUE = b"/a%20b%C3%A9"


class Structure(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char * len(VALUE))]


def buffers() -> list[Any]:
    """The same bytes, in every type of element and every shape."""
    whole: Any = memoryview(VALUE)
    two = memoryview(b"".join(bytes([byte, 0]) for byte in VALUE))
    kinds: list[Any] = [
        bytearray(VALUE),
        whole,
        whole[::-1][::-1],
        two[::2],
        memoryview(VALUE[::-1])[::-1],
        array.array("B", VALUE),
        array.array("b", VALUE),
        (ctypes.c_char * len(VALUE)).from_buffer_copy(VALUE),
        (ctypes.c_ubyte * len(VALUE)).from_buffer_copy(VALUE),
        (ctypes.c_byte * len(VALUE)).from_buffer_copy(VALUE),
        Structure.from_buffer_copy(VALUE),
        whole.cast("c"),
    ]
    assert len(VALUE) == 12
    kinds += [array.array(kind, VALUE) for kind in "hif"]
    kinds += [whole.cast(kind) for kind in "HIf?"]
    kinds += [whole.cast("B", [3, 4]), whole.cast("I", [3, 1]), (ctypes.c_uint16 * 3 * 2).from_buffer_copy(VALUE)]
    return kinds


@pytest.mark.parametrize("value", buffers(), ids=lambda value: f"{type(value).__name__} of {memoryview(value).format} {memoryview(value).shape}")
def test_bytes_of_any_buffer_are_read(value: Any) -> None:
    assert memoryview(value).tobytes() == VALUE
    assert Decoder().decode(value) == Decoder().decode(VALUE) == "/a bé".encode()
    assert Decoder().decode_text(value) == "/a bé"
    assert Decoder().find(value) == 2
    assert Encoder().encode(value) == Encoder().encode(VALUE)
    assert inspect(value) == inspect(VALUE) and normalize(value) == VALUE
    assert PathPolicy.STRICT.resolve(value) == "/a bé".encode()
    assert Decoder().decode_into(value, buffer := bytearray(12)) == 6 and buffer[:6] == "/a bé".encode()
    with pytest.raises(DecodeError) as caught:
        Decoder(reject=" ").check(value)
    assert caught.value.position == 2


def test_numpy() -> None:
    np = pytest.importorskip("numpy")
    value = np.frombuffer(VALUE, dtype="S12")
    assert Decoder().decode(value) == Decoder().decode(np.frombuffer(VALUE, dtype=np.int32).reshape(1, 3)) == "/a bé".encode()
    # Rows of four, of which the columns come one after the other in memory.
    columns = np.asfortranarray(np.frombuffer(VALUE, dtype=np.uint8).reshape(3, 4))
    assert Decoder().decode(columns) == "/a bé".encode()
    output = np.zeros(3, dtype=np.int32)
    assert Decoder().decode_into(VALUE, output) == 6 and output.tobytes()[:6] == "/a bé".encode()
    with pytest.raises(BufferError, match="references to objects"):
        Decoder().decode_into(VALUE, np.array([None] * 8))


def test_empty_buffers() -> None:
    for value in (b"", bytearray(), memoryview(b""), array.array("i"), (ctypes.c_int * 0)()):
        assert Decoder().decode(value) == b"" and Encoder().encode(value) == ""
    for buffer in (bytearray(), (ctypes.c_char * 0)(), array.array("d")):
        assert Decoder().decode_into(b"", buffer) == 0
        with pytest.raises(ValueError, match="1 bytes are needed"):
            Decoder().decode_into(b"a", buffer)


@pytest.mark.parametrize(
    "buffer",
    [bytearray(8), array.array("i", [0, 0]), (ctypes.c_char * 8)(), (ctypes.c_double * 1)(), memoryview(bytearray(8)).cast("B", [2, 4]), Structure()],
    ids=lambda buffer: type(buffer).__name__,
)
def test_any_writable_buffer_is_written(buffer: Any) -> None:
    assert Decoder().decode_into(b"a%20b", buffer) == 3
    assert memoryview(buffer).tobytes()[:3] == b"a b"


def test_buffers_that_cannot_be_written() -> None:
    for read_only in (b"12345678", memoryview(b"12345678"), memoryview(bytearray(8)).toreadonly()):
        with pytest.raises(BufferError, match="^the buffer is read-only: a writable buffer of contiguous bytes is needed, such as a bytearray$"):
            Decoder().decode_into(b"a", read_only)
    with pytest.raises(BufferError, match="^the buffer is not contiguous: "):
        Decoder().decode_into(b"a", memoryview(bytearray(8))[::2])
    # Bytes over references would be pointers to nowhere.
    objects = (ctypes.py_object * 4)()
    with pytest.raises(BufferError, match="^the buffer holds references to objects: "):
        Decoder().decode_into(b"a", objects)
    for none in ("b", None, 3):
        with pytest.raises(TypeError, match=f"writable buffer .* is needed, such as a bytearray, not {type(none).__name__}$"):
            Decoder().decode_into(b"a", none)  # type: ignore[arg-type]


def test_a_released_buffer() -> None:
    view = memoryview(b"a%20b")
    view.release()
    with pytest.raises(ValueError, match="released"):
        Decoder().decode(view)


def test_a_value_in_the_buffer_itself() -> None:
    for start, end, step in [(0, 10, 1), (0, 5, 1), (1, 6, 1), (4, None, -1), (9, 3, -1), (0, 10, 2)]:
        data = bytearray(b"a%20b%41cd")
        value = memoryview(data)[start:end:step]
        expected = Decoder().decode(value.tobytes())
        assert data[: Decoder().decode_into(value, data)] == expected
    data = bytearray(b"a%20b.....")
    view = memoryview(data)
    assert Decoder().decode_into(view[:5], view[5:]) == 3 and data[5:8] == b"a b" and data[:5] == b"a%20b"
    assert Decoder().decode(memoryview(b"02%a")[::-1]) == b"a "
    assert Decoder().decode_into("%C3%A9", buffer := bytearray(6)) == 2 and buffer[:2] == "é".encode()


def test_buffers_are_released() -> None:
    data = bytearray(VALUE)
    before = sys.getrefcount(data)
    Decoder().decode(data)
    Decoder().decode_into(b"a", data)
    Decoder().decode_into(memoryview(data), data)
    assert sys.getrefcount(data) == before
    data.append(0)  # which a buffer that is still held would refuse
