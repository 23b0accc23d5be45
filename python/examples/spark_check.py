"""Compares the answers of spark_logs.py and of a pandas_udf with Spark's own url_decode and with urllib in a plain udf, and times them.

`python spark_check.py [LOG]`, with samples/access.log by default. It needs pyspark 4.3, Java 17, pyarrow, pandas 2 and this package.
"""

# pyright: reportMissingImports=false
# (Spark is no dependency of the tests: the lane `python` installs it where it can.)

import sys
import time
import urllib.parse
from pathlib import Path

import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import arrow_udf, col, lit, pandas_udf, udf
from pyspark.sql.types import StringType
from spark_logs import LOSSY, looked_at, targets

from percent_simd import decode_column, inspect
from percent_simd.parse import parse_qsl, unquote

SAMPLE = Path(__file__).parents[2] / "samples" / "access.log"


def decoded(column: pa.Array) -> pa.Array:
    return pa.array(decode_column(column, LOSSY))


def decoded_series(values: pd.Series) -> pd.Series:
    import percent_simd.pandas  # in the worker

    assert percent_simd.pandas
    return values.percent.decode(LOSSY)


decoded_by_pandas_udf = pandas_udf(decoded_series, StringType())
decoded_by_arrow_udf = arrow_udf(decoded, StringType())
decoded_by_udf = udf(lambda target: urllib.parse.unquote(target), StringType())


def check(frame: DataFrame) -> None:
    by_udf = {"own": decoded_by_arrow_udf(col("target")), "series": decoded_by_pandas_udf(col("target"))}
    answers = looked_at(frame).withColumns(by_udf | {"null": decoded_by_pandas_udf(lit(None).cast("string"))}).collect()
    assert answers and all(row.null is None for row in answers)
    for row in answers:
        assert row.once == row.own == row.series == urllib.parse.unquote(row.target), row
        assert row.twice == urllib.parse.unquote(row.once) == unquote(unquote(row.target)), row
        assert row.flags == int(inspect(row.target)), row
        values = [value for name, value in parse_qsl(row.target.partition("#")[0].partition("?")[2], keep_blank_values=True) if name == "q"]
        assert row.value == (values[0] if values else None), row
    # Spark reads + as a space, has no answer for a malformed escape, and counts U+FFFD as the JDK does.
    both = looked_at(frame).selectExpr("once", "try_url_decode(replace(target, '+', '%2B')) AS native").where("native IS NOT NULL").collect()
    compared = [row for row in both if "\ufffd" not in row.once]
    assert compared and all(row.once == row.native for row in compared)
    print(f"{len(answers)} rows are as urllib has them; {len(compared)} of them are as Spark has them; the others are malformed, or not UTF-8")


def timed(name: str, frame: DataFrame, rows: int) -> None:
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        frame.write.format("noop").mode("overwrite").save()
        best = min(best, time.perf_counter() - start)
    print(f"{name}: {1e9 * best / rows:,.0f} ns a row")


def main() -> None:
    log = sys.argv[1] if len(sys.argv) > 1 else str(SAMPLE)
    settings = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
    builder = SparkSession.builder.master("local[1]").appName("percent-simd")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    frame = targets(spark, log)
    check(frame)
    many = frame.crossJoin(spark.range(200)).select("target").cache()
    rows = many.count()
    timed("nothing", many, rows)
    timed("Spark's try_url_decode", many.selectExpr("try_url_decode(target)"), rows)
    timed("arrow_udf, once", many.select(decoded_by_arrow_udf(col("target"))), rows)
    timed("pandas_udf, once", many.select(decoded_by_pandas_udf(col("target"))), rows)
    timed("mapInArrow: once, twice, flags, parameter", looked_at(many), rows)
    timed("udf of urllib's unquote, once", many.select(decoded_by_udf(col("target"))), rows)
    spark.stop()


if __name__ == "__main__":
    main()
