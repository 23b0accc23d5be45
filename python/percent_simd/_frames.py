"""The functions on columns as methods, for the accessors of pandas and Polars."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar

from . import (
    Column,
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

T = TypeVar("T")
Function = Callable[[Any], Column]


class Functions(ABC, Generic[T]):
    """The functions on columns, with the results of a library. Null rows stay null."""

    @abstractmethod
    def _map(self, function: Function, type: Literal["same", "text", "lists", "maps", "flags"]) -> T:
        """The result of a function; "same" is the values' type."""

    @abstractmethod
    def _by_name(self, functions: dict[str, Function]) -> Any:
        """The results of functions that give strings, by name."""

    def decode(
        self, decoder: Decoder | str | None = None, on_error: Literal["fail", "null", "keep"] = "fail", *, times: int = 1
    ) -> T:
        """The decoded values, of the values' type, as from decode_column. A refused row raises DecodeError."""
        return self._map(lambda values: decode_column(values, decoder, on_error=on_error, times=times), "same")

    def encode(self, encoder: Encoder | str | None = None) -> T:
        """The encoded values, as from encode_column."""
        return self._map(lambda values: encode_column(values, encoder), "text")

    def query_param(
        self, name: str, *, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> T:
        """The value of a parameter of URLs or queries, as from query_param_column."""
        return self._map(lambda values: query_param_column(values, name, which=which, urls=urls, raw=raw), "text")

    def query_param_values(self, name: str, *, urls: bool | None = None, raw: bool = False) -> T:
        """All values of a parameter, as lists."""
        return self._map(lambda values: query_param_values_column(values, name, urls=urls, raw=raw), "lists")

    def query_params(
        self, *names: str, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> Any:
        """With names: the values of these parameters, as a DataFrame of pandas or a Struct of Polars. Without names: all parameters, as
        dicts of pandas or Lists of key and value of Polars.
        """

        def param(name: str) -> Function:
            return lambda values: query_param_column(values, name, which=which, urls=urls, raw=raw)

        if names:
            return self._by_name({name: param(name) for name in names})
        if which != "first":
            raise ValueError("of all parameters come the first values: give the names of those whose last value is needed")
        return self._map(lambda values: query_params_column(values, urls=urls, raw=raw), "maps")

    def flags(self) -> T:
        """The flags of inspect, as UInt32."""
        return self._map(flags_column, "flags")

    def normalize(self, *, case: bool = True, triplets: bool = True, dot_segments: bool = True) -> T:
        """Each URL in its normal form, of the values' type, as from normalize: for comparing, not for signed URLs."""
        return self._map(lambda values: normalize_column(values, case=case, triplets=triplets, dot_segments=dot_segments), "same")

    def path_check(self, policy: PathPolicy | str = PathPolicy.STRICT) -> T:
        """"ok", or the kind of the PathError. The query of a request target is ignored."""
        return self._map(lambda values: path_check_column(values, policy), "text")
