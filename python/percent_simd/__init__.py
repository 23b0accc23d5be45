"""Percent-encoding at native speed: the functions of urllib.parse, policies, and columns.

>>> from percent_simd import Decoder, PathPolicy, parse
>>> parse.unquote("caf%C3%A9")
'caf\\xe9'
>>> Decoder(keep="/%").decode("a%2Fb%20c")
'a%2Fb c'
>>> PathPolicy.STRICT.resolve("/a/../b")
'/b'
"""

# Type checkers take `X as X` for a public name.
from . import _columns, _policies, parse as parse
from ._errors import DecodeError as DecodeError, PathError as PathError
from ._flags import Flags as Flags
from ._native import (
    Column as Column,
    Decoder as Decoder,
    Encoder as Encoder,
    PathPolicy as PathPolicy,
    Scheme as Scheme,
    __version__ as __version__,
    decode_column as decode_column,
    encode_column as encode_column,
    equivalent as equivalent,
    flags_column as flags_column,
    inspect as inspect,
    normalize as normalize,
    normalize_column as normalize_column,
    path_check_column as path_check_column,
    query_param_column as query_param_column,
    query_param_values_column as query_param_values_column,
    query_params_column as query_params_column,
    schemes as schemes,
)
from ._patch import patch as patch, patched as patched, unpatch as unpatch
