"""Policies as source, and for pickling and copying: the arguments that make a decoder or an encoder again are its attributes."""

import re
from typing import Any

from ._native import Decoder, Encoder, PathPolicy, Scheme


def arguments(policy: Any) -> tuple[tuple[()], dict[str, Any]]:
    names: list[str] = re.findall(r"(\w+)=", str(type(policy).__text_signature__))
    return (), {name: getattr(policy, name) for name in names if hasattr(policy, name)}


def source(policy: Any) -> str:
    """The class with the arguments that differ from the default; the set of an encoder is always written."""
    values, options = policy.__getnewargs_ex__()
    default, kind = type(policy)(), type(policy).__name__
    given = [f"{name}={value!r}" for name, value in options.items() if name == "escape" or value != getattr(default, name, None)]
    return f"{kind}({', '.join([*map(repr, values), *given])})"


for _class in (Decoder, Encoder, PathPolicy):
    setattr(_class, "__repr__", source)
for _class in (Decoder, Encoder):
    setattr(_class, "__getnewargs_ex__", arguments)
setattr(Scheme, "__getnewargs__", lambda scheme: (scheme.name,))
setattr(Scheme, "__repr__", lambda scheme: f"Scheme({scheme.name!r})")
