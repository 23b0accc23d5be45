"""The functions of urllib.parse that quote and unquote, at native speed.

Signatures, defaults, answers and exceptions are those of urllib.parse. Where nothing changes, the same object comes back.
Calls with other encodings than UTF-8, lone surrogates, or types other than str and bytes go to urllib itself.
"""

from ._native import (
    parse_qs,
    parse_qsl,
    quote,
    quote_from_bytes,
    quote_plus,
    unquote,
    unquote_plus,
    unquote_to_bytes,
    urlencode,
)

__all__ = [
    "parse_qs",
    "parse_qsl",
    "quote",
    "quote_from_bytes",
    "quote_plus",
    "unquote",
    "unquote_plus",
    "unquote_to_bytes",
    "urlencode",
]
