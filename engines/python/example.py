"""The functions in the SQL of Python's DataFusion.

    pip install ./engines/python          # builds it: needs Rust
    python engines/python/example.py
"""

import datafusion
import percent_simd_datafusion

context = datafusion.SessionContext()
for function in percent_simd_datafusion.functions():
    context.register_udf(datafusion.udf(function))

context.from_pydict(
    {"target": ["/search?q=caf%C3%A9+au+lait", "/a/%2e%2e/b", "/?q=%FF", None]}, name="log"
)


def rows(sql: str) -> list[tuple]:
    """The rows of a query's answer."""
    columns = context.sql(sql).to_pydict()
    return list(zip(*columns.values()))


answer = rows("""
    SELECT query_param(target, 'q') AS term, path_check(split_part(target, '?', 1), 'nginx') AS path,
           encoding_flag_names(encoding_flags(target)) AS flags, encoding_flags(target, 'dot-segment') AS dots
    FROM log
""")
for row in answer:
    print(row)

assert [row[0] for row in answer] == ["café au lait", None, "\ufffd", None]
