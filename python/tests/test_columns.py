"""Columns: each row has the result of the policy on its value, in every layout of Arrow and every installed library."""

import gc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from percent_simd import (
    Column,
    DecodeError,
    Decoder,
    Encoder,
    decode_column,
    encode_column,
    flags_column,
    inspect,
    query_param_column,
)
from percent_simd.parse import parse_qsl

pa = pytest.importorskip("pyarrow")

TEXT = [pa.string(), pa.large_string(), pa.string_view()]
BINARY = [pa.binary(), pa.large_binary(), pa.binary_view()]
DICTIONARIES = [pa.dictionary(keys, values) for keys in (pa.int8(), pa.uint16(), pa.int32(), pa.uint64()) for values in (*TEXT, *BINARY)]

PIECES = ["%", "%4", "%41", "%2F", "%C3%A9", "%C3", "%FF", "+", "&", "=", "q", "é", "a", "plain and long enough for a view of its own", ""]
texts = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
rows = st.lists(st.one_of(st.none(), texts), max_size=12)
types = st.sampled_from([*TEXT, *BINARY, *DICTIONARIES])


def array(rows: list[str | None], kind: Any) -> Any:
    values = kind.value_type if pa.types.is_dictionary(kind) else kind
    data: list[Any] = rows if values in TEXT else [row if row is None else row.encode() for row in rows]
    if pa.types.is_dictionary(kind):
        distinct = list(dict.fromkeys(row for row in data if row is not None))
        # Values that no row has: one would be refused, one is null.
        unused: list[Any] = ["100%" if values in TEXT else b"100%", None]
        keys = pa.array([None if row is None else distinct.index(row) for row in data], kind.index_type)
        return pa.DictionaryArray.from_arrays(keys, pa.array(distinct + unused, values))
    return pa.array(data, kind)


def is_text(kind: Any) -> bool:
    return (kind.value_type if pa.types.is_dictionary(kind) else kind) in TEXT


def listed(column: Any) -> list[Any]:
    result = pa.array(column)
    result.validate(full=True)
    return list(result.to_pylist())


@given(rows, types, st.data())
def test_decoding(rows: list[str | None], kind: Any, data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(rows)))
    last = data.draw(st.integers(first, len(rows)))
    policy = Decoder(malformed="error", plus_as_space=True)

    def decoded(row: str | None, on_error: str) -> Any:
        value = row if row is None or is_text(kind) else row.encode()
        try:
            return None if value is None else policy.decode(value)
        except DecodeError:
            return value if on_error == "keep" else None

    column = array(rows, kind)[first:last]
    for on_error in ("null", "keep"):
        result = decode_column(column, policy, on_error=on_error)
        assert pa.array(result).type == kind and len(result) == len(column)
        expected = [decoded(row, on_error) for row in rows[first:last]]
        assert listed(result) == expected
        assert pa.array(result).null_count == expected.count(None)
    refused = [index for index, row in enumerate(rows[first:last]) if row is not None and decoded(row, "null") is None]
    if not refused:
        assert listed(decode_column(column, policy)) == listed(decode_column(column, policy, on_error="null"))
    else:
        with pytest.raises(DecodeError) as caught:
            decode_column(column, policy)
        row = caught.value.row
        assert row == refused[0] and str(caught.value).startswith(f"row {row}: ")


def test_a_null_value_of_a_dictionary_is_a_null_row() -> None:
    column = pa.array(["ok", "100%", None, "100%"]).dictionary_encode()
    policy = Decoder(malformed="error")
    result = pa.array(decode_column(column[1:], policy, on_error="null"))
    assert (result.null_count, result.drop_null().to_pylist()) == (3, [])
    result = pa.array(decode_column(column, policy, on_error="null"))
    assert (result.null_count, result.fill_null("x").to_pylist()) == (3, ["ok", "x", "x", "x"])
    assert result.to_pandas().tolist()[0] == "ok"
    with pytest.raises(DecodeError) as caught:
        decode_column(pa.array(["ok", "ok", "ok", "100%"]).dictionary_encode(), policy)
    assert caught.value.row == 3


@given(rows, types, st.sampled_from([None, "form", Encoder("url-path", safe="%")]))
def test_encoding(rows: list[str | None], kind: Any, encoder: Any) -> None:
    policy = Encoder(encoder) if isinstance(encoder, str) else encoder or Encoder()
    result = encode_column(array(rows, kind), encoder)
    assert listed(result) == [None if row is None else policy.encode(row) for row in rows]
    values = pa.array(result).type
    assert (values.value_type if pa.types.is_dictionary(kind) else values) in TEXT


@given(rows, types, st.sampled_from(["q", "é", "qa"]), st.sampled_from(["first", "last"]))
def test_parameters(rows: list[str | None], kind: Any, name: str, which: Any) -> None:
    def value(row: str | None) -> str | None:
        found = [] if row is None else [value for other, value in parse_qsl(row, keep_blank_values=True) if other == name]
        return found[0 if which == "first" else -1] if found else None

    expected = [value(row) for row in rows]
    assert listed(query_param_column(array(rows, kind), name, which=which)) == expected
    urls = [None if row is None else f"/p?{row}#?q=1" for row in rows]
    assert listed(query_param_column(array(urls, kind), name, which=which, urls=True)) == expected


