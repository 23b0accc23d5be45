"""Types of columns: layouts, ordered dictionaries, extension types, tables."""

from typing import Any

import pytest

from percent_simd import decode_column, encode_column, flags_column, normalize_column, path_check_column, query_param_column

pa = pytest.importorskip("pyarrow")

ROWS = ["q=a%20b", None, "q=c"]


TEXT_OF = {pa.binary(): pa.string(), pa.large_binary(): pa.large_string(), pa.binary_view(): pa.string_view()}


@pytest.mark.parametrize("kind", [*TEXT_OF, *TEXT_OF.values()], ids=str)
@pytest.mark.parametrize("keys", [None, pa.int8()], ids=str)
def test_results_keep_the_layout(kind: Any, keys: Any) -> None:
    def layout(values: Any) -> Any:
        return values if keys is None else pa.dictionary(keys, values)

    rows = [row if row is None or kind in TEXT_OF.values() else row.encode() for row in ROWS]
    column = pa.array(rows, kind) if keys is None else pa.DictionaryArray.from_arrays(pa.array([0, 1, 2], keys), pa.array(rows, kind))
    text = layout(TEXT_OF.get(kind, kind))
    for result in (decode_column(column), decode_column(column, times=2), normalize_column(column)):
        assert pa.array(result).type == column.type
    for result in (encode_column(column), query_param_column(column, "q"), query_param_column(column, "q", raw=True), path_check_column(column)):
        assert pa.array(result).type == text
    assert pa.array(query_param_column(column, "q")).to_pylist() == ["a b", None, "c"]


@pytest.mark.parametrize("ordered", [False, True])
def test_the_order_of_a_dictionary_is_kept(ordered: bool) -> None:
    kind = pa.dictionary(pa.int8(), pa.string(), ordered)
    column = pa.array(ROWS, kind)
    assert pa.array(decode_column(column)).type == pa.array(encode_column(column)).type == kind
    assert pa.chunked_array(decode_column(pa.chunked_array([column, column]))).type == kind
    # The values of a parameter are other values, whose order means nothing.
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


def test_extension_types_return_their_storage() -> None:
    """The promises of an extension type need not hold for decoded values."""
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
    """Polars keeps the values of an Enum in metadata."""
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
