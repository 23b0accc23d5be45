"""What a column's type says beside its values: the order of a dictionary, extension types, tables."""

from typing import Any

import pytest

from percent_simd import decode_column, encode_column, flags_column, query_param_column

pa = pytest.importorskip("pyarrow")

ROWS = ["q=a%20b", None, "q=c"]


@pytest.mark.parametrize("ordered", [False, True])
def test_the_order_of_a_dictionary_is_kept(ordered: bool) -> None:
    kind = pa.dictionary(pa.int8(), pa.string(), ordered)
    column = pa.array(ROWS, kind)
    assert pa.array(decode_column(column)).type == pa.array(encode_column(column)).type == kind
    assert pa.chunked_array(decode_column(pa.chunked_array([column, column]))).type == kind
    # Of a parameter, the values are others, and their order means nothing.
    assert pa.array(query_param_column(column, "q")).type == pa.dictionary(pa.int8(), pa.string(), False)
    assert pa.array(flags_column(column)).type == pa.uint32()


def test_pandas_keeps_ordered_categories() -> None:
    pd = pytest.importorskip("pandas")
    column = pd.Categorical(["%61", "b", "%61"], categories=["b", "%61"], ordered=True)
    decoded = pa.array(decode_column(pa.array(column))).to_pandas()
    assert decoded.cat.ordered and list(decoded.cat.categories) == ["b", "a"] and decoded.tolist() == ["a", "b", "a"]


class Url(pa.ExtensionType):  # type: ignore[misc, name-defined]
    def __init__(self) -> None:
        super().__init__(pa.string(), "percent_simd.tests.url")

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage: Any, serialized: bytes) -> "Url":
        return cls()


def test_of_an_extension_type_comes_its_storage() -> None:
    """What an extension promises of its values need not hold for what they are decoded to."""
    pa.register_extension_type(Url())
    try:
        column = pa.ExtensionArray.from_storage(Url(), pa.array(ROWS))
        assert pa.array(column).type == Url()
        decoded = pa.array(decode_column(column))
        assert decoded.type == pa.string() and decoded.to_pylist() == ["q=a b", None, "q=c"]
        assert pa.array(encode_column(column)).type == pa.array(query_param_column(column, "q")).type == pa.string()
    finally:
        pa.unregister_extension_type("percent_simd.tests.url")


def test_metadata_that_names_old_values_is_dropped() -> None:
    """Polars says in metadata which values an Enum has."""
    pl = pytest.importorskip("polars")
    column = pl.Series(["%61", "b"], dtype=pl.Enum(["b", "%61"]))
    decoded = pl.Series(decode_column(column))
    assert decoded.dtype != column.dtype and decoded.cast(pl.String).to_list() == ["a", "b"]


def test_tables() -> None:
    tables: list[Any] = [pa.table({"url": ROWS}), pa.record_batch({"url": ROWS}), pa.array([{"url": "a"}])]
    if pl := pytest.importorskip("polars"):
        tables.append(pl.DataFrame({"url": ROWS}))
    for table in tables:
        for call in (decode_column, encode_column, flags_column):
            with pytest.raises(TypeError, match=r"^this is a table \(or a column of structs\), .*: take one of its columns, as in table\['name'\]$"):
                call(table)
    assert pa.chunked_array(decode_column(tables[0]["url"])).to_pylist() == ["q=a b", None, "q=c"]
