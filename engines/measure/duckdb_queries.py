"""Times queries of DuckDB over a Parquet file that the program `queries --distinct` has made: python3 duckdb_queries.py FILE

Prints a line of JSON for each, with the median of three runs, in seconds of CPU time. It needs `pip install duckdb`, and runs on one thread.
"""

import json
import statistics
import sys
import time

import duckdb

QUERIES = [
    "SELECT count(*), sum(strlen(c)) FROM log",
    "SELECT count(*), sum(strlen(url_decode(c))) FROM log",
    "SELECT count(*), sum(strlen(url_encode(c))) FROM log",
    # DuckDB has no function for a parameter: its value, decoded.
    "SELECT count(*), sum(strlen(url_decode(replace(regexp_extract(c, '[?&]q=([^&#]*)', 1), '+', ' ')))) FROM log",
]

connection = duckdb.connect()
connection.execute("SET threads = 1")
connection.execute(f"CREATE VIEW log AS SELECT c FROM read_parquet({sys.argv[1]!r})")
for query in QUERIES:
    times = []
    for _ in range(3):
        start = time.process_time()
        answer = connection.execute(query).fetchone()
        times.append(time.process_time() - start)
    print(json.dumps({"answer": answer, "version": duckdb.__version__, "cpu": statistics.median(times)}))
