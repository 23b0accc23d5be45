"""The accessor of pandas: it keeps index, name and dtype, and agrees with plain Python on the values."""

from typing import Any

import pytest

from percent_simd import DecodeError, Decoder, Flags, PathError, PathPolicy, decode_column, flags_column, inspect

pd, pa, np = (pytest.importorskip(name) for name in ("pandas", "pyarrow", "numpy"))
__import__("percent_simd.pandas")

ROWS = ["/a%20b?q=%31&q=2", None, "/a b?q=1&q=2", "/../x", "/a%20b?q=%31&q=2"]
DECODED = ["/a b?q=1&q=2", None, "/a b?q=1&q=2", "/../x", "/a b?q=1&q=2"]
DTYPES = [
    object,
    "str" if pd.__version__ >= "3" else "string",
    "string",
    "string[python]",
    "string[pyarrow]",
    "category",
    pd.ArrowDtype(pa.string()),
    pd.ArrowDtype(pa.large_string()),
    pd.ArrowDtype(pa.dictionary(pa.int32(), pa.string())),
]


def listed(values: Any) -> list[Any]:
    return [None if value is None or value is pd.NA or value != value else value for value in values]


def checked(target: str) -> str:
    try:
        PathPolicy.NGINX.check(target.partition("?")[0])
    except PathError as error:
        return error.kind
    return "ok"


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("of_index", [False, True])
def test_results_keep_index_name_and_dtype(dtype: Any, of_index: bool) -> None:
    index = pd.Index([7, 8, 9, 7, 3], name="row")
    values = pd.Index(ROWS, dtype=dtype, name="url") if of_index else pd.Series(ROWS, index, dtype, "url")
    percent = values.percent
    one = [None if row is None else "1" if "q" in row else None for row in ROWS]
    for result, expected in [
        (percent.decode(), DECODED),
        (percent.encode("url-query"), [row and row.replace(" ", "%20") for row in ROWS]),
        (percent.query_param("q"), one),
        (percent.query_param("q", which="last"), [value and "2" for value in one]),
        (percent.query_param("q", raw=True), ["%31", None, "1", None, "%31"]),
        (percent.normalize(), ["/a%20b?q=1&q=2", None, "/a b?q=1&q=2", "/x", "/a%20b?q=1&q=2"]),
        (percent.path_check("nginx"), [row and checked(row) for row in ROWS]),
    ]:
        assert listed(result) == expected and result.name == "url" and type(result) is type(values)
        if dtype == "category":
            assert result.dtype == "category" and not result.isin([None]).all()
            codes = result.codes if of_index else result.cat.codes
            assert len({*codes} - {-1}) == len({*expected} - {None})
        elif isinstance(dtype, pd.ArrowDtype):
            assert isinstance(result.dtype, pd.ArrowDtype)
        else:
            assert result.dtype == values.dtype
        if not of_index:
            assert result.index.equals(index)
    assert percent.decode().dtype == values.dtype or dtype == "category"
    assert listed(percent.flags()) == [None if row is None else inspect(row) for row in ROWS]
    lists = [None if row is None else ["1", "2"] if "q" in row else [] for row in ROWS]
    assert [None if row is None or row is pd.NA else list(row) for row in percent.query_param_values("q")] == lists
    assert [None if row is None or row is pd.NA else dict(row) for row in percent.query_params()] == [
        None if row is None else {"q": "1"} if "q" in row else {} for row in ROWS
    ]
    frame = percent.query_params("q", "x")
    assert listed(frame["q"]) == one and frame["x"].isna().all() and (of_index or frame.index.equals(index))
    with pytest.raises(ValueError, match="give the names"):
        percent.query_params(which="last")


def test_null_rows_keep_their_kind_of_null() -> None:
    series = pd.Series(["%61", None, float("nan"), pd.NA], dtype=object)
    decoded = series.percent.decode()
    assert decoded.iloc[1] is None and decoded.iloc[3] is pd.NA and decoded.iloc[2] != decoded.iloc[2]
    refused = series.percent.decode(Decoder(reject="a"), on_error="null")
    assert refused.isna().all()
    for nothing in (pd.Series([None, None]), pd.Series([np.nan]), pd.Series([], dtype=object), pd.Series([None]).astype("category")):
        assert nothing.percent.decode().isna().all() and nothing.percent.flags().dtype == "UInt32" and len(nothing.percent.query_params("a")) == len(nothing)


def test_categories() -> None:
    ordered = pd.Series(pd.Categorical(["%61", "b", None], categories=["b", "%61", "a"], ordered=True))
    decoded = ordered.percent.decode()
    assert decoded.cat.ordered and list(decoded.cat.categories) == ["b", "a"] and listed(decoded) == ["a", "b", None]
    assert not ordered.percent.query_param("q").cat.ordered
    assert decoded.cat.categories.dtype == ordered.cat.categories.dtype
    counts = pd.Series(["a%20b", "a b", "a b"], dtype="category").percent.decode().value_counts()
    assert counts.to_dict() == {"a b": 3}
    with pytest.raises(DecodeError) as caught:
        pd.Series(["a", None, "%zz", "%"], dtype="category").percent.decode(Decoder(malformed="error"))
    assert (caught.value.row, caught.value.kind) == (2, "bad-hex")


