"""An access log in Spark: policies, flags and parameters, which its own functions lack.

`python spark_logs.py access.log` prints the requests with suspicious escapes, and the most frequent values of a query parameter. `mapInArrow` works on whole
batches, so the cost of a row is that of its bytes. It needs pyspark, pyarrow and this package on the workers.
"""

# pyright: reportMissingImports=false
# (Spark is no dependency of the tests: the lane `python` installs it where it can.)

import sys
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from percent_simd import Decoder, Flags, decode_column, flags_column, query_param_column

HOSTILE = Flags.NUL | Flags.CR | Flags.LF | Flags.NESTED | Flags.DOT_SEGMENT | Flags.RAW_TRAVERSAL | Flags.OVERLONG
LOSSY = Decoder(utf8="lossy")


def targets(spark: SparkSession, path: str) -> DataFrame:
    """The targets of the requests of an access log."""
    lines = spark.read.text(path)
    return lines.selectExpr(r"""regexp_extract(value, '"[A-Z]+ ([^ "]+)', 1) AS target""").where("target != ''")


def looked_at(frame: DataFrame, parameter: str = "q") -> DataFrame:
    """For each target: it decoded once and twice, its flags, and the value of a query parameter."""

    def batches(input: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in input:
            target = batch.column("target")
            once: Any = decode_column(target, LOSSY)
            columns = [target, once, decode_column(once, LOSSY), flags_column(target), query_param_column(target, parameter, urls=True)]
            # Spark's integers have a sign.
            arrays = [pa.array(column) for column in columns]
            arrays[3] = arrays[3].cast(pa.int32())
            yield pa.RecordBatch.from_arrays(arrays, ["target", "once", "twice", "flags", "value"])

    return frame.mapInArrow(batches, "target string, once string, twice string, flags int, value string")


def main() -> None:
    spark = SparkSession.builder.master("local[2]").appName("percent-simd").getOrCreate()
    frame = looked_at(targets(spark, sys.argv[1]))
    frame.where(f"(flags & {int(HOSTILE)}) != 0").select("target", "twice").show(20, truncate=False)
    frame.where("value IS NOT NULL").groupBy("value").count().orderBy("count", ascending=False).show(20, truncate=False)
    spark.stop()


if __name__ == "__main__":
    main()
