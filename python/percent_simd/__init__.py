"""Percent-encoding at native speed: the functions of urllib.parse, and what they cannot say.

>>> from percent_simd import parse
>>> parse.unquote("caf%C3%A9")
'caf\xe9'
"""

from . import parse
from ._patch import patch, patched, unpatch

__all__ = ["parse", "patch", "patched", "unpatch"]
