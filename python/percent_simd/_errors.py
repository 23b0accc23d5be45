"""What is raised for input that is refused."""

from typing import Any


class _Positioned(ValueError):
    """An error that says where and what."""

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

    position: where, in bytes of the value, or in characters of a str.
    kind: "truncated", "bad-hex", "rejected", "utf8".
    row: of a column, the number of the row, from 0; the position is in bytes of it. Otherwise None.

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

    position: where, in bytes of the path, or in characters of a str.
    kind: "climbs-above-root", "escaped-slash", "control", and the like.
    is_malformed: whether it is no path at all, or no text: the client does not escape as it should.
    is_attack: whether it is what gets past checks on paths, and no browser sends by itself.

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
    """A line is no request line.

    position: where, in bytes of the line, or in characters of a str.
    kind: "method", "space", "version", "host", and the like.
    """


for _error in (DecodeError, PathError, RequestLineError):
    _error.__module__ = "percent_simd"
