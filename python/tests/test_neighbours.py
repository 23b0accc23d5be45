"""Columns of pandas, NumPy, Polars and DuckDB: converted, or refused with a remedy that works; and errors that pass through them."""

import pickle
import re
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from percent_simd import Decoder, DecodeError, PathError, PathPolicy, decode_column, flags_column

pa = pytest.importorskip("pyarrow")

STRICT = Decoder(malformed="error")
ROWS = ["a%20b", None, "caf%C3%A9"]
DECODED = ["a b", None, "café"]


def decode_strictly(value: str) -> str:
    return STRICT.decode(value)


def raised(call: Callable[[], Any]) -> Any:
    with pytest.raises((DecodeError, PathError)) as caught:
        call()
    return caught.value


@pytest.mark.parametrize(
    "call",
    [
        lambda: STRICT.decode("é 100%"),
        lambda: STRICT.decode(b"%zz"),
        lambda: Decoder(reject="\0").decode("a%00"),
        lambda: Decoder().decode("%FF"),
        lambda: decode_column(pa.array(["a", "b", "c%"]), STRICT),
        lambda: PathPolicy.STRICT.check("/é/../../x"),
        lambda: PathPolicy.STRICT.check("/a%00"),
        lambda: PathPolicy.STRICT.check("/a%zz"),
        lambda: PathPolicy.STRICT.check("a"),
        lambda: PathPolicy.STRICT.check("/a%"),
        lambda: PathPolicy.STRICT.check("/%FF"),
        lambda: PathPolicy.STRICT.check("/a%2Fb"),
        lambda: PathPolicy.STRICT.check("/a\\b"),
        lambda: PathPolicy.STRICT.check("/é"),
        lambda: PathPolicy.STRICT.check("/a?b"),
        lambda: PathPolicy.STRICT.check("/%%32%65"),
        lambda: PathPolicy("strict", escaped_slashes="keep").check("/a%2F../b"),
        lambda: PathPolicy("strict", dot_segments="reject").check("/a/./b"),
        lambda: PathPolicy("strict", empty_segments="reject").check("/a//b"),
    ],
)
def test_errors_are_rebuilt_from_their_message(call: Callable[[], Any]) -> None:
    error = raised(call)
    # Polars passes the message, with words after it.
    for again in (type(error)(str(error)), type(error)(f"{error}\n\nThis error occurred in: x"), pickle.loads(pickle.dumps(error))):
        assert vars(again) == vars(error) and again.kind != "unknown"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_errors_of_other_processes() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = raised(pool.submit(STRICT.decode, "ab%4").result)
    assert (error.position, error.kind, error.row) == (2, "truncated", None)


def test_errors_through_polars() -> None:
    pl = pytest.importorskip("polars")
    __import__("percent_simd.polars")
    frame = pl.DataFrame({"u": ["a", "b", "ab%4"]})
    batches = pl.col("u").percent.decode(STRICT)
    elements = pl.col("u").map_elements(decode_strictly, pl.String)
    for expression, row in ((batches, 2), (elements, None)):
        calls: list[Callable[[], Any]] = [
            lambda: frame.select(expression),
            lambda: frame.lazy().select(expression).collect(engine="streaming"),
        ]
        for call in calls:
            error = raised(call)
            assert type(error) is DecodeError and (error.position, error.kind) == (2, "truncated")
            assert "in 'ab%4'; malformed='keep'" in str(error)
            # The row is one of the batch that Polars passes.
            batch = re.match(r"row (\d+) of a batch of (\d+): ", str(error))
            assert batch is None and row is None or batch is not None and error.row == int(batch[1]) == int(batch[2]) - 1
    assert raised(lambda: frame.select(batches)).row == 2


