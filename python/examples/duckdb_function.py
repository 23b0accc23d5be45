"""A function for DuckDB: `SELECT percent_decode(url)`.

>>> import duckdb
>>> database = duckdb.connect()
>>> register(database)
>>> database.sql("SELECT percent_decode(url), percent_flags(url) FROM (VALUES ('caf%C3%A9'), ('100%'), ('%00')) AS t(url)").fetchall()
[('caf\\xe9', 32768), ('100%', 0), ('\\x00', 9)]
>>> strict = duckdb.connect()
>>> register(strict, Decoder(malformed="error"))
>>> strict.sql("SELECT percent_decode(url) FROM (VALUES ('a%20b'), ('100%'), (NULL)) AS t(url)").fetchall()
[('a b',), (None,), (None,)]
"""

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType
from duckdb.sqltypes import UINTEGER, VARCHAR

from percent_simd import Decoder, decode_column, flags_column


def register(database: duckdb.DuckDBPyConnection, decoder: Decoder | None = None) -> None:
    """Add percent_decode(text), null where the decoder refuses, and percent_flags(text) to a connection."""

    def decode(values: pa.ChunkedArray) -> pa.ChunkedArray:
        return pa.chunked_array(decode_column(values, decoder, on_error="null"))

    def flags(values: pa.ChunkedArray) -> pa.ChunkedArray:
        return pa.chunked_array(flags_column(values))

    database.create_function("percent_decode", decode, [VARCHAR], VARCHAR, type=PythonUDFType.ARROW, null_handling=FunctionNullHandling.SPECIAL)
    database.create_function("percent_flags", flags, [VARCHAR], UINTEGER, type=PythonUDFType.ARROW, null_handling=FunctionNullHandling.SPECIAL)
