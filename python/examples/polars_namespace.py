"""A namespace for Polars: `pl.col("url").percent.decode()`.

>>> import polars as pl
>>> frame = pl.DataFrame({"url": ["/caf%C3%A9?q=a+b", "/%2e%2e/x"]})
>>> frame.select(pl.col("url").percent.decode())["url"].to_list()
['/caf\\xe9?q=a+b', '/../x']
>>> frame.select(pl.col("url").percent.query_param("q", urls=True))["url"].to_list()
['a b', None]
>>> frame.filter(pl.col("url").percent.flags() & int(Flags.DOT_SEGMENT) != 0).height
1
"""

from typing import Any

import polars as pl

from percent_simd import Decoder, Encoder, Flags, decode_column, encode_column, flags_column, query_param_column


@pl.api.register_expr_namespace("percent")
class Percent:
    """The column functions as expressions."""

    def __init__(self, column: pl.Expr) -> None:
        self.column = column

    def decode(self, decoder: Decoder | None = None, on_error: Any = "null") -> pl.Expr:
        return self.column.map_batches(lambda values: pl.Series(decode_column(values, decoder, on_error=on_error)), pl.String)

    def encode(self, encoder: Encoder | str | None = None) -> pl.Expr:
        return self.column.map_batches(lambda values: pl.Series(encode_column(values, encoder)), pl.String)

    def query_param(self, name: str, urls: bool = False) -> pl.Expr:
        return self.column.map_batches(lambda values: pl.Series(query_param_column(values, name, urls=urls)), pl.String)

    def flags(self) -> pl.Expr:
        return self.column.map_batches(lambda values: pl.Series(flags_column(values)), pl.UInt32)


__all__ = ["Flags", "Percent"]
