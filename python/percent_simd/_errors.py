"""The exceptions for refused input."""

import re

_POSITION = re.compile(r" at (?:byte|character) (\d+): ")
_KIND = re.compile(r" \[([a-z0-9-]+)\]$", re.MULTILINE)
_ROW = re.compile(r"row (\d+)(?: of a batch of \d+)?: ")


class _Positioned(ValueError):
    """An error with a position and a kind: "… at byte 3: … [bad-hex]".

    The message alone makes the error, as pickle and Polars make it again.
    """

    position: int
    kind: str

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        position, kind = _POSITION.search(message), _KIND.search(message)
        self.position = int(position[1]) if position else 0
        self.kind = kind[1] if kind else "unknown"


class DecodeError(_Positioned):
    """A policy refuses to decode a value.

    position: the offset, in bytes of the value, or in characters of a str; in a later round, in bytes of what that round decodes.
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

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        if found := _ROW.match(message):
            self.row = int(found[1])


# The core sets the same values on the errors that it raises.
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

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.is_malformed = self.kind in _MALFORMED
        self.is_attack = self.kind in _ATTACKS


for _error in (DecodeError, PathError):
    _error.__module__ = "percent_simd"


_REMEDIES = {"rejected": "without reject= the policy refuses no byte", "utf8": "utf8='lossy' writes U+FFFD, utf8='keep' keeps it escaped"}


def _in_characters(message: str, position: int, value: bytes) -> str:
    """The message for a str, whose characters it counts."""
    character = len(value[:position].decode(errors="replace"))
    return message.replace(f" at byte {position}", f" at character {character}", 1)


def path_error(message: str, kind: str, position: int, value: bytes, is_text: bool, is_: tuple[bool, bool]) -> PathError:
    message = _in_characters(message, position, value) if is_text else message
    error = PathError(f"{message} [{kind}]")
    error.is_malformed, error.is_attack = is_
    return error


def decode_error(message: str, kind: str, position: int, value: bytes, is_text: bool, round: int, row: int | None) -> DecodeError:
    # In a later round, the position is not one of the value, and counts bytes.
    message = _in_characters(message, position, value) if is_text and round == 1 else message
    start = max(0, position - 30) if round == 1 and position >= 60 else 0
    cut = value[start : start + 60].decode(errors="ignore" if is_text else "backslashreplace")
    quoted = repr(f"{'…' * (start > 0)}{cut}{'…' * (start + 60 < len(value))}")
    remedy = _REMEDIES.get(kind, "malformed='keep' keeps such a %")
    message = f"{message}, in {quoted}; {remedy}"
    if round > 1:
        message = f"round {round} of decoding: {message}"
    if row is not None:
        message = f"row {row}: {message}, and on_error='null' makes the row null"
    return DecodeError(f"{message} [{kind}]")
