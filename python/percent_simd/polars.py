"""A namespace for Polars: import this module, and expressions of columns have `.percent`.

>>> import polars as pl, percent_simd.polars
>>> frame = pl.DataFrame({"url": ["/caf%C3%A9?q=a+b&page=2", "/%2e%2e/x"]})
>>> frame.select(pl.col("url").percent.decode())["url"].to_list()
['/caf\\xe9?q=a+b&page=2', '/../x']
>>> frame.select(pl.col("url").percent.query_params("q", "page", urls=True)).unnest("url").rows()
[('a b', '2'), (None, None)]
>>> frame.select(pl.col("url").str.split("?").list.first().percent.path_check())["url"].to_list()
['ok', 'climbs-above-root']
"""

from collections.abc import Callable
from typing import Any, Literal

import polars as pl

from . import (
    Decoder,
    Encoder,
    PathError,
    PathPolicy,
    decode_column,
    encode_column,
    flags_column,
    normalize,
    query_param_column,
)

__all__ = ["Percent"]


@pl.api.register_expr_namespace("percent")
class Percent:
    """The functions on columns as expressions, for String, Binary, Categorical and Null. Null rows stay null."""

    def __init__(self, column: pl.Expr) -> None:
        self._column = column

    def decode(self, decoder: Decoder | None = None, on_error: Literal["fail", "null", "keep"] = "fail") -> pl.Expr:
        """The decoded values, of the column's type. A refused row raises DecodeError, as from decode_column."""

        def decode(values: pl.Series) -> pl.Series:
            if values.dtype == pl.Null:
                return values
            if isinstance(values.dtype, pl.Enum):
                raise TypeError("the decoded values need not be among those of an Enum: cast it first, as in .cast(pl.String)")
            return pl.Series(decode_column(values, decoder, on_error=on_error)).cast(values.dtype)

        return self._column.map_batches(decode, pl.self_dtype())

    def encode(self, encoder: Encoder | str | None = None) -> pl.Expr:
        """The encoded values, as String."""
        return self._map(lambda values: pl.Series(encode_column(values, encoder)), pl.String)

    def query_param(self, name: str, *, which: Literal["first", "last"] = "first", urls: bool = False) -> pl.Expr:
        """The value of a parameter of queries, or with urls of URLs, as from query_param_column."""
        return self._map(lambda values: pl.Series(query_param_column(values, name, which=which, urls=urls)), pl.String)

    def query_params(self, *names: str, which: Literal["first", "last"] = "first", urls: bool = False) -> pl.Expr:
        """The values of several parameters, as a Struct with their names."""

        def params(values: pl.Series) -> pl.Series:
            found = {name: pl.Series(query_param_column(values, name, which=which, urls=urls)).cast(pl.String) for name in names}
            return pl.DataFrame(found).to_struct(values.name)

        return self._map(params, pl.Struct({name: pl.String for name in names}))

    def flags(self) -> pl.Expr:
        """The flags of inspect, as UInt32."""
        return self._map(lambda values: pl.Series(flags_column(values)), pl.UInt32)

    def normalize(self, *, case: bool = True, triplets: bool = True, dot_segments: bool = True) -> pl.Expr:
        """Each URL in its normal form, as from normalize."""
        return self._each(lambda url: normalize(url, case=case, triplets=triplets, dot_segments=dot_segments))

    def path_check(self, policy: PathPolicy = PathPolicy.STRICT) -> pl.Expr:
        """"ok", or the kind of the PathError, for paths without their query."""

        def check(path: str) -> str:
            try:
                policy.check(path)
            except PathError as error:
                return error.kind
            return "ok"

        return self._each(check)

    def _map(self, function: Callable[[pl.Series], pl.Series], dtype: Any) -> pl.Expr:
        def mapped(values: pl.Series) -> pl.Series:
            return function(values.cast(pl.String) if values.dtype == pl.Null else values).cast(dtype)

        return self._column.map_batches(mapped, dtype)

    def _each(self, function: Callable[[str], str]) -> pl.Expr:
        """A function of text, called once for each distinct value."""

        def mapped(values: pl.Series) -> pl.Series:
            text = values.cast(pl.String)
            distinct = text.drop_nulls().unique()
            return text.replace_strict(distinct, [function(value) for value in distinct], return_dtype=pl.String)

        return self._column.map_batches(mapped, pl.String)
