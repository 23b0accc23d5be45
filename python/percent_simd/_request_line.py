"""The parts of a request line."""

from typing import Generic, Literal, NamedTuple, TypeVar

_Part = TypeVar("_Part", str, bytes)


class RequestLine(NamedTuple, Generic[_Part]):
    """The parts of a request line (RFC 9112 3), still escaped; a part that the form of target lacks is None."""

    method: _Part
    form: Literal["origin", "absolute", "authority", "asterisk"]
    scheme: _Part | None
    userinfo: _Part | None
    host: _Part | None
    port: int | None
    path: _Part | None
    query: _Part | None
    version: tuple[int, int]


RequestLine.__module__ = "percent_simd"
