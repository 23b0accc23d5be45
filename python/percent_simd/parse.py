"""The quoting and unquoting functions of urllib.parse, at native speed.

Signatures, defaults, results and exceptions are those of urllib.parse. If nothing changes, a call returns the same object.
Calls that raise, and those with other types than str and bytes or with escapes in other encodings, go to urllib itself.
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
