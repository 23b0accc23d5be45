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

from typing import Any, Literal

import pandas as pd
import pyarrow as pa

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

__all__ = ["Percent"]


@pd.api.extensions.register_series_accessor("percent")
@pd.api.extensions.register_index_accessor("percent")
class Percent:
    """The functions on columns for a Series or an Index of text or bytes. Results keep index, name and dtype: of category, string,
    object, ArrowDtype. Null rows stay null.
    """

    def __init__(self, values: Any) -> None:
        self._values = values

    def decode(
        self, decoder: Decoder | str | None = None, *, on_error: Literal["fail", "null", "keep"] = "fail", times: int = 1
    ) -> Any:
        """The decoded values, as from decode_column. A refused row raises DecodeError."""
        return self._like(decode_column(self._values, decoder, on_error=on_error, times=times))

    def encode(self, encoder: Encoder | str | None = None) -> Any:
        """The encoded values, as from encode_column."""
        return self._like(encode_column(self._values, encoder))

    def query_param(
        self, name: str, *, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> Any:
        """The value of a parameter of URLs or queries, as from query_param_column."""
        return self._like(query_param_column(self._values, name, which=which, urls=urls, raw=raw), ordered=False)

    def query_param_values(self, name: str, *, urls: bool | None = None, raw: bool = False) -> Any:
        """All values of a parameter, as lists."""
        return self._objects(query_param_values_column(self._values, name, urls=urls, raw=raw))

    def query_params(
        self, *names: str, which: Literal["first", "last"] = "first", urls: bool | None = None, raw: bool = False
    ) -> Any:
        """With names a DataFrame of the values of these parameters, without names all parameters as dicts."""
        if names:
            values = {name: self.query_param(name, which=which, urls=urls, raw=raw) for name in names}
            return pd.DataFrame(values, index=self._index())
        if which != "first":
            raise ValueError("of all parameters come the first values: give the names of those whose last value is needed")
        return self._objects(query_params_column(self._values, urls=urls, raw=raw), dict)

    def flags(self) -> Any:
        """The flags of inspect, as UInt32."""
        return self._made(_extension(flags_column(self._values), pd.UInt32Dtype()))

    def normalize(self, *, case: bool = True, triplets: bool = True, dot_segments: bool = True) -> Any:
        """Each URL in its normal form, as from normalize: for comparing, not for signed URLs."""
        return self._like(normalize_column(self._values, case=case, triplets=triplets, dot_segments=dot_segments))

    def path_check(self, policy: PathPolicy | str = PathPolicy.STRICT) -> Any:
        """"ok", or the kind of the PathError. The query of a request target is ignored."""
        return self._like(path_check_column(self._values, policy), ordered=False)

    def _index(self) -> Any:
        return self._values.index if isinstance(self._values, pd.Series) else None

    def _made(self, array: Any) -> Any:
        if isinstance(self._values, pd.Series):
            return pd.Series(array, self._values.index, array.dtype, self._values.name, copy=False)
        return pd.Index(array, array.dtype, copy=False, name=self._values.name)

    def _objects(self, column: Column, of: Any = list) -> Any:
        if isinstance(self._values.dtype, pd.ArrowDtype):
            return self._made(_extension(column, None))
        objects = pd.array([None] * len(column), dtype=object).to_numpy()
        for row, value in enumerate(column):
            objects[row] = None if value is None else of(value)
        return self._made(objects)

    def _like(self, column: Column, ordered: bool = True) -> Any:
        """The column with the dtype of the values."""
        values, dtype = self._values, self._values.dtype
        if isinstance(dtype, pd.CategoricalDtype):
            merged = pa.chunked_array(column).unify_dictionaries().combine_chunks()
            categories = pd.Index(merged.dictionary.to_pylist(), dtype=_of_text(dtype.categories.dtype))
            codes = merged.indices.cast("int64").fill_null(-1).to_numpy()
            return self._made(pd.Categorical.from_codes(codes, categories, ordered=bool(dtype.ordered and ordered)))
        if isinstance(dtype, pd.ArrowDtype):
            return self._made(_extension(column, None))
        if isinstance(dtype, pd.StringDtype):
            return self._made(_extension(column, dtype))
        objects = column.__array__().astype(object)
        nulls = values.isna()
        if nulls.any():  # None or NaN, as before
            objects[nulls] = values.to_numpy()[nulls]
        return self._made(objects)


def _of_text(dtype: Any) -> Any:
    return dtype if isinstance(dtype, pd.StringDtype) else object


def _extension(column: Column, dtype: Any) -> Any:
    """The array of an extension dtype, of ArrowDtype by default."""
    chunked = pa.chunked_array(column)
    return (dtype or pd.ArrowDtype(chunked.type)).__from_arrow__(chunked)
