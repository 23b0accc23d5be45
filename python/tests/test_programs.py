"""Programs as a reader of README.md writes them: a frame of pandas from a CSV file, a lazy query of Polars, a session of DataFusion."""

import urllib.parse
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

ROWS = [
    ("/caf%C3%A9?q=a+b&page=2", 200),
    ("/%2e%2e/etc/passwd", 404),
    (None, 200),
    ("/caf%c3%a9?q=a%20b&page=2", 200),
    ("/s?page=3#q=x", 500),
    ("/caf%C3%A9?q=a+b&page=2", 304),
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_text("\n".join(["url,status", *(f"{url or ''},{status}" for url, status in ROWS)]))
    return path


def test_a_frame_of_pandas_from_a_file(log: Path) -> None:
    pd = pytest.importorskip("pandas")
    import percent_simd.pandas
    from percent_simd import Flags

    assert percent_simd.pandas
    frame = pd.read_csv(log, dtype={"url": "category"})
    frame["path"] = frame["url"].percent.decode()
    frame["q"] = frame["url"].percent.query_param("q")
    assert frame["path"].dtype == "category" and frame["url"].isna().equals(frame["path"].isna())
    # Two spellings of one URL are one row of the counts.
    assert frame["q"].value_counts().to_dict() == {"a b": 3}
    assert frame.groupby("path", observed=True).size().to_dict() == Counter(urllib.parse.unquote(url) for url, _ in ROWS if url)
    hidden = frame[(frame["url"].percent.flags() & Flags.DOT_SEGMENT) != 0]
    assert hidden["status"].tolist() == [404]
    assert frame["url"].percent.path_check().astype(object).fillna("null").tolist() == ["ok", "climbs-above-root", "null", "ok", "ok", "ok"]


def test_a_lazy_query_of_polars(log: Path) -> None:
    pl = pytest.importorskip("polars")
    from percent_simd.polars import percent

    query = (
        pl.scan_csv(log)
        .filter(percent("url").query_param("page") == "2")
        .with_columns(percent("url").decode().alias("decoded"), percent("url").query_param("q").alias("q"))
        .group_by("decoded", "q")
        .agg(pl.len(), pl.col("status").max())
        .sort("decoded")
    )
    expected = Counter((urllib.parse.unquote(url), urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["q"][0]) for url, _ in ROWS if url and "page=2" in url)
    for engine in ("in-memory", "streaming"):
        found = query.collect(engine=engine)
        assert {(decoded, q): count for decoded, q, count, _ in found.rows()} == expected
        assert sum(found["len"]) == 3 and max(found["status"]) == 304


def test_a_session_of_datafusion(log: Path) -> None:
    datafusion = pytest.importorskip("datafusion")
    pa = pytest.importorskip("pyarrow")
    from percent_simd import decode_column, query_param_column

    def percent_decode(values: Any) -> Any:
        return pa.array(decode_column(values, on_error="null"))

    def page(values: Any) -> Any:
        return pa.array(query_param_column(values, "page"))

    context = datafusion.SessionContext()
    for function in (percent_decode, page):
        # Text of files is string_view.
        context.register_udf(datafusion.udf(function, [pa.string_view()], pa.string_view(), "immutable", function.__name__))
    context.register_csv("log", str(log))
    query = "SELECT percent_decode(url) AS path, count(*) AS n FROM log WHERE page(url) = '2' GROUP BY path ORDER BY path"
    found = context.sql(query).to_pydict()
    assert found == {"path": ["/café?q=a b&page=2", "/café?q=a+b&page=2"], "n": [1, 2]}
