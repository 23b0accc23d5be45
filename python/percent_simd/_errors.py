"""The exceptions for refused input."""

from typing import Any


class _Positioned(ValueError):
    """An error with a position and a kind."""

    position: int
    kind: str

    def __init__(self, message: str, position: int, kind: str) -> None:
        super().__init__(message, position, kind)
        self.position = position
        self.kind = kind

    def __str__(self) -> str:
        return str(self.args[0])


class DecodeError(_Positioned):
    """A policy refuses to decode a value.

    position: the offset, in bytes of the value, or in characters of a str.
    kind: "truncated", "bad-hex", "rejected", "utf8".
    row: in a column, the number of the row, from 0; the position counts bytes of the row. Otherwise None.

    >>> from percent_simd import Decoder
    >>> try:
    ...     Decoder(malformed="error").decode("caf\\xe9 100%")
    ... except DecodeError as error:
    ...     error.position, error.kind
    (8, 'truncated')
    """

    row: int | None = None


class PathError(_Positioned):
    """A PathPolicy refuses a path.

    position: the offset, in bytes of the path, or in characters of a str.
    kind: "climbs-above-root", "escaped-slash", "control", and the like.
    is_malformed: whether it is not a valid path or not text, because the client escapes incorrectly.
    is_attack: whether it evades checks on paths, and no browser sends it by itself.

    >>> from percent_simd import PathPolicy
    >>> try:
    ...     PathPolicy.STRICT.check("/../etc/passwd")
    ... except PathError as error:
    ...     error.position, error.kind, error.is_attack
    (1, 'climbs-above-root', True)
    """

    is_malformed: bool = False
    is_attack: bool = False


class RequestLineError(_Positioned):
    """A malformed request line.

    position: the offset, in bytes of the line, or in characters of a str.
    kind: "method", "space", "version", "host", and the like.
    """


for _error in (DecodeError, PathError, RequestLineError):
    _error.__module__ = "percent_simd"
