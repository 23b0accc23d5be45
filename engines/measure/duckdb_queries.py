"""Times queries of DuckDB over a Parquet file that the program `queries --distinct` has made: python3 duckdb_queries.py FILE [RUNS]

Prints a line of JSON for each, with the medians in seconds. It needs `pip install duckdb`, and runs on one thread.
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


def main() -> None:
    path, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    connection = duckdb.connect()
    connection.execute("SET threads = 1")
    connection.execute(f"CREATE VIEW log AS SELECT c FROM read_parquet({path!r})")
    for query in QUERIES:
        seconds = []
        for _ in range(runs):
            start, cpu = time.perf_counter(), time.process_time()
            answer = connection.execute(query).fetchone()
            seconds.append((time.perf_counter() - start, time.process_time() - cpu))
        wall, cpu = (statistics.median(times) for times in zip(*seconds, strict=True))
        print(json.dumps({"query": query, "answer": answer, "version": duckdb.__version__, "wall": wall, "cpu": cpu}))


if __name__ == "__main__":
    main()
