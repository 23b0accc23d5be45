"""Columns as sequences and arrays of Python, through pyarrow."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any


def _arrow(column: Any) -> Any:
    try:
        pyarrow: Any = import_module("pyarrow")
    except ImportError:
        raise TypeError(
            "a column as a Python or NumPy sequence needs pyarrow: install it, or pass the column to a library of Arrow's, as in polars.Series(column)"
        ) from None
    return pyarrow.chunked_array(column)


def iterate(column: Any) -> Iterator[Any]:
    return (value for chunk in _arrow(column).chunks for value in chunk.to_pylist())


def to_numpy(column: Any, dtype: Any, copy: bool | None) -> Any:
    if copy is False:
        raise ValueError("an array of NumPy cannot be made of a column without a copy")
    values = _arrow(column).to_numpy()
    return values if dtype is None else values.astype(dtype)
