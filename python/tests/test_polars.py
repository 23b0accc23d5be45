"""Expressions of Polars: their results, and the rows that Polars passes to them."""

import pickle
from typing import Any

import pytest

from percent_simd import Decoder, DecodeError

pl = pytest.importorskip("polars")

from percent_simd.polars import Percent, percent

ENGINES = ["in-memory", "streaming"]
BIG = pl.LazyFrame({"u": [f"/a%20b?q={number}" for number in range(100_000)], "k": range(100_000)})


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the columns that are decoded."""
    lengths: list[int] = []
    mapped = Percent._map

    def counting(self: Percent, function: Any, type: str) -> Any:
        def counted(values: Any) -> Any:
            if type == "same":
                lengths.append(len(values))
            return function(values)

        return mapped(self, counted, type)

    monkeypatch.setattr(Percent, "_map", counting)
    return lengths


@pytest.mark.parametrize("engine", ENGINES)
def test_filters_and_slices_go_below(engine: Any, decoded: list[int]) -> None:
    frame = BIG.with_columns(d=percent("u").decode())
    for query in (frame.head(3), frame.filter(pl.col("k") < 3), frame.filter(percent("u").query_param("q").is_in(["0", "1", "2"]))):
        decoded.clear()
        assert query.collect(engine=engine)["d"].to_list() == ["/a b?q=0", "/a b?q=1", "/a b?q=2"]
        assert sum(decoded) == 3
    decoded.clear()
    assert frame.select(pl.col("d").n_unique()).collect(engine=engine).item() == sum(decoded) == 100_000
    assert engine != "streaming" or len(decoded) > 1


@pytest.mark.parametrize("engine", ENGINES)
def test_contexts(engine: Any) -> None:
    few = BIG.head(4)

    def collected(query: Any) -> Any:
        return query.collect(engine=engine)

    constant = few.with_columns(d=percent(pl.lit("a%20b")).decode())
    assert collected(constant)["d"].to_list() == ["a b"] * 4
    assert collected(few.select(percent(pl.lit("%61")).decode())).item() == "a"
    joined = few.join(few.head(2).select(d=percent("u").decode()), left_on=percent("u").decode(), right_on="d")
    assert sorted(collected(joined)["k"]) == [0, 1]
    assert collected(few.group_by(percent("u").path_check()).len()).rows() == [("ok", 4)]
    assert collected(few.select(pl.col("k").max().over(percent("u").flags())))["k"].to_list() == [3] * 4
    assert collected(few.sort(percent("u").query_param("q"), descending=True))["k"].to_list() == [3, 2, 1, 0]
    assert collected(few.select(pl.when(pl.col("k") > 1).then(percent("u").query_param("q"))))["u"].to_list() == [None, None, "2", "3"]
    lists = pl.LazyFrame({"l": [["%61", None], None, [], ["%62"]]})
    assert collected(lists.select(pl.col("l").list.eval(percent(pl.element()).decode())))["l"].to_list() == [["a", None], None, [], ["b"]]
    arrays = pl.LazyFrame({"l": pl.Series([["%61", None], ["x", "%62"]], dtype=pl.Array(pl.String, 2))})
    assert collected(arrays.select(pl.col("l").arr.eval(percent(pl.element()).decode())))["l"].to_list() == [["a", None], ["x", "b"]]


FUNCTIONS = {
    "decode": lambda column: column.decode(),
    "decode by a scheme": lambda column: column.decode("form", on_error="null", times=3),
    "encode": lambda column: column.encode("s3-key"),
    "query_param": lambda column: column.query_param("q", which="last"),
    "raw query_param": lambda column: column.query_param("q", raw=True),
    "query_param_values": lambda column: column.query_param_values("q"),
    "query_params": lambda column: column.query_params(),
    "query_params by name": lambda column: column.query_params("q", "x"),
    "flags": lambda column: column.flags(),
    "normalize": lambda column: column.normalize(),
    "path_check": lambda column: column.path_check("nginx"),
}
ROWS = ["/%41?q=%31&q=2", None, "/../x", "/%41?q=%31&q=2"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_takes_every_type(name: str, engine: Any) -> None:
    text = pl.Series("u", ROWS)
    expected = text.to_frame().select(FUNCTIONS[name](percent("u")))["u"]
    for dtype in (pl.String, pl.Binary, pl.Categorical, pl.Null):
        values = pl.Series("u", [None] * 4) if dtype == pl.Null else text.cast(dtype)
        query = values.to_frame().lazy().select(FUNCTIONS[name](percent("u")))
        result = query.collect(engine=engine)
        assert result.schema == query.collect_schema() and result.columns == ["u"]
        if dtype != pl.Null:
            wanted = expected.cast(dtype) if expected.dtype == pl.String and result["u"].dtype == dtype else expected
            assert result["u"].to_list() == wanted.to_list()
        else:
            assert result["u"].to_list() == [{"q": None, "x": None} if "by name" in name else None] * 4
    assert expected.to_list()[1] in (None, {"q": None, "x": None})


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_lazy_frame_is_pickled(name: str) -> None:
    pytest.importorskip("cloudpickle")
    query = pl.LazyFrame({"u": ROWS}).select(FUNCTIONS[name](percent("u")))
    assert pickle.loads(pickle.dumps(query)).collect().equals(query.collect())


def test_values() -> None:
    frame = pl.DataFrame({"u": ROWS})
    assert frame.select(percent("u").query_params())["u"].to_list()[0] == [{"key": "q", "value": "1"}]
    assert frame.select(percent("u").query_param_values("q"))["u"].to_list() == [["1", "2"], None, [], ["1", "2"]]
    assert frame.select(percent("u").query_params("q", "x")).unnest("u").rows() == [("1", None), (None, None), (None, None), ("1", None)]
    assert frame.select(pl.col("u").percent.path_check())["u"].to_list() == ["ok", None, "climbs-above-root", "ok"]
    with pytest.raises(TypeError, match="int"):
        percent(1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    with pytest.raises(ValueError, match="give the names"):
        percent("u").query_params(which="last")
    for function in (percent("u").decode(), percent("u").normalize()):
        with pytest.raises(TypeError, match=r"cast it first, as in .cast\(pl.String\)"):
            pl.DataFrame({"u": pl.Series(["a"], dtype=pl.Enum(["a"]))}).select(function)
    with pytest.raises(TypeError, match=r"not one of Int64: .*column.cast\(polars.String\)"):
        BIG.select(percent("k").normalize()).collect()
    with pytest.raises(DecodeError, match="^row 1 of a batch of 2: "):
        pl.DataFrame({"u": ["a", "%00"]}).select(percent("u").decode(Decoder(reject="\0")))
