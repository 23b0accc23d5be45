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
from collections.abc import Callable
from typing import Any, Literal

import polars as pl

from . import (
    Column,
    DecodeError,
    Decoder,
    Encoder,
    PathPolicy,
    decode_column,
    encode_column,
    flags_column,
    normalize_column,
    path_check_column,
    query_param_column,
    query_param_values_column,
    query_params_column,
)

__all__ = ["Percent", "percent"]


@pl.api.register_expr_namespace("percent")
class Percent:
    """The functions on columns as expressions, for String, Binary, Categorical and Null. Null rows stay null.

    The expressions are elementwise: Polars moves filters and slices below them, and calls them with batches of a column. So the row in
    an error counts in its batch.
    """

    def __init__(self, column: pl.Expr) -> None:
        self._column = column

    def decode(
        self, decoder: Decoder | str | None = None, on_error: Literal["fail", "null", "keep"] = "fail", *, times: int = 1
    ) -> pl.Expr:
        """The decoded values, of the column's type. A refused row raises DecodeError, as from decode_column."""
        return self._map(lambda values: decode_column(_no_enum(values), decoder, on_error=on_error, times=times))

    def encode(self, encoder: Encoder | str | None = None) -> pl.Expr:
        """The encoded values, as String."""
        return self._map(lambda values: encode_column(values, encoder), pl.String)

    def query_param(
        self, name: str, *, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> pl.Expr:
        """The value of a parameter of URLs or queries, as from query_param_column."""
        return self._map(lambda values: query_param_column(values, name, which=which, urls=urls, raw=raw), pl.String)

    def query_param_values(self, name: str, *, urls: bool | None = None, raw: bool = False) -> pl.Expr:
        """All values of a parameter, as a List of String."""
        return self._map(lambda values: query_param_values_column(values, name, urls=urls, raw=raw), pl.List(pl.String))

    def query_params(
        self, *names: str, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> pl.Expr:
        """With names a Struct of the values of these parameters; without names all parameters, as a List of Structs of key and value."""
        if not names:
            if which != "first":
                raise ValueError("of all parameters come the first values: give the names of those whose last value is needed")
            pair = pl.Struct({"key": pl.String, "value": pl.String})
            return self._map(lambda values: query_params_column(values, urls=urls, raw=raw), pl.List(pair))

        def params(values: pl.Series) -> pl.Series:
            found = {name: query_param_column(values, name, which=which, urls=urls, raw=raw) for name in names}
            return pl.DataFrame({name: pl.Series(column).cast(pl.String) for name, column in found.items()}).to_struct()

        return self._map(params, pl.Struct({name: pl.String for name in names}))

    def flags(self) -> pl.Expr:
        """The flags of inspect, as UInt32."""
        return self._map(flags_column, pl.UInt32)

    def normalize(self, *, case: bool = True, triplets: bool = True, dot_segments: bool = True) -> pl.Expr:
        """Each URL in its normal form, of the column's type, as from normalize: for comparing, not for signed URLs."""
        return self._map(lambda values: normalize_column(_no_enum(values), case=case, triplets=triplets, dot_segments=dot_segments))

    def path_check(self, policy: PathPolicy | str = PathPolicy.STRICT) -> pl.Expr:
        """"ok", or the kind of the PathError, as String. The query of a request target is ignored."""
        return self._map(lambda values: path_check_column(values, policy), pl.String)

    def _map(self, function: Callable[[pl.Series], Column | pl.Series], dtype: Any = None) -> pl.Expr:
        """The function as an expression, of the column's type by default."""

        def mapped(values: pl.Series) -> pl.Series:
            try:
                made = function(values)
            except DecodeError as error:
                raise DecodeError(re.sub(r"^row (\d+): ", rf"row \1 of a batch of {len(values)}: ", str(error))) from None
            series = made if isinstance(made, pl.Series) else pl.Series(made)
            return series.cast(values.dtype if dtype is None else dtype).rename(values.name)

        return self._column.map_batches(mapped, pl.self_dtype() if dtype is None else dtype, is_elementwise=True)


def _no_enum(values: pl.Series) -> pl.Series:
    if isinstance(values.dtype, pl.Enum):
        raise TypeError("the new values need not be among those of an Enum: cast it first, as in .cast(pl.String)")
    return values


def percent(column: str | pl.Expr) -> Percent:
    """The functions on columns for a column of this name, or an expression: percent("url").decode()."""
    return Percent(pl.col(column) if isinstance(column, str) else column)
