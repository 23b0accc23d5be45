"""The exceptions for refused input."""

import re


class _Positioned(ValueError):
    """An error with a position and a kind.

    Polars makes a new exception from the message of another one, so the message holds all of it: "… at byte 3: … [bad-hex]".
    """

    position: int
    kind: str

    def __init__(self, message: str = "", position: int | None = None, kind: str | None = None) -> None:
        if position is None:
            found = re.search(r" at (?:byte|character) (\d+): ", message)
            position = int(found[1]) if found else 0
        if kind is None:
            found = re.search(r" \[([a-z0-9-]+)\]$", message, re.MULTILINE)
            kind = str(found[1]) if found else "unknown"
        super().__init__(message, position, kind)
        self.position, self.kind = position, kind

    def __str__(self) -> str:
        return str(self.args[0])


class DecodeError(_Positioned):
    """A policy refuses to decode a value.

    position: the offset, in bytes of the value, or in characters of a str.
    kind: "truncated", "bad-hex", "rejected", "utf8".
    row: in a column, the number of the row, from 0; the position counts bytes of the row. Otherwise None. (Polars passes columns in
        batches, where the row is that of the batch.)

    The message has the value, cut around the position, and a remedy.

    >>> from percent_simd import Decoder
    >>> try:
    ...     Decoder(malformed="error").decode("caf\\xe9 100%")
    ... except DecodeError as error:
    ...     error.position, error.kind
    (8, 'truncated')
    """

    row: int | None = None

    def __init__(self, message: str = "", position: int | None = None, kind: str | None = None) -> None:
        super().__init__(message, position, kind)
        if found := re.match(r"row (\d+)(?: of a batch of \d+)?: ", message):
            self.row = int(found[1])


# As in the core, which sets them on the errors that it raises.
_MALFORMED = {"not-absolute", "truncated", "bad-hex", "utf8", "backslash", "non-ascii", "delimiter"}
_ATTACKS = {"hidden-triplet", "control", "hidden-dot-segment", "climbs-above-root"}


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

    is_malformed: bool
    is_attack: bool

    def __init__(self, message: str = "", position: int | None = None, kind: str | None = None) -> None:
        super().__init__(message, position, kind)
        self.is_malformed = self.kind in _MALFORMED
        self.is_attack = self.kind in _ATTACKS


for _error in (DecodeError, PathError):
    _error.__module__ = "percent_simd"