def test_flags_in_pandas() -> None:
    """Flags are a number there, and not a sequence, which pandas would compare row by row."""
    series = pd.Series(["%00", "%2F", None, "%00%2F"])
    flags = series.percent.flags()
    both = Flags.NUL | Flags.SLASH
    for found in (flags, flags.dropna().astype("int64"), pd.Series(list(flags_column(series.dropna())))):
        values = [None if value is pd.NA else value for value in found]
        assert listed(found & both) == [None if value is None else value & int(both) for value in values]
        assert listed((found & Flags.SLASH) != 0) == [None if value is None else bool(value & int(Flags.SLASH)) for value in values]
        assert listed(found == Flags.NUL) == [None if value is None else value == int(Flags.NUL) for value in values]
        assert listed(Flags.NUL | found) == listed(found | Flags.NUL)
    assert (np.array([1, 3]) & Flags.NUL).tolist() == [1, 1]
    frame = pd.DataFrame({"u": series})
    frame["flags"] = flags_column(frame["u"])
    assert frame["flags"].tolist()[:2] == [int(inspect("%00")), int(inspect("%2F"))] and frame["flags"].isna().tolist() == [False, False, True, False]
    assert [*both] == [Flags.NUL, Flags.SLASH]


def test_columns_in_a_frame_of_another_index() -> None:
    frame = pd.DataFrame({"u": pd.Categorical(["a%20b", None, "c"])}, index=[5, 1, 3])
    frame["d"] = decode_column(frame["u"])
    assert listed(frame["d"]) == ["a b", None, "c"]
    frame["e"] = frame["u"].percent.decode()
    assert listed(frame["e"]) == ["a b", None, "c"]


def test_refused_types() -> None:
    for values in (pd.Series([1, 2]), pd.Series([1.5, None]), pd.Series([True]), pd.Series([1, 2], dtype="category"), pd.Series(pd.to_datetime(["2026-01-01"]))):
        for call in ("decode", "encode", "normalize", "path_check", "flags"):
            with pytest.raises(TypeError, match=r"column.astype\('str'\)"):
                getattr(values.percent, call)()
        assert len(values.astype("str").percent.decode()) == len(values)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["a", 1], "row 1 is of type int, and every row must be str or bytes: "),
        ([None, "a", "b", True], "row 3 is of type bool, and every row must be str or bytes: "),
        ([b"a", float("nan"), ()], "row 2 is of type tuple, and every row must be str or bytes: "),
        ([pd.NA, pd.NaT, "a", 1.5], "row 3 is of type float, and every row must be str or bytes: "),
        ([None, ["a"]], "row 1 is of type list, and every row must be str or bytes: "),
        ([float("nan"), {"a": 1}], "row 1 is of type dict, and every row must be str or bytes: "),
        (["a", None, b"b"], "row 0 is of type str, and other rows are bytes: "),
        ([b"a", np.nan, pd.NA, "b"], "row 3 is of type str, and other rows are bytes: "),
        (["a", "b\n\udcff"], "row 1 has a lone surrogate, which is not text: "),
    ],
)
def test_an_odd_row_of_objects_is_named(rows: list[Any], message: str) -> None:
    series = pd.Series(rows, dtype=object)
    is_hashable = not isinstance(rows[-1], (list, dict)) and ("surrogate" not in message or pd.__version__ < "3")
    category = [series.astype("category"), pd.Categorical(rows)] if is_hashable else []
    for values in (series, pd.Index(rows, dtype=object), series.to_numpy(), *category):
        for function in (decode_column, flags_column):
            with pytest.raises((TypeError, ValueError), match=f"^{message}"):
                function(values)
    with pytest.raises((TypeError, ValueError), match=f"^{message}"):
        series.percent.decode()


def test_bytes_in_objects() -> None:
    rows = [b"%FF", None, np.nan, pd.NA, b"a"]
    for values in (pd.Series(rows, dtype=object), pd.Series(rows, dtype="category"), pd.Index(rows, dtype=object)):
        assert listed(values.percent.decode()) == [b"\xff", None, None, None, b"a"]
        assert listed(values.percent.encode()) == ["%25FF", None, None, None, "a"]


def test_an_index_of_several_levels() -> None:
    index = pd.MultiIndex.from_tuples([("%61", "b"), ("%62", "c")], names=["u", "v"])
    for call in (index.percent.decode, index.percent.flags, lambda: decode_column(index)):
        with pytest.raises(TypeError, match=r"take one of its levels, as in index.get_level_values\(0\)$"):
            call()
    assert index.get_level_values(0).percent.decode().tolist() == pd.Series(["x", "y"], index).reset_index()["u"].percent.decode().tolist() == ["a", "b"]
