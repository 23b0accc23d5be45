"""Programs that are written against the types of urllib.parse: mypy and pyright read this file, and nothing runs it."""

import collections
import urllib.parse
from datetime import date
from typing import assert_type

import polars as pl

from percent_simd import Decoder, __version__, parse
from percent_simd.polars import percent


def quotes(text: str, data: bytes, array: bytearray) -> list[str]:
    return [
        parse.quote(text, safe="/", encoding="latin-1", errors="strict"),
        parse.quote(data, b"/"),
        parse.quote_plus(array),
        parse.quote_from_bytes(array),
        parse.unquote(data),
        __version__,
    ]


def queries(text: str | None, data: bytes | None, split: urllib.parse.SplitResult) -> None:
    assert_type(parse.parse_qsl(text), list[tuple[str, str]])
    assert_type(parse.parse_qs(split.query, keep_blank_values=True), dict[str, list[str]])
    assert_type(parse.parse_qsl(data), list[tuple[bytes, bytes]])


def forms(query: collections.OrderedDict[str, object]) -> list[str]:
    def quote_via(string: str | bytes, safe: str | bytes, encoding: str = "", errors: str = "") -> str:
        return ""

    return [
        parse.urlencode(query, doseq=True, quote_via=urllib.parse.quote),
        parse.urlencode({"day": date(2026, 11, 27)}, quote_via=parse.quote),
        parse.urlencode([("a", 1)], safe=b"/", quote_via=parse.quote_plus),
        parse.urlencode((("a", [1]), ("b", [2])), quote_via=quote_via),
        urllib.parse.urlencode({}, quote_via=parse.quote),
    ]


def expressions(frame: pl.LazyFrame) -> pl.LazyFrame:
    decoded = percent("url").decode(Decoder(malformed="error"), on_error="null")
    assert_type(decoded, pl.Expr)
    return frame.filter(percent("url").query_param("page") == "2").select(decoded, percent(pl.col("url")).path_check("nginx"))
