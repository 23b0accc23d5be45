"""Percent-encoding at native speed: the functions of urllib.parse, policies, and columns.

>>> from percent_simd import Decoder, PathPolicy, parse
>>> parse.unquote("caf%C3%A9")
'caf\\xe9'
>>> Decoder(keep="/%").decode("a%2Fb%20c")
'a%2Fb c'
>>> PathPolicy.STRICT.resolve("/a/../b")
'/b'
"""

from . import parse
from ._errors import DecodeError, PathError
from ._flags import Flags
from ._native import (
    Column,
    Decoder,
    Encoder,
    PathPolicy,
    Scheme,
    __version__,
    decode_column,
    encode_column,
    equivalent,
    flags_column,
    inspect,
    normalize,
    normalize_column,
    path_check_column,
    query_param_column,
    query_param_values_column,
    query_params_column,
    schemes,
)
from ._patch import patch, patched, unpatch

__all__ = [
    "Column",
    "DecodeError",
    "Decoder",
    "Encoder",
    "Flags",
    "PathError",
    "PathPolicy",
    "Scheme",
    "__version__",
    "decode_column",
    "encode_column",
    "equivalent",
    "flags_column",
    "inspect",
    "normalize",
    "normalize_column",
    "parse",
    "patch",
    "patched",
    "path_check_column",
    "query_param_column",
    "query_param_values_column",
    "query_params_column",
    "schemes",
    "unpatch",
]
