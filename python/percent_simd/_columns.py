"""Columns as sequences and arrays of Python, through pyarrow."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from ._native import Column


def _pyarrow(use: str, remedy: str = "install it") -> Any:
    try:
        return import_module("pyarrow")
    except ImportError:
        raise TypeError(f"{use} needs pyarrow: {remedy}") from None


def capsules(column: Any) -> tuple[Any, ...]:
    """The capsules of Arrow's interface for a column: of its type and of its array, or of its stream."""
    has_capsules = hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_c_stream__")
    dtype = getattr(column, "dtype", None)
    # A Series of pandas 3 has capsules for objects and categories, too, but its errors name no row, and it encodes the str among bytes.
    if not has_capsules or hasattr(dtype, "hasobject") or hasattr(dtype, "ordered"):
        column = _from_objects(column)
    return tuple(column.__arrow_c_array__()) if hasattr(column, "__arrow_c_array__") else (column.__arrow_c_stream__(),)


def _from_objects(column: Any) -> Any:
    """The array of a column of NumPy or pandas."""
    if not hasattr(column, "__array__"):
        raise TypeError(
            "a column with Arrow's PyCapsule interface is needed (of pyarrow, Polars, DuckDB, ...), or an array of NumPy or pandas, "
            f"not {type(column).__name__}: pyarrow.array(values) makes one of a list"
        )
    if getattr(column, "nlevels", 1) > 1:
        raise TypeError("this is a MultiIndex, and a column is needed: take one of its levels, as in index.get_level_values(0)")
    pyarrow = _pyarrow("a column of NumPy or pandas")
    try:
        array = pyarrow.array(column, from_pandas=True)
    except (pyarrow.ArrowException, UnicodeEncodeError):
        _check_rows(column)
        raise
    if array.type.num_fields:  # of lists or dicts
        _check_rows(column)
    if "binary" in str(array.type):  # pyarrow encodes the str among bytes
        _check_rows(column, is_binary=True)
    return array


def _check_rows(column: Any, is_binary: bool = False) -> None:
    """Raises the error for the first odd row."""
    for row, value in enumerate(column):
        kind = type(value).__name__
        if is_binary and isinstance(value, str):
            raise TypeError(f"row {row} is of type {kind}, and other rows are bytes: make one type of them, as in value.encode()")
        is_null = kind in ("NoneType", "NAType", "NaTType") or isinstance(value, float) and value != value
        if not (is_binary or is_null or isinstance(value, (str, bytes))):
            raise TypeError(f"row {row} is of type {kind}, and every row must be str or bytes: cast them, as in column.map(str)")
        if isinstance(value, str) and not value.isprintable() and re.search("[\ud800-\udfff]", value):
            raise ValueError(f"row {row} has a lone surrogate, which is not text: make bytes of it, as in os.fsencode(value)")


def to_chunked(column: Column) -> Any:
    remedy = "install it, or pass the column to another library with Arrow's interface, as in polars.Series(column)"
    return _pyarrow("a column as a Python or NumPy sequence", remedy).chunked_array(column)


def to_arrow(column: Column, type: Any = None) -> Any:
    """For pyarrow.array: an array if the column has one chunk, otherwise a chunked array."""
    chunked = to_chunked(column)
    chunked = chunked if type is None else chunked.cast(type)
    return chunked.chunk(0) if chunked.num_chunks == 1 else chunked


def iterate(column: Column) -> Iterator[Any]:
    """The values as Python objects."""
    return (value for chunk in to_chunked(column).chunks for value in chunk.to_pylist())


def to_numpy(column: Column, dtype: Any = None, copy: bool | None = None) -> Any:
    """The values as an array of NumPy. Nulls are None."""
    if copy is False:
        raise ValueError("an array of NumPy cannot be made of a column without a copy")
    numpy: Any = import_module("numpy")
    chunked = to_chunked(column)
    parts = [_numpy(chunk) for chunk in chunked.chunks]
    values = parts[0] if len(parts) == 1 else numpy.concatenate(parts)
    return values if dtype is None else values.astype(dtype)


setattr(Column, "__arrow_array__", to_arrow)
setattr(Column, "__iter__", iterate)
setattr(Column, "__array__", to_numpy)  # without which pandas would write the column itself into every row


def _numpy(chunk: Any) -> Any:
    """The rows of an array: objects, with None for null, or numbers if none is null."""
    numpy: Any = import_module("numpy")

    def objects(values: list[Any]) -> Any:
        return numpy.fromiter(values, object, len(values))

    if hasattr(chunk, "dictionary"):
        # pyarrow would give null rows the last value.
        values = objects([*chunk.dictionary.to_pylist(), None])
        return values[chunk.indices.cast("int64").fill_null(len(values) - 1).to_numpy()]
    if chunk.type.num_fields or (chunk.type == "uint32" and chunk.null_count):
        return objects(chunk.to_pylist())
    return chunk.to_numpy(zero_copy_only=False)


def wrong_type(column: Any, format: str) -> TypeError:
    """The error for a column whose type has this format of Arrow, with a remedy that its library has."""
    library = set(re.split(r"[._]", type(column).__module__))
    needed = "a column of strings or binary values is needed"
    if format == "+s" and "duckdb" in library:
        return TypeError(f"this is a relation of DuckDB, and {needed}: take one, as in relation.to_arrow_table()['name']")
    if format == "+s":
        return TypeError(f"this is a table (or a column of structs), and {needed}: take one of its columns, as in table['name']")
    if format == "+r":
        return TypeError(f"{needed}, and this one is run-end encoded: decode it first, as in pyarrow.compute.run_end_decode(column)")
    if format.startswith("w:") and "polars" not in library:
        return TypeError(f"{needed}, and this one is of fixed-size binary: cast it first, as in column.cast(pyarrow.binary())")
    name: Any = getattr(column, "dtype", getattr(column, "type", f"Arrow's format {format!r}"))
    if "pandas" in library and hasattr(name, "categories"):
        name = f"{name} of {name.categories.dtype}"
    cast = "column.cast(pyarrow.string())"
    if "polars" in library:
        # Objects come as the bytes of their addresses.
        is_object = format.startswith("w:")
        cast = "polars.Series(map(str, column))" if is_object else "column.cast(polars.String)"
    elif library & {"pandas", "numpy"}:
        cast = "column.astype('str')"
    return TypeError(f"{needed}, perhaps as a dictionary, not one of {name}: cast it first, as in {cast}")
