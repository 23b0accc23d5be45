"""Times percent_decode of the Python package as DuckDB's Arrow function beside DuckDB's url_decode: taskset -c 1 python3 engines/measure/duckdb_arrow.py

Prints nanoseconds of CPU time per row, the least of five runs on one thread, less what the sum of lengths takes. It needs `pip install duckdb pyarrow ./python`.
"""

import sys
import tempfile
import time
from pathlib import Path

import duckdb

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python/examples"))
import duckdb_function

ROWS, DISTINCT = 2_000_000, 5000
TARGET = "'/search/caf%C3%A9/' || i || '?q=%D0%BA%D0%BB%D1%8E%D1%87+' || i || '&page=' || (i % 17) || '&session=0123456789abcdef'"

database = duckdb.connect()
database.execute("SET threads = 1")
duckdb_function.register(database)
database.execute(f"CREATE TABLE different AS SELECT {TARGET} AS c FROM range({ROWS}) AS t(i)")
with tempfile.TemporaryDirectory() as folder:
    file = f"{folder}/repeating.parquet"
    database.execute(f"COPY (SELECT {TARGET} AS c FROM range({DISTINCT}) AS t(i), range({ROWS // DISTINCT})) TO '{file}' (FORMAT parquet)")
    database.execute(f"CREATE VIEW repeating AS SELECT c FROM read_parquet('{file}')")
    for table in ("different", "repeating"):
        least = {}
        for value in ("c", "url_decode(c)", "percent_decode(c)"):
            for _ in range(5):
                start = time.process_time()
                database.execute(f"SELECT sum(strlen({value})) FROM {table}").fetchone()
                least[value] = min(least.get(value, 1e9), time.process_time() - start)
        for value in ("url_decode(c)", "percent_decode(c)"):
            print(f"{table} {value}: {(least[value] - least['c']) * 1e9 / ROWS:.0f} ns a row")
