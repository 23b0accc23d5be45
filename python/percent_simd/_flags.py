"""The flags of inspect."""

import enum
import functools


class Flags(enum.IntFlag):
    """The set of encoding tricks in a value. The bits are the same in every version and language.

    Most flags are about escapes. Raw characters can also set PERCENT_U, RAW_TRAVERSAL, CONFUSABLE, BIDI and ZERO_WIDTH. A flag
    does not prove an attack, and an attack in plain letters sets no flag.

    >>> from percent_simd import inspect
    >>> Flags.DOT_SEGMENT in inspect("/a/%2e%2e%2f")
    True
    """

    NUL = 1 << 0
    """``%00``."""
    CR = 1 << 1
    """``%0D``, carriage return."""
    LF = 1 << 2
    """``%0A``, line feed."""
    CONTROL = 1 << 3
    """A control character, NUL, CR and LF among them."""
    NESTED = 1 << 4
    """Decoding a second time changes the value again: ``%2541``."""
    PERCENT_U = 1 << 5
    """``%uXXXX``."""
    DOT_SEGMENT = 1 << 6
    """Decoding, once or more often, gives a ``.`` or ``..`` between separators: ``.%2E/``."""
    RAW_TRAVERSAL = 1 << 7
    """``../`` without an escape."""
    SLASH = 1 << 8
    """``%2F``."""
    BACKSLASH = 1 << 9
    """``%5C``."""
    OVERLONG = 1 << 10
    """A character in more bytes of UTF-8 than necessary: ``%C0%AF``."""
    INVALID_UTF8 = 1 << 11
    """The decoded bytes are not UTF-8."""
    CONFUSABLE = 1 << 12
    """A non-ASCII look-alike of one of ``/ \\ % . < > ' "``."""
    BIDI = 1 << 13
    """A bidi control."""
    ZERO_WIDTH = 1 << 14
    """An invisible character."""
    NON_ASCII = 1 << 15
    """An escape of a value >= 0x80."""
    UNRESERVED = 1 << 16
    """An unnecessary escape, of a letter, a digit, or one of ``-._~``."""
    WINDOWS_NAME = 1 << 17
    """A name that Windows reads as another, with an escape: ``/private%20/``, ``/a::%24DATA``, ``/c%3A/``, ``/co%6E``, ``/a%7E1``."""
    TRUNCATED_NEWLINE = 1 << 18
    """An escaped U+560A or U+560D, which is LF or CR where code units are cut to bytes: ``%E5%98%8A``. Chinese text has them, too."""

    @property
    def ndim(self) -> int:
        """0, by which pandas and NumPy tell a set of flags from a sequence: ``series & Flags.NUL``."""
        return 0


Flags.__module__ = "percent_simd"
flags_of = functools.cache(Flags)  # since the creation of one takes half a microsecond
