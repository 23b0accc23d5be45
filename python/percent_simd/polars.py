"""Expressions for Polars: `percent` makes them of a column's name or an expression.

>>> import polars as pl
>>> from percent_simd.polars import percent
>>> frame = pl.DataFrame({"url": ["/caf%C3%A9?q=a+b&page=2", "/%2e%2e/x"]})
>>> frame.select(percent("url").decode())["url"].to_list()
['/caf\\xe9?q=a+b&page=2', '/../x']
>>> frame.lazy().filter(percent("url").query_param("page") == "2").select(percent(pl.col("url")).query_param("q")).collect()["url"].to_list()
['a b']
>>> frame.select(pl.col("url").percent.query_params("q", "page")).unnest("url").rows()
[('a b', '2'), (None, None)]
>>> frame.select(percent("url").path_check())["url"].to_list()
['ok', 'climbs-above-root']
"""

import re
from typing import Any

import polars as pl

from ._errors import DecodeError
from ._frames import Function, Functions

__all__ = ["Percent", "percent"]

_TYPES: dict[str, Any] = {
    "same": pl.self_dtype(),
    "text": pl.String,
    "lists": pl.List(pl.String),
    "maps": pl.List(pl.Struct({"key": pl.String, "value": pl.String})),
    "flags": pl.UInt32,
}


@pl.api.register_expr_namespace("percent")
class Percent(Functions[pl.Expr]):
    """The functions on columns as expressions, for String, Binary, Categorical and Null. Null rows stay null.

    The expressions are elementwise: Polars moves filters and slices below them, and calls them with batches of a column. So the row in
    an error counts in its batch.
    """

    def __init__(self, column: pl.Expr) -> None:
        self._column = column

    def _map(self, function: Function, type: str) -> pl.Expr:
        dtype = None if type == "same" else _TYPES[type]  # not pl.self_dtype(), which a LazyFrame cannot be pickled with

        def mapped(values: pl.Series) -> pl.Series:
            if dtype is None and isinstance(values.dtype, pl.Enum):
                raise TypeError("the new values need not be among those of an Enum: cast it first, as in .cast(pl.String)")
            try:
                made = pl.Series(function(values))
            except DecodeError as error:
                raise DecodeError(re.sub(r"^row (\d+): ", rf"row \1 of a batch of {len(values)}: ", str(error))) from None
            return made.cast(dtype or values.dtype).rename(values.name)

        return self._column.map_batches(mapped, _TYPES[type], is_elementwise=True)

    def _by_name(self, functions: dict[str, Function]) -> pl.Expr:
        def struct(values: pl.Series) -> pl.Series:
            columns = {name: pl.Series(function(values)).cast(pl.String) for name, function in functions.items()}
            return pl.DataFrame(columns).to_struct(values.name)

        return self._column.map_batches(struct, pl.Struct(dict.fromkeys(functions, pl.String)), is_elementwise=True)


def percent(column: str | pl.Expr) -> Percent:
    """The functions on columns for a column of this name, or an expression: percent("url").decode()."""
    return Percent(column if isinstance(column, pl.Expr) else pl.col(column))