@given(rows, types)
def test_flags(rows: list[str | None], kind: Any) -> None:
    result = flags_column(array(rows, kind))
    assert listed(result) == [None if row is None else int(inspect(row)) for row in rows]
    assert pa.array(result).type == pa.uint32()


@pytest.mark.parametrize("kind", [*TEXT, *BINARY, *DICTIONARIES], ids=str)
def test_chunks(kind: Any) -> None:
    chunks = [array(["a%20b", None], kind), array([], kind), array(["clean and long enough to be a view of", "%41%41"], kind)]
    column = pa.chunked_array(chunks, kind)
    result = decode_column(column)
    output = pa.chunked_array(result)
    output.validate(full=True)
    expected = ["a b", None, "clean and long enough to be a view of", "AA"]
    assert output.to_pylist() == (expected if is_text(kind) else [row and row.encode() for row in expected])
    assert len(result) == 4 and output.num_chunks == 3
    assert pa.chunked_array(flags_column(column)).to_pylist() == [0, None, 0, int(inspect("%41"))]
    with pytest.raises(DecodeError) as caught:
        decode_column(pa.chunked_array([["a", "b"], ["c", "100%"]]), Decoder(malformed="error"))
    assert (caught.value.row, caught.value.position, caught.value.kind) == (3, 3, "truncated")


def test_results_can_be_used_again_and_outlive_their_input() -> None:
    rows = ["clean, and far too long for a view", "a%20b", None] * 100
    for kind in (pa.string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string_view())):
        column = array(list(rows), kind)
        result = decode_column(column)
        first, second = pa.array(result), pa.array(result)
        again = encode_column(decode_column(result))
        del column, result
        gc.collect()
        assert first.equals(second) and first.to_pylist()[:3] == ["clean, and far too long for a view", "a b", None]
        del first, second
        assert pa.array(again).to_pylist()[1] == "a%20b"
    # Capsules that nobody takes are released, too.
    Column.__arrow_c_stream__(decode_column(pa.array(["a"])))


def test_refused() -> None:
    with pytest.raises(TypeError, match="strings or binary values is needed, .* not one of int32: cast it first"):
        decode_column(pa.array([1], pa.int32()))
    with pytest.raises(TypeError, match="not one of dictionary<values=int32"):
        decode_column(pa.array([1], pa.int32()).dictionary_encode())
    with pytest.raises(TypeError, match="PyCapsule interface is needed .* not list"):
        decode_column(["a"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='on_error must be "fail" or "null" or "keep"'):
        decode_column(pa.array(["a"]), on_error="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no scheme"):
        encode_column(pa.array(["a"]), "x")
    # A decoded column of strings is text: the policy says how ill-formed UTF-8 is treated.
    with pytest.raises(DecodeError, match="row 0: not UTF-8"):
        decode_column(pa.array(["%FF"]))
    assert listed(decode_column(pa.array(["%FF"]), Decoder(utf8="lossy"))) == ["\ufffd"]
    assert listed(decode_column(pa.array([b"%FF"]))) == [b"\xff"]


def test_damaged_arrays_are_refused() -> None:
    offsets, values = pa.py_buffer(b"".join(end.to_bytes(4, "little") for end in (0, 5, 2, 5))), pa.py_buffer(b"hello")
    view = pa.py_buffer(b"\x20\0\0\0hell" + bytes(8))  # of 32 bytes, where the buffer has 5
    damaged = [
        pa.Array.from_buffers(pa.string(), 3, [None, offsets, values]),
        pa.Array.from_buffers(pa.string_view(), 1, [None, view, values]),
        pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(b"\x0d\0\0\0jell" + bytes(8)), pa.py_buffer(b"hello, hello!")]),
        pa.Array.from_buffers(pa.binary_view(), 1, [None, pa.py_buffer(b"\x01\0\0\0a" + bytes(10) + b"b")]),
        pa.DictionaryArray.from_arrays(pa.array([0, 9], pa.int8()), pa.array(["a%20b"]), safe=False),
        pa.DictionaryArray.from_arrays(pa.array([-1, 0], pa.int8()), pa.array(["a%20b"]), safe=False),
    ]
    for column in damaged:
        for call in (decode_column, encode_column, flags_column):
            with pytest.raises(ValueError, match="^the Arrow array is damaged: "):
                call(column)


def test_a_dictionary_without_values() -> None:
    column = pa.DictionaryArray.from_arrays(pa.array([None, None], pa.int8()), pa.array([], pa.string()))
    for call in (decode_column, encode_column, flags_column):
        assert listed(call(column)) == [None, None]


def test_capsules_are_used_once() -> None:
    class Once:
        def __init__(self) -> None:
            self.pair = pa.array(["a%20b"]).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return self.pair

    once = Once()
    assert listed(decode_column(once)) == ["a b"]
    with pytest.raises(ValueError, match="used before"):
        decode_column(once)
