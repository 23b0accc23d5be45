"""Search terms and hostile paths of a log, by SQL."""

import datafusion
import percent_simd_datafusion

context = datafusion.SessionContext()
percent_simd_datafusion.register_all(context)
context.from_pydict(
    {"target": ["/search?q=caf%C3%A9+au+lait", "/a/%2e%2e/../etc/passwd", "/?q=%FF"]}, name="log"
)  # or context.register_parquet("log", "access.parquet")
context.sql("""
    SELECT query_param(target, 'q') AS term,
           path_check(split_part(target, '?', 1), 'nginx') AS path,
           encoding_flag_names(encoding_flags(target)) AS flags
    FROM log
""").show()
