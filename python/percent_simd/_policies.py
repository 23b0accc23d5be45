"""Decoders and encoders as source, and for pickling and copying: the arguments that make one again are its attributes."""

import re
from typing import Any

from ._native import Decoder, Encoder


def options(policy: Any) -> dict[str, Any]:
    names: list[str] = re.findall(r"(\w+)=", str(type(policy).__text_signature__))
    return {name: getattr(policy, name) for name in names if hasattr(policy, name)}


def source(policy: Any) -> str:
    default, kind = type(policy)(), type(policy).__name__
    given = [f"{name}={value!r}" for name, value in options(policy).items() if name == "escape" or value != getattr(default, name)]
    return f"{kind}({', '.join(given)})"


for _class in (Decoder, Encoder):
    setattr(_class, "__repr__", source)
    setattr(_class, "__getnewargs_ex__", lambda policy: ((), options(policy)))
