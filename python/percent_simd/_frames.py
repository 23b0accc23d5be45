"""The functions on columns as methods, for the accessors of pandas and Polars."""

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar

from . import _native as native

T = TypeVar("T")
P = ParamSpec("P")
Function = Callable[[Any], native.Column]


def _method(function: Callable[Concatenate[Any, P], native.Column], type: str) -> Callable[Concatenate["Functions[T]", P], T]:
    """The function as a method, with its other arguments and its documentation."""

    @functools.wraps(function)
    def method(self: "Functions[T]", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._map(lambda values: function(values, *args, **kwargs), type)

    return method


class Functions(ABC, Generic[T]):
    """The functions on columns, with the results of a library. Null rows stay null."""

    @abstractmethod
    def _map(self, function: Function, type: str) -> T:
        """The result of a function, of type "same" (that of the values), "text", "lists", "maps" or "flags"."""

    @abstractmethod
    def _by_name(self, functions: dict[str, Function]) -> Any:
        """The results of functions that give strings, by name."""

    decode = _method(native.decode_column, "same")
    encode = _method(native.encode_column, "text")
    query_param = _method(native.query_param_column, "text")
    query_param_values = _method(native.query_param_values_column, "lists")
    flags = _method(native.flags_column, "flags")
    normalize = _method(native.normalize_column, "same")
    path_check = _method(native.path_check_column, "text")

    def query_params(
        self, *names: str, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> Any:
        """With names: the values of these parameters, as a DataFrame of pandas or a Struct of Polars. Without names: all parameters, as
        dicts of pandas (of ArrowDtype: maps of Arrow) or Lists of key and value of Polars.
        """

        if names:
            param = functools.partial(native.query_param_column, which=which, urls=urls, raw=raw)
            return self._by_name({name: functools.partial(param, name=name) for name in names})
        if which != "first":
            raise ValueError("of all parameters come the first values: give the names of those whose last value is needed")
        return self._map(lambda values: native.query_params_column(values, urls=urls, raw=raw), "maps")
