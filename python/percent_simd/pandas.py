"""An accessor for pandas: import this module, and Series and indices have `.percent`.

>>> import pandas as pd, percent_simd.pandas
>>> frame = pd.DataFrame({"url": ["/caf%C3%A9?q=a+b&page=2", "/%2e%2e/x"]}, index=[7, 8])
>>> frame["decoded"] = frame["url"].percent.decode()
>>> frame["decoded"].tolist()
['/caf\\xe9?q=a+b&page=2', '/../x']
>>> frame["url"].percent.query_param("q").tolist()[0]
'a b'
>>> frame["url"].percent.path_check().to_dict()
{7: 'ok', 8: 'climbs-above-root'}
"""

from typing import Any

import pandas as pd
import pyarrow as pa

from ._frames import Function, Functions
from ._native import Column

__all__ = ["Percent"]


@pd.api.extensions.register_series_accessor("percent")
@pd.api.extensions.register_index_accessor("percent")
class Percent(Functions[Any]):
    """The functions on columns for a Series or an Index of text or bytes. Results keep index, name and dtype: of category, string,
    object, ArrowDtype. Null rows stay null.
    """

    def __init__(self, values: Any) -> None:
        self._values = values

    def _map(self, function: Function, type: str) -> Any:
        column, values, dtype = function(self._values), self._values, self._values.dtype
        if type == "flags":
            return self._like(_extension(column, pd.UInt32Dtype()))
        if isinstance(dtype, pd.ArrowDtype):
            return self._like(_extension(column, None))
        if type in ("lists", "maps"):
            objects = pd.array([None] * len(column), dtype=object).to_numpy()
            for row, value in enumerate(column):
                objects[row] = dict(value) if value is not None and type == "maps" else value
            return self._like(objects)
        if isinstance(dtype, pd.StringDtype):
            return self._like(_extension(column, dtype))
        if isinstance(dtype, pd.CategoricalDtype):
            merged = pa.chunked_array(column).unify_dictionaries().combine_chunks()
            codes = merged.indices.cast("int64").fill_null(-1).to_numpy()
            if isinstance(dtype.categories.dtype, pd.StringDtype):
                categories = pd.Index(dtype.categories.dtype.__from_arrow__(merged.dictionary))
            else:
                categories = pd.Index(merged.dictionary.to_numpy(zero_copy_only=False), dtype=object)
            return self._like(pd.Categorical.from_codes(codes, categories, ordered=merged.type.ordered))
        objects = column.__array__().astype(object, copy=False)
        if pa.chunked_array(column).null_count:  # None or NaN, as before
            nulls = values.isna()
            objects[nulls] = values.to_numpy()[nulls]
        return self._like(objects)

    def _by_name(self, functions: dict[str, Function]) -> Any:
        index = self._values.index if isinstance(self._values, pd.Series) else None
        return pd.DataFrame({name: self._map(function, "text") for name, function in functions.items()}, index=index)

    def _like(self, array: Any) -> Any:
        """The array with the index and the name of the values."""
        if isinstance(self._values, pd.Series):
            return pd.Series(array, self._values.index, array.dtype, self._values.name, copy=False)
        return pd.Index(array, array.dtype, copy=False, name=self._values.name)


def _extension(column: Column, dtype: Any) -> Any:
    """The array of an extension dtype, of ArrowDtype by default."""
    chunked = pa.chunked_array(column)
    return (dtype or pd.ArrowDtype(chunked.type)).__from_arrow__(chunked)
