//! Lenient decoding: repeated, with `%uXXXX` and overlong forms.
//!
//! Three escapes are replaced by one byte, as long as there is one: a triplet; `%uXXXX`, if it is
//! ASCII; and an overlong form of an ASCII character, if some byte of it comes from another escape.
//! No two escapes overlap, because the byte that begins one continues none. So the order of the
//! replacements does not matter, and one pass suffices, with a stack of begun escapes.

use crate::syntax::decoded_from;

/// Begun escapes inside one another. If there are more, the outermost ones stay as they are.
const DEEPEST: usize = 32;

/// A begun escape, and the state of its decoding.
#[derive(Clone, Copy)]
enum Begun {
    /// `%` or `%u`, and how many digits are missing.
    Digits { left: u8, value: u16, is_unicode: bool },
    /// The first bytes of an overlong form, and how many are missing.
    Overlong { left: u8, value: u8, is_escaped: bool },
}

/// The effect of the next byte on a begun escape.
enum Next {
    Continues(Begun),
    Becomes(u8),
    /// The escape stays as it is.
    Stays,
}

impl Begun {
    /// `%`.
    const PERCENT: Self = Self::Digits { left: 2, value: 0, is_unicode: false };

    /// The escape that begins with the byte.
    #[inline]
    const fn with(byte: u8, is_escaped: bool) -> Option<Self> {
        let left = match byte {
            b'%' => return Some(Self::PERCENT),
            0xC0 | 0xC1 => 1,
            0xE0 => 2,
            0xF0 => 3,
            0xF8 => 4,
            0xFC => 5,
            _ => return None,
        };
        Some(Self::Overlong { left, value: byte & 1, is_escaped })
    }

    #[inline]
    fn next(self, byte: u8, is_escaped: bool) -> Next {
        match self {
            Self::Digits { left: 2, is_unicode: false, .. } if byte | 0x20 == b'u' => {
                Next::Continues(Self::Digits { left: 4, value: 0, is_unicode: true })
            }
            Self::Digits { left, value, is_unicode } => match char::from(byte).to_digit(16) {
                Some(digit) => match (left - 1, value << 4 | digit as u16) {
                    (0, 0x80..) if is_unicode => Next::Stays,
                    (0, value) => Next::Becomes(value as u8),
                    (left, value) => Next::Continues(Self::Digits { left, value, is_unicode }),
                },
                None => Next::Stays,
            },
            // An ASCII character has seven bits, in the last byte and the last bit before it.
            Self::Overlong { left, value, is_escaped: before } => match (left, byte) {
                (1, 0x80..=0xBF) if before | is_escaped => Next::Becomes(value << 6 | byte & 0x3F),
                (2, 0x80..=0x81) | (3.., 0x80) => {
                    let is_escaped = before | is_escaped;
                    Next::Continues(Self::Overlong { left: left - 1, value: byte & 1, is_escaped })
                }
                _ => Next::Stays,
            },
        }
    }
}

/// Returns whether an input that is leniently decoded has a dot segment, as
/// [`DOT_SEGMENT`](super::Flags::DOT_SEGMENT) defines it.
#[inline(never)]
pub(super) fn has_dot_segment<const LAZY: bool>(input: &[u8]) -> bool {
    let mut segments = Segments { dots: Some(0), is_escaped: false, has_dot_segment: false };
    let mut stack = Stack { begun: [Begun::PERCENT; DEEPEST], len: 0 };
    // The segments before the first one with an escape are raw.
    let suspect =
        input.iter().position(|&byte| byte == b'%' || byte >= 0x80).unwrap_or(input.len());
    let separates = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#');
    let start = input[..suspect].iter().rposition(separates).unwrap_or(0);
    // A triplet becomes its value, in any surroundings.
    for byte in decoded_from(input, start) {
        stack.push(byte.value, byte.escaped, &mut segments);
        if segments.has_dot_segment {
            return true;
        }
    }
    if stack.len > 0 {
        segments.dots = None;
    }
    segments.end(false);
    segments.has_dot_segment
}

/// The begun escapes, each inside the one before.
struct Stack {
    begun: [Begun; DEEPEST],
    len: usize,
}

impl Stack {
    #[inline]
    fn push(&mut self, mut byte: u8, mut is_escaped: bool, segments: &mut Segments) {
        while self.len > 0 {
            match self.begun[self.len - 1].next(byte, is_escaped) {
                Next::Continues(begun) => {
                    self.begun[self.len - 1] = begun;
                    return;
                }
                Next::Becomes(value) => {
                    self.len -= 1;
                    (byte, is_escaped) = (value, true);
                }
                Next::Stays => {
                    // The value of an escape that begins here may be the missing byte.
                    if let Some(begun) = Begun::with(byte, is_escaped) {
                        return self.begin(begun, segments);
                    }
                    // The outer escapes stay, too: the first byte of this one continues none.
                    self.len = 0;
                    segments.dots = None;
                }
            }
        }
        match Begun::with(byte, is_escaped) {
            Some(begun) => self.begin(begun, segments),
            None => segments.push(byte, is_escaped),
        }
    }

    #[inline]
    fn begin(&mut self, begun: Begun, segments: &mut Segments) {
        if self.len == DEEPEST {
            self.begun.rotate_left(1);
            self.len -= 1;
            segments.dots = None;
        }
        self.begun[self.len] = begun;
        self.len += 1;
    }
}

/// Segments, byte by byte.
struct Segments {
    /// The dots of the segment's name, if it has nothing else.
    dots: Option<u8>,
    /// `true` if some of them, or the separator before them, were escaped.
    is_escaped: bool,
    has_dot_segment: bool,
}

impl Segments {
    #[inline]
    fn push(&mut self, byte: u8, is_escaped: bool) {
        match byte {
            b'.' => {
                self.dots = self.dots.filter(|&dots| dots < 2).map(|dots| dots + 1);
                self.is_escaped |= is_escaped;
            }
            b'/' | b'\\' => self.separate(is_escaped),
            b'?' | b'#' if !is_escaped => self.separate(is_escaped),
            b';' => self.end(is_escaped),
            _ => self.dots = None,
        }
    }

    #[inline]
    fn separate(&mut self, is_escaped: bool) {
        self.end(is_escaped);
        (self.dots, self.is_escaped) = (Some(0), is_escaped);
    }

    /// The segment's name ends here.
    #[inline]
    fn end(&mut self, is_escaped: bool) {
        self.has_dot_segment |= matches!(self.dots, Some(1 | 2)) && (self.is_escaped || is_escaped);
        self.dots = None;
    }
}
