"""For each line, a URL and a key in UTF-8 as hexadecimal digits: Spark's try_parse_url for each part, and for the key, as `=HEX`, or `-` for NULL."""

import sys

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

PARTS = ["HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO"]

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")

lines = [[bytes.fromhex(word).decode() for word in line.rstrip("\n").split(" ")] for line in sys.stdin]
frame = spark.createDataFrame([(row, url, key) for row, (url, key) in enumerate(lines)], "row int, url string, key string")
answers = [f"try_parse_url(url, '{part}')" for part in PARTS] + ["try_parse_url(url, 'QUERY', key)"]
for _, *answer in frame.selectExpr("row", *answers).orderBy("row").collect():
    print(*("-" if text is None else "=" + text.encode().hex() for text in answer))

# NULLs and errors: parse_url.rs expects the same.
for expression, expected in [
    ("parse_url('http://h/', 'host')", None),
    ("parse_url('http://h/', 'NONE')", None),
    ("parse_url('inva lid://h', 'NONE')", "INVALID_URL"),
    ("parse_url('inva lid://h', 'HOST')", "INVALID_URL"),
    ("parse_url('inva lid://h', 'QUERY', 'a')", "INVALID_URL"),
    ("parse_url('inva lid://h', 'HOST', 'a')", None),
    ("parse_url('inva lid://h', NULL)", None),
    ("parse_url('inva lid://h', 'QUERY', NULL)", None),
    ("parse_url(NULL, 'HOST')", None),
    ("try_parse_url('inva lid://h', 'HOST')", None),
]:
    try:
        answer = spark.sql(f"SELECT {expression}").collect()[0][0]
    except PySparkException as error:
        answer = error.getCondition()
    if answer != expected:
        sys.exit(f"Spark's answer for {expression} is {answer!r}, not {expected!r}")
spark.stop()
