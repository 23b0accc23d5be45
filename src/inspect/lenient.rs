//! Lenient decoding: repeated, with `%uXXXX` and overlong forms.
//!
//! Three escapes are replaced by one byte, as long as there is one: a triplet; `%uXXXX`, if it is
//! ASCII; and an overlong form of an ASCII character, if some byte of it comes from another escape.
//! No two escapes overlap, because the byte that begins one continues none. So the order of the
//! replacements does not matter, and one pass suffices, with a stack of begun escapes.

use super::context::decoded_at;

/// Begun escapes inside one another. If there are more, the outermost ones stay as they are.
const DEEPEST: usize = 32;

/// A begun escape, and the state of its decoding.
#[derive(Clone, Copy)]
enum Begun {
    /// `%`, or `%` and a digit.
    Triplet { digits: u8, value: u8 },
    /// `%u` and this many digits.
    Unicode { digits: u8, value: u16 },
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
    /// The escape that begins with the byte.
    #[inline]
    const fn with(byte: u8, is_escaped: bool) -> Option<Self> {
        let left = match byte {
            b'%' => return Some(Self::Triplet { digits: 0, value: 0 }),
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
        let digit = || char::from(byte).to_digit(16);
        match self {
            Self::Triplet { digits: 0, .. } if byte | 0x20 == b'u' => {
                Next::Continues(Self::Unicode { digits: 0, value: 0 })
            }
            Self::Triplet { digits, value } => match digit() {
                Some(digit) if digits == 0 => {
                    Next::Continues(Self::Triplet { digits: 1, value: digit as u8 })
                }
                Some(digit) => Next::Becomes(value << 4 | digit as u8),
                None => Next::Stays,
            },
            Self::Unicode { digits, value } => match digit() {
                Some(digit) => match (digits, value << 4 | digit as u16) {
                    (3, value @ 0..0x80) => Next::Becomes(value as u8),
                    (3, _) => Next::Stays,
                    (_, value) => Next::Continues(Self::Unicode { digits: digits + 1, value }),
                },
                None => Next::Stays,
            },
            Self::Overlong { left, value, is_escaped: before } => {
                // An ASCII character has seven bits, in the last byte and the last bit before it.
                let is_escaped = before | is_escaped;
                match (left, byte) {
                    (1, 0x80..=0xBF) if is_escaped => Next::Becomes(value << 6 | byte & 0x3F),
                    (2, 0x80..=0x81) | (3.., 0x80) => Next::Continues(Self::Overlong {
                        left: left - 1,
                        value: byte & 1,
                        is_escaped,
                    }),
                    _ => Next::Stays,
                }
            }
        }
    }
}

/// Returns whether an input that is leniently decoded has a dot segment, as
/// [`DOT_SEGMENT`](super::Flags::DOT_SEGMENT) defines it.
#[inline(never)]
pub(super) fn has_dot_segment<const LAZY: bool>(input: &[u8]) -> bool {
    let mut segments = Segments { dots: Some(0), is_escaped: false, has_dot_segment: false };
    let mut stack = Stack { begun: [Begun::Triplet { digits: 0, value: 0 }; DEEPEST], len: 0 };
    // The segments before the first one with an escape are raw.
    let suspect =
        input.iter().position(|&byte| byte == b'%' || byte >= 0x80).unwrap_or(input.len());
    let separates = |byte: &u8| matches!(byte, b'/' | b'\\' | b'?' | b'#');
    let mut at = input[..suspect].iter().rposition(separates).unwrap_or(0);
    while let Some(byte) = decoded_at(input, at) {
        // A triplet becomes its value, in any surroundings.
        at += byte.len();
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
