"""Columns from every source to every target, compared with plain Python on the values."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from percent_simd import (
    Decoder,
    DecodeError,
    decode_column,
    encode_column,
    flags_column,
    inspect,
    normalize,
    normalize_column,
    path_check_column,
    query_param_column,
    query_param_values_column,
    query_params_column,
)
from percent_simd.parse import parse_qsl, quote, unquote

pa, np, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "numpy", "pandas", "polars"))

# "a%20b" and "a b" decode to one value, a null is between them, and the last row is not null.
ROWS: list[str | None] = ["a%20b", None, "a b", "plain, and long enough to be a view of its own", None, "%61 b", "", "/x?q=%31&q=2#f"]
KEYS = [pa.int8(), pa.uint8(), pa.int16(), pa.uint16(), pa.int32(), pa.uint32(), pa.int64(), pa.uint64()]
TEXT, BINARY = [pa.string(), pa.large_string(), pa.string_view()], [pa.binary(), pa.large_binary(), pa.binary_view()]


def plain(kind: Any, rows: Sequence[str | None]) -> Any:
    return pa.array([row if row is None or kind in TEXT else row.encode() for row in rows], kind)


def dictionary(keys: Any, kind: Any, null_value: bool, rows: Sequence[str | None]) -> Any:
    distinct = list(dict.fromkeys(row for row in rows if row is not None))
    if null_value:  # the null is one of the values, the first one, not of the keys
        values = plain(kind, [None, *distinct])
        return pa.DictionaryArray.from_arrays(pa.array([0 if row is None else distinct.index(row) + 1 for row in rows], keys), values)
    return pa.DictionaryArray.from_arrays(pa.array([None if row is None else distinct.index(row) for row in rows], keys), plain(kind, distinct))


WAYS_IN: dict[str, Callable[[list[str | None]], Any]] = {
    "list of pyarrow": pa.array,
    **{f"{kind}": partial(plain, kind) for kind in (*TEXT, *BINARY)},
    **{
        f"dictionary of {values} by {keys}{', null value' * null_value}": partial(dictionary, keys, values, null_value)
        for keys in KEYS
        for values in ((pa.string(), pa.large_binary()) if keys != pa.int8() else (*TEXT, *BINARY))
        for null_value in (False, True)
    },
    "slice": lambda rows: plain(pa.string(), ["%FF", *rows, None, "%FF"])[1:-2],
    "slice of views": lambda rows: plain(pa.string_view(), ["%FF", *rows, None, "%FF"])[1:-2],
    "slice of a dictionary": lambda rows: dictionary(pa.int8(), pa.string(), False, [None, "%FF", *rows, "%FF"])[2:-1],
    "chunks": lambda rows: pa.chunked_array([rows[:2], [], rows[2:]], pa.large_string()),
    "chunks with different dictionaries": lambda rows: pa.chunked_array(
        [dictionary(pa.int8(), pa.string(), False, part) for part in (rows[:3], rows[3:5], rows[5:])]
    ),
    "chunks that share a dictionary": lambda rows: pa.chunked_array([(one := dictionary(pa.int8(), pa.string(), False, rows))[:3], one[3:], one[:0]]),
    "object of NumPy": lambda rows: np.array([*rows, None], object)[:-1],
    "StringDType of NumPy": lambda rows: np.array([*rows, None], dtype=np.dtypes.StringDType(na_object=None))[:-1],
    "Series of objects": lambda rows: pd.Series(rows, dtype=object),
    "Series of str": lambda rows: pd.Series(rows, dtype="str" if pd.__version__ >= "3" else "string"),
    "Series of string": lambda rows: pd.Series(rows, dtype="string"),
    "Series of string[python]": lambda rows: pd.Series(rows, dtype="string[python]"),
    "Series of ArrowDtype": lambda rows: pd.Series(rows, dtype=pd.ArrowDtype(pa.large_string())),
    "Series of category": lambda rows: pd.Series(rows, dtype="category"),
    "Index": lambda rows: pd.Index(rows, dtype=object),
    "CategoricalIndex": lambda rows: pd.CategoricalIndex(rows),
    "Categorical": lambda rows: pd.Categorical(rows),
    "String of Polars": lambda rows: pl.Series(rows, dtype=pl.String),
    "Binary of Polars": lambda rows: pl.Series([row if row is None else row.encode() for row in rows], dtype=pl.Binary),
    "Categorical of Polars": lambda rows: pl.Series(rows, dtype=pl.Categorical),
    "Enum of Polars": lambda rows: pl.Series(rows, dtype=pl.Enum([row for row in dict.fromkeys(rows) if row is not None])),
    "chunks of Polars": lambda rows: pl.concat([pl.Series(rows[:3], dtype=pl.String), pl.Series(rows[3:], dtype=pl.String)], rechunk=False),
}


def of_pandas(values: Any) -> list[Any]:
    return [None if value is None or value is pd.NA or value != value else value for value in values]


def assigned(column: Any) -> list[Any]:
    frame = pd.DataFrame({"x": range(len(column))}, index=range(7, 7 + len(column)))
    frame["y"] = column
    return of_pandas(frame["y"])


WAYS_OUT: dict[str, Callable[[Any], list[Any]]] = {
    "iteration": list,
    "pyarrow.array": lambda column: list(pa.array(column).to_pylist()),
    "pyarrow.chunked_array": lambda column: list(pa.chunked_array(column).to_pylist()),
    "to_pandas": lambda column: of_pandas(pa.chunked_array(column).to_pandas()),
    "__array__": lambda column: list(np.array(column)),
    "Series": lambda column: of_pandas(pd.Series(column)),
    "DataFrame": assigned,
    "Polars": lambda column: pl.Series(column).to_list(),
    "another function": lambda column: [value and (unquote(value) if isinstance(value, str) else unquote(value).encode()) for value in encode_column(column)]
    if len(column) and isinstance(next((v for v in column if v is not None), None), str)
    else list(column),
}

CONTENTS: dict[str, list[str | None]] = {"rows": ROWS, "one null": ROWS[:3], "no null": [row for row in ROWS if row is not None], "all null": [None, None], "none": []}


@pytest.mark.parametrize("content", CONTENTS)
@pytest.mark.parametrize("way_in", WAYS_IN)
def test_ways(way_in: str, content: str) -> None:
    rows = CONTENTS[content]
    column = WAYS_IN[way_in](rows)
    is_binary = "binary" in way_in.lower()
    expected = [None if row is None else unquote(row).encode() if is_binary else unquote(row) for row in rows]
    for way_out, values in WAYS_OUT.items():
        decoded = decode_column(column)
        assert len(decoded) == len(rows)
        assert values(decoded) == expected, way_out
        assert values(encode_column(column)) == [None if row is None else quote(row, safe="") for row in rows], way_out
        flags = [None if row is None else int(inspect(row)) for row in rows]
        if way_out != "another function":
            assert values(flags_column(column)) == flags, way_out
    assert list(normalize_column(column)) == [None if row is None else normalize(row.encode() if is_binary else row) for row in rows]
    assert list(path_check_column(column)) == [None if row is None else "ok" if row.startswith("/") else "not-absolute" for row in rows]
    query = [None if row is None else parse_qsl(row.partition("?")[2].partition("#")[0] if row.startswith("/") else row, True) for row in rows]
    values_of_q = [None if pairs is None else [value for name, value in pairs if name == "q"] for pairs in query]
    assert list(query_param_values_column(column, "q")) == values_of_q
    assert list(query_param_column(column, "q")) == [values[0] if values else None for values in values_of_q]
    assert list(query_params_column(column)) == [None if pairs is None else list(dict(pairs[::-1]).items())[::-1] for pairs in query]


@pytest.mark.parametrize("keys", KEYS, ids=str)
@pytest.mark.parametrize("ordered", [False, True])
def test_dictionaries_are_merged(keys: Any, ordered: bool) -> None:
    for null_value in (False, True):
        column = dictionary(keys, pa.string(), null_value, ROWS).cast(pa.dictionary(keys, pa.string(), ordered))
        decoded = pa.array(decode_column(column))
        decoded.validate(full=True)
        assert decoded.type == column.type
        assert decoded.dictionary.to_pylist() == ["a b", "plain, and long enough to be a view of its own", "", "/x?q=1&q=2#f"]
        assert decoded.indices.to_pylist() == [0, None, 0, 1, None, 0, 2, 3]
        assert decoded.value_counts().to_pylist()[0] == {"values": "a b", "counts": 3}
        assert len(decoded.unique()) == 5 and decoded.to_pandas().cat.ordered == ordered
        groups = pa.table({"u": pa.chunked_array([decoded])}).group_by("u").aggregate([([], "count_all")])
        assert sorted(groups["count_all"].to_pylist()) == [1, 1, 1, 2, 3]
    clean = dictionary(keys, pa.string(), False, ["a", None, "b"])
    again = pa.array(decode_column(clean))
    assert again.dictionary.buffers()[2].address == clean.dictionary.buffers()[2].address  # where nothing changes, nothing is copied


def test_chunks_with_one_dictionary_share_its_result() -> None:
    one = dictionary(pa.int32(), pa.string(), False, ROWS)
    other = dictionary(pa.int32(), pa.string(), False, ["%62", None])
    decoded = pa.chunked_array(decode_column(pa.chunked_array([one[:3], other, one[3:], other, one])))
    assert decoded.to_pylist() == [row and unquote(row) for row in [*ROWS[:3], "%62", None, *ROWS[3:], "%62", None, *ROWS]]
    addresses = [chunk.dictionary.buffers()[2].address for chunk in decoded.chunks]
    assert len(set(addresses)) == 2 and addresses[0] == addresses[2] == addresses[4]


def test_the_first_refused_row_of_a_dictionary() -> None:
    strict = Decoder(malformed="error")
    values = pa.array(["%zz", "unused %", "ok", None, "100%"])
    column = pa.DictionaryArray.from_arrays(pa.array([2, 3, None, 4, 0, 4], pa.int8()), values)
    with pytest.raises(DecodeError, match=r"^row 3: .* at byte 3: .*, in '100%'; malformed='keep' .* on_error='null' .* \[truncated\]$") as caught:
        decode_column(column, strict)
    assert (caught.value.row, caught.value.position) == (3, 3)
    with pytest.raises(DecodeError) as caught:
        decode_column(pa.chunked_array([column[:3], column[:3], column[4:]]), strict)
    assert (caught.value.row, caught.value.kind) == (6, "bad-hex")
    assert list(decode_column(column[:3], strict)) == ["ok", None, None]
    assert list(decode_column(column, strict, on_error="null")) == ["ok", None, None, None, None, None]
    assert list(decode_column(column, strict, on_error="keep")) == ["ok", None, None, "100%", "%zz", "100%"]


NULLS = {
    "type of nulls": lambda: pa.nulls(2),
    "chunks of nulls": lambda: pa.chunked_array([pa.nulls(1), pa.nulls(0), pa.nulls(1)]),
    "dictionary of nulls": lambda: pa.DictionaryArray.from_arrays(pa.array([None, 0], pa.int8()), pa.nulls(1)),
    "float64": lambda: pd.Series([float("nan"), None]),
    "float32": lambda: np.array([np.nan, np.nan], np.float32),
    "objects": lambda: pd.Series([None, float("nan")], dtype=object),
    "category": lambda: pd.Series([None, None], dtype="category"),
    "category of floats": lambda: pd.Series([np.nan, np.nan]).astype("category"),
    "Null of Polars": lambda: pl.Series([None, None]),
}


@pytest.mark.parametrize("way_in", NULLS)
def test_columns_of_nulls(way_in: str) -> None:
    column = NULLS[way_in]()
    for function in (decode_column, encode_column, flags_column, normalize_column, path_check_column, query_params_column):
        result = function(column)
        assert list(result) == [None, None] and np.array(result).tolist() == [None, None] and pl.Series(result).null_count() == 2
    assert list(query_param_column(column, "q")) == list(query_param_values_column(column, "q")) == [None, None]
    for wrong in (pa.array([None, 1.5]), np.array([np.nan, 1.0]), pd.Series([1.5, None]), pl.Series([1.5])):
        with pytest.raises(TypeError, match="not one of (double|float64|Float64)"):
            decode_column(wrong)


def test_values_without_rows() -> None:
    rows = pa.array(["/s?q=1&p=2#f", "q=1&p=2#f", "?q=%2B", "http://h/?q=3", "h/x?q=4", "u=/x?q=5", None])
    assert list(query_param_column(rows, "p")) == ["2", "2#f", None, None, None, None, None]
    assert list(query_param_column(rows, "q")) == ["1", "1", "+", "3", "4", None, None]
    assert list(query_param_column(rows, "q", raw=True)) == ["1", "1", "%2B", "3", "4", None, None]
    assert list(query_param_column(rows, "q", urls=False)) == [None, "1", None, None, None, None, None]
    assert list(query_param_column(rows, "q", urls=True)) == ["1", None, "+", "3", "4", "5", None]
    assert list(query_param_column(pa.array(["q=%31&q=%32", "x"]), "q", which="last", raw=True)) == ["%32", None]
    assert list(query_param_values_column(pa.array(["q=%31&q=%32", "x"]), "q", raw=True)) == [["%31", "%32"], []]


def test_decoding_until_nothing_changes() -> None:
    rows = ["%252541", "100%2525", "a%2Bb", "%2520", "a", None, "%25zz"]
    strict = Decoder(malformed="error", plus_as_space=True)

    def times(row: str, most: int) -> str:
        for _ in range(most):
            row = unquote(row)
        return row

    for kind in (pa.string(), pa.string_view(), pa.large_binary(), pa.dictionary(pa.int8(), pa.string())):
        column = pa.array(rows, pa.string()).cast(kind)
        for most in (1, 2, 3, 100):
            expected = [None if row is None else times(row, most) for row in rows]
            decoded = pa.array(decode_column(column, strict, times=most))
            assert decoded.type == kind and decoded.cast(pa.string()).to_pylist() == expected
            assert [row and strict.decode(row, times=most) for row in rows] == expected
            assert [row and strict.decode(row.encode(), times=most).decode() for row in rows] == expected
    no_nul = Decoder(reject="\0")
    with pytest.raises(DecodeError, match=r"^row 1: round 2 of decoding: rejected byte 0x00 at byte 1: .*, in 'a%2500'; ") as caught:
        decode_column(pa.array(["a", "a%2500"]), no_nul, times=2)
    assert caught.value.row == 1
    assert list(decode_column(pa.array(["a%2500", "%2541"]), no_nul, times=2, on_error="null")) == [None, "A"]
    assert list(decode_column(pa.array(["a%2500", "%2541"]), no_nul, times=2, on_error="keep")) == ["a%2500", "A"]
    with pytest.raises(ValueError, match="times must be at least 1"):
        no_nul.decode("a", times=0)


def test_schemes_by_name() -> None:
    column = pa.array(["a+b%20c"])
    assert list(decode_column(column, "form")) == ["a b c"]
    assert list(decode_column(encode_column(pa.array(["a/b+ %"]), "s3-key"), "s3-key")) == ["a/b+ %"]
    with pytest.raises(ValueError, match="there is no scheme \"forms\""):
        decode_column(column, "forms")
    with pytest.raises(ValueError, match="preset must be"):
        path_check_column(column, "iis")
    assert list(path_check_column(pa.array(["/a/../../b?/x", "/a%2Fb"]), "nginx")) == ["climbs-above-root", "ok"]
    calls: list[tuple[Callable[..., Any], str]] = [
        (decode_column, "decoder must be a Decoder or the name of a scheme"),
        (encode_column, "encoder must be an Encoder or the name of a scheme"),
        (path_check_column, "policy must be a PathPolicy or the name of a preset"),
    ]
    for call, needed in calls:
        with pytest.raises(TypeError, match=f"^{needed}, not int$"):
            call(pa.array(["a"]), 3)


def test_types_by_their_names() -> None:
    cases = [
        (pa.array([1], pa.int32()), r"not one of int32: .* column.cast\(pyarrow.string\(\)\)$"),
        (pa.array([[1]]), r"not one of list<"),
        (pd.Series([1, 2]), r"not one of int64: .* column.astype\('str'\)$"),
        (pd.Series([1, 2], dtype="category"), r"not one of category of int64: .* column.astype\('str'\)$"),
        (np.array([1.5]), r"not one of float64: .* column.astype\('str'\)$"),
        (pl.Series([1]), r"not one of Int64: .* column.cast\(polars.String\)$"),
        (pl.Series([1, "a"], dtype=pl.Object), r"not one of Object: .* polars.Series\(map\(str, column\)\)$"),
    ]
    for column, message in cases:
        for function in (decode_column, encode_column, flags_column, normalize_column, path_check_column):
            with pytest.raises(TypeError, match=message):
                function(column)
    import pyarrow, polars

    assert list(encode_column(cases[0][0].cast(pyarrow.string()))) == ["1"]
    assert list(encode_column(cases[2][0].astype("str"))) == list(encode_column(cases[3][0].astype("str"))) == ["1", "2"]
    assert list(encode_column(cases[4][0].astype("str"))) == ["1.5"] and list(encode_column(cases[5][0].cast(polars.String))) == ["1"]
    assert list(encode_column(polars.Series(map(str, cases[6][0])))) == ["1", "a"]


def test_pyarrow_array() -> None:
    chunked = pa.chunked_array([["%61"], ["b"]])
    assert pa.array(decode_column(chunked)).equals(pa.chunked_array([["a"], ["b"]]))
    assert pa.array(decode_column(pa.chunked_array([], pa.string()))).equals(pa.array([], pa.string()))
    assert pa.array(decode_column(pa.array(["%61"])), pa.large_string()).equals(pa.array(["a"], pa.large_string()))
    assert pa.array(flags_column(pa.chunked_array([], pa.string()))).type == pa.uint32() and np.array(decode_column(pa.chunked_array([], pa.string()))).shape == (0,)


pieces = st.lists(st.sampled_from(["%41", "A", "%", "%zz", "%2541", "+", "q=", "&", "/x?", "é"]), max_size=4).map("".join)


@given(st.data(), st.sampled_from(KEYS), st.sampled_from([*TEXT, *BINARY]))
def test_chunks_of_any_dictionaries(data: st.DataObject, keys: Any, kind: Any) -> None:
    """Values may be null, equal, or without a row; chunks are slices that share a dictionary or not."""
    dictionaries = [plain(kind, values) for values in data.draw(st.lists(st.lists(st.none() | pieces, min_size=1, max_size=5), min_size=1, max_size=3))]
    chunks = []
    for values in data.draw(st.lists(st.sampled_from(dictionaries), max_size=5)):
        indices = data.draw(st.lists(st.none() | st.integers(0, len(values) - 1), max_size=6))
        start = data.draw(st.integers(0, len(indices)))
        chunks.append(pa.DictionaryArray.from_arrays(pa.array(indices, keys), values)[start:])
    column = pa.chunked_array(chunks, pa.dictionary(keys, kind))
    rows = [row for chunk in chunks for row in chunk.to_pylist()]
    decoder = data.draw(st.sampled_from([Decoder(utf8="lossy"), Decoder(malformed="error"), Decoder(reject="A", plus_as_space=True)]))

    def decoded(row: Any) -> Any:
        try:
            return None if row is None else decoder.decode(row)
        except DecodeError:
            return None

    expected = [decoded(row) for row in rows]
    result = decode_column(column, decoder, on_error="null")
    made = pa.chunked_array(result)
    made.validate(full=True)
    assert made.type == column.type and made.to_pylist() == list(result) == list(np.array(result)) == expected
    refused = [number for number, row in enumerate(rows) if row is not None and expected[number] is None]
    if refused:
        with pytest.raises(DecodeError) as caught:
            decode_column(column, decoder)
        assert caught.value.row == refused[0]
    else:
        assert list(decode_column(column, decoder)) == expected
    assert list(flags_column(column)) == [None if row is None else int(inspect(row)) for row in rows]
    assert list(normalize_column(column)) == [None if row is None else normalize(row) for row in rows]
