"""Times queries of DuckDB over a Parquet file that benches/speed.rs has made: python3 time_duckdb.py FILE QUERY…

Prints DuckDB's version, then the answer and the median seconds of three runs for each query, on one thread. It needs `pip install duckdb`.
"""

import statistics
import sys
import time

import duckdb

connection = duckdb.connect()
connection.execute("SET threads = 1")
connection.execute(f"CREATE VIEW log AS SELECT c FROM read_parquet({sys.argv[1]!r})")
print(duckdb.__version__)
for query in sys.argv[2:]:
    times = []
    for _ in range(3):
        start = time.perf_counter()
        answer = connection.execute(query).fetchone()
        times.append(time.perf_counter() - start)
    print(*answer, statistics.median(times))
