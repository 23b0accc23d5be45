"""Decodes and encodes each line, a text in UTF-8 as hexadecimal digits, in Spark, and prints the results as `=HEX`, or `-` for NULL."""

import os
import sys

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")

values = [bytes.fromhex(line.strip()).decode() for line in sys.stdin]
frame = spark.createDataFrame(list(enumerate(values)), "row int, value string")
answers = frame.selectExpr("row", "try_url_decode(value) AS decoded", "url_encode(value) AS encoded").orderBy("row").collect()


def shown(text):
    return "-" if text is None else "=" + text.encode().hex()


for answer in answers:
    print(shown(answer.decoded), shown(answer.encoded))

# url_decode raises this error where try_url_decode gives NULL.
try:
    spark.sql("SELECT url_decode('%zz')").collect()
    sys.exit("Spark decodes %zz")
except PySparkException as error:
    if error.getCondition() != "CANNOT_DECODE_URL":
        sys.exit(f"another error for %zz: {error}")

# Spark's casts to strings, and the evaluation of its conditions from left to right.
for line in open(f"{os.path.dirname(os.path.abspath(__file__))}/casts.tsv", encoding="utf-8"):
    expression, expected = line.rstrip("\n").split("\t")
    answer = spark.sql(f"SELECT CAST({expression} AS STRING)").collect()[0][0]
    if answer != expected:
        sys.exit(f"Spark's answer for {expression} is {answer!r}, not {expected!r}")
guarded = "SELECT c FROM VALUES ('z%zz'), ('%41') AS t(c) WHERE c NOT LIKE '%z%' AND url_decode(c) = 'A'"
if [row.c for row in spark.sql(guarded).collect()] != ["%41"]:
    sys.exit("Spark's conditions do not guard one another")
spark.stop()
