//! What an input decodes to, found without decoding it.

mod around;
mod contains;
mod flags;
mod utf8;

pub use contains::contains_decoded;
pub use flags::Flags;

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel::{self, scalar};
use around::{
    digits_at, dot_makes_dot_segment, has_dot_segment_before, separator_makes_dot_segment,
};
use utf8::Run;

/// The result of [`inspect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Report {
    decoded_len: usize,
    triplets: usize,
    malformed: Option<DecodeError>,
    malformed_count: usize,
    flags: Flags,
}

impl Report {
    /// The length of the decoded input, in bytes, under the default policy (WHATWG URL 1.3,
    /// *percent-decode*).
    #[must_use]
    pub const fn decoded_len(self) -> usize {
        self.decoded_len
    }

    /// The number of triplets: each is a `%` and two hex digits.
    #[must_use]
    pub const fn triplets(self) -> usize {
        self.triplets
    }

    /// The first `%` that begins no triplet: the error of a decoder with
    /// [`Malformed::Error`](crate::Malformed::Error).
    #[must_use]
    pub const fn malformed(self) -> Option<DecodeError> {
        self.malformed
    }

    /// The number of `%` that begin no triplet.
    #[must_use]
    pub const fn malformed_count(self) -> usize {
        self.malformed_count
    }

    /// What the triplets decode to.
    #[must_use]
    pub const fn flags(self) -> Flags {
        self.flags
    }
}

/// What the input decodes to, and what is wrong with it: for logs, and for deciding whether to
/// decode at all.
///
/// One pass in linear time, whatever the input; allocates nothing and refuses nothing. A malformed
/// `%` counts as a raw byte.
///
/// ```
/// use percent_simd::{DecodeErrorKind, Flags, inspect};
///
/// let report = inspect("/static/%252e%252e%252fetc%00?100%");
/// assert_eq!((report.triplets(), report.decoded_len()), (4, 26));
/// assert_eq!(report.flags(), Flags::NUL | Flags::CONTROL | Flags::NESTED);
/// let malformed = report.malformed().unwrap();
/// assert_eq!((malformed.position(), malformed.kind()), (33, DecodeErrorKind::Truncated));
/// ```
#[must_use]
#[inline]
pub fn inspect<I: AsRef<[u8]> + ?Sized>(input: &I) -> Report {
    inspect_slice(input.as_ref())
}

fn inspect_slice(input: &[u8]) -> Report {
    let backend = Backend::active();
    let mut report = Report::default();
    let mut at = 0;
    while at < input.len() {
        let block = at;
        let mut places = kernel::places_of(backend, &input[block..], [b'%'; 3]);
        at = input.len().min(block + kernel::PLACES);
        if places == 0 && at < input.len() {
            at += kernel::find_either(backend, &input[at..], b'%', b'%');
        }
        while places != 0 {
            let found = block + places.trailing_zeros() as usize;
            places &= places - 1;
            let end = report.add(input, found);
            // A run of triplets is added as a whole.
            places &= u64::MAX.checked_shl((end - block).min(kernel::PLACES) as u32).unwrap_or(0);
            at = at.max(end);
        }
    }
    report.decoded_len = input.len() - 2 * report.triplets;
    report
}

impl Report {
    /// Adds what begins with the `%` at `at`, and returns its end.
    #[inline]
    fn add(&mut self, input: &[u8], at: usize) -> usize {
        let Some(value) = scalar::triplet(&input[at..]) else {
            self.add_malformed(input, at);
            return at + 1;
        };
        if value >= 0x80 {
            let run = Run::at(input, at);
            self.triplets += run.triplets;
            self.flags |= run.flags;
            return run.end;
        }
        self.triplets += 1;
        self.flags |= OF_VALUE[usize::from(value)];
        match value {
            b'%' if digits_at(input, at + 3) => self.flags |= Flags::NESTED,
            b'.' if dot_makes_dot_segment(input, at) => self.flags |= Flags::DOT_SEGMENT,
            b';' if has_dot_segment_before(input, at) => self.flags |= Flags::DOT_SEGMENT,
            b'/' | b'\\' if separator_makes_dot_segment(input, at) => {
                self.flags |= Flags::DOT_SEGMENT
            }
            _ => {}
        }
        at + 3
    }

    fn add_malformed(&mut self, input: &[u8], at: usize) {
        self.malformed_count += 1;
        self.malformed
            .get_or_insert_with(|| DecodeError::new(at, scalar::malformed_kind(&input[at..])));
        // At least one digit is escaped, or it would be a triplet.
        if digits_at(input, at + 1) {
            self.flags |= Flags::NESTED;
        }
    }
}

/// The flags of a triplet of each ASCII value by itself.
static OF_VALUE: [Flags; 128] = {
    let mut table = [Flags::EMPTY; 128];
    let mut value = 0;
    while value < 128 {
        table[value] = Flags::of_ascii(value as u8);
        value += 1;
    }
    table
};
