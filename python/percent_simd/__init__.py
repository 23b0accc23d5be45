"""Percent-encoding at native speed: the functions of urllib.parse, and what they cannot say.

>>> from percent_simd import Decoder, PathPolicy, parse
>>> parse.unquote("caf%C3%A9")
'caf\\xe9'
>>> Decoder(keep="/%").decode("a%2Fb%20c")
'a%2Fb c'
>>> PathPolicy.STRICT.resolve("/a/../b")
'/b'
"""

from . import parse
from ._errors import DecodeError, PathError, RequestLineError
from ._flags import Flags
from ._native import (
    Decoder,
    Encoder,
    PathPolicy,
    Scheme,
    equivalent,
    inspect,
    normalize,
    parse_request_line,
    schemes,
)
from ._patch import patch, patched, unpatch
from ._request_line import RequestLine

__all__ = [
    "DecodeError",
    "Decoder",
    "Encoder",
    "Flags",
    "PathError",
    "PathPolicy",
    "RequestLine",
    "RequestLineError",
    "Scheme",
    "equivalent",
    "inspect",
    "normalize",
    "parse",
    "parse_request_line",
    "patch",
    "patched",
    "schemes",
    "unpatch",
]