def test_types_of_polars() -> None:
    pl = pytest.importorskip("polars")
    __import__("percent_simd.polars")
    for dtype in (pl.String, pl.Binary, pl.Categorical):
        values = pl.Series("u", ROWS).cast(dtype)
        frame = pl.DataFrame([values])
        expected = pl.Series("u", DECODED).cast(dtype)
        assert frame.select(pl.col("u").percent.decode())["u"].equals(expected, check_dtypes=True)
        lazy = frame.lazy().select(pl.col("u").percent.decode())
        assert lazy.collect_schema()["u"] == lazy.collect(engine="streaming")["u"].dtype == dtype
        assert frame.select(pl.col("u").percent.encode())["u"].to_list() == ["a%2520b", None, "caf%25C3%25A9"]
        assert frame.select(pl.col("u").percent.flags())["u"].dtype == pl.UInt32
    empty = pl.DataFrame({"u": [None, None]})
    percent = pl.col("u").percent
    functions = (percent.encode(), percent.query_param("a"), percent.query_params("a", "b"), percent.flags(), percent.normalize(), percent.path_check())
    for function in functions:
        assert empty.select(function)["u"].null_count() in (2, 0)
    assert empty.select(percent.decode())["u"].to_list() == [None, None]
    urls = pl.DataFrame({"u": ["HTTP://A/%7e?a=1&b=%C3%A9", None]})
    assert urls.select(percent.normalize())["u"].to_list() == ["http://a/~?a=1&b=%C3%A9", None]
    assert urls.select(percent.query_params("a", "b", urls=True)).unnest("u").rows() == [("1", "é"), (None, None)]
    with pytest.raises(TypeError, match=r"cast it first, as in .cast\(pl.String\)"):
        pl.DataFrame({"u": pl.Series(["a"], dtype=pl.Enum(["a"]))}).select(percent.decode())


def test_a_column_of_pandas_is_assigned_row_by_row() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame({"u": ROWS}, index=[7, 8, 9])
    frame["d"] = decode_column(frame["u"])
    frame["flags"] = flags_column(frame["u"])
    assert frame["d"].dtype == frame["u"].dtype and list(frame["d"].dropna()) == ["a b", "café"] and frame["d"].isna().tolist() == [False, True, False]
    assert frame["flags"].dropna().tolist() == [0, 1 << 15]
    assert pd.Series(decode_column(frame["u"]), index=frame.index).equals(frame["d"].rename(None))
    frame["array"] = pd.array(pa.chunked_array(decode_column(frame["u"])), dtype="string")
    assert [None if value is pd.NA else value for value in frame["array"]] == DECODED
    assert list(decode_column(pa.array(ROWS))) == list(decode_column(pa.chunked_array([ROWS[:1], ROWS[1:]]))) == DECODED


def test_arrays_of_numpy_and_pandas() -> None:
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    columns = [
        np.array(ROWS, dtype=object),
        np.array(ROWS, dtype=np.dtypes.StringDType(na_object=None)),
        pd.Index(ROWS),
        pd.array(ROWS, dtype="str" if pd.__version__ >= "3" else "string"),  # "str" of pandas 2 has the text None for null
        pd.array(ROWS, dtype="string[pyarrow]"),
        pd.Series(ROWS, dtype=object),
        pd.Series(ROWS, dtype="category"),
    ]
    for column in columns:
        assert list(decode_column(column)) == DECODED, column
    assert list(decode_column(np.array([b"a%20b"]))) == [b"a b"]
    assert np.array(decode_column(pa.array(ROWS))).tolist() == DECODED
    with pytest.raises(ValueError, match="without a copy"):
        np.array(decode_column(pa.array(ROWS)), copy=False)
    with pytest.raises(TypeError, match="strings or binary values is needed"):
        decode_column(np.array([1.5]))


def test_remedies_work() -> None:
    import pyarrow.compute as pc

    runs = pa.RunEndEncodedArray.from_arrays([2, 3], ["a%20b", "c"])
    with pytest.raises(TypeError, match=r"pyarrow.compute.run_end_decode\(column\)"):
        decode_column(runs)
    assert list(decode_column(pc.run_end_decode(runs))) == ["a b", "a b", "c"]
    fixed = pa.array([b"%41"], pa.binary(3))
    with pytest.raises(TypeError, match=r"column.cast\(pyarrow.binary\(\)\)"):
        decode_column(fixed)
    assert list(decode_column(fixed.cast(pa.binary()))) == [b"A"]


def test_a_relation_of_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("SELECT 'a%20b' AS u")
    with pytest.raises(TypeError, match=r"relation of DuckDB, .*: take one, as in relation.to_arrow_table\(\)\['name'\]$"):
        decode_column(relation)
    assert list(decode_column(relation.to_arrow_table()["u"])) == ["a b"]
