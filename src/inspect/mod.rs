//! Analysis of an input's decoded bytes, without decoding it.

mod characters;
mod contains;
mod context;
mod flags;
mod lenient;
mod utf8;
mod windows_name;

pub use contains::contains_decoded;
pub use flags::{Flags, ParseFlagsError};

use crate::backend::Backend;
use crate::error::DecodeError;
use crate::kernel;
use crate::syntax::{self, decoded_from};
use characters::{of_character, of_raw_run};
use context::{is_raw_traversal, makes_dot_segment};
use utf8::Run;
use windows_name::Names;

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
    #[inline]
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
    #[inline]
    pub const fn malformed(self) -> Option<DecodeError> {
        self.malformed
    }

    /// The number of `%` that begin no triplet.
    #[must_use]
    pub const fn malformed_count(self) -> usize {
        self.malformed_count
    }

    /// The findings.
    #[must_use]
    pub const fn flags(self) -> Flags {
        self.flags
    }

    /// Adds every `%` from `at` on, and the length.
    #[inline]
    fn add_escapes(&mut self, backend: Backend, input: &[u8], mut at: usize) {
        let mut names = Names::default();
        while at < input.len() {
            let block = at;
            let mut places = kernel::find::places_of(backend, &input[block..], [b'%'; 3]);
            at = input.len().min(block + kernel::marks::PLACES);
            if places == 0 && at < input.len() {
                at += kernel::find::find_either(backend, &input[at..], b'%', b'%');
            }
            while places != 0 {
                let percent = block + places.trailing_zeros() as usize;
                places &= places - 1;
                let end = self.add(input, percent, &mut names);
                // A run of triplets is added as a whole.
                places &= u64::MAX
                    .checked_shl((end - block).min(kernel::marks::PLACES) as u32)
                    .unwrap_or(0);
                at = at.max(end);
            }
        }
        self.decoded_len = input.len() - 2 * self.triplets;
    }

    /// Adds the triplet, the run of triplets or the stray `%` at `at`, and returns its end.
    #[inline]
    fn add(&mut self, input: &[u8], at: usize, names: &mut Names) -> usize {
        let Some(value) = syntax::triplet(&input[at..]) else {
            self.malformed_count += 1;
            self.malformed
                .get_or_insert_with(|| DecodeError::new(at, syntax::malformed_kind(&input[at..])));
            // If two digits follow, at least one is escaped, or it would be a triplet.
            self.add_after_percent(input, at + 1);
            return at + 1;
        };
        if value >= 0x80 {
            let run = Run::at(input, at);
            self.triplets += run.triplets;
            self.flags |= run.flags;
            self.add_windows_name(names, input, at, value);
            return run.end;
        }
        self.triplets += 1;
        self.flags |= OF_VALUE[usize::from(value)];
        self.add_windows_name(names, input, at, value);
        match value {
            b'%' => self.add_after_percent(input, at + 3),
            // One is enough.
            b'.' | b'/' | b'\\' | b';'
                if !self.flags.contains(Flags::DOT_SEGMENT)
                    && makes_dot_segment(input, at, value) =>
            {
                self.flags |= Flags::DOT_SEGMENT;
            }
            _ => {}
        }
        at + 3
    }

    /// Adds the flag of the name that the triplet at `at` is in. One is enough.
    #[inline]
    fn add_windows_name(&mut self, names: &mut Names, input: &[u8], at: usize, value: u8) {
        if !self.flags.contains(Flags::WINDOWS_NAME) && names.has(input, at, value) {
            self.flags |= Flags::WINDOWS_NAME;
        }
    }

    /// Adds the flags of the bytes after the `%`, raw or not, that ends at `at`, as a second decoding sees it.
    #[inline]
    fn add_after_percent(&mut self, input: &[u8], at: usize) {
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let mut values = decoded_from(input, at).map(|byte| byte.value);
        match values.next() {
            Some(b'u' | b'U') => {
                let code = (0..4).try_fold(0, |code, _| Some(code << 4 | digit(values.next()?)?));
                if let Some(code) = code {
                    self.flags |= Flags::PERCENT_U | of_character(code);
                }
            }
            Some(byte) if byte.is_ascii_hexdigit() && values.next().and_then(digit).is_some() => {
                self.flags |= Flags::NESTED;
            }
            _ => {}
        }
    }

    /// Adds raw characters and dots from `at` on.
    #[inline]
    fn add_raw(&mut self, backend: Backend, input: &[u8], mut at: usize) {
        loop {
            // Any byte >= 0x80 stands for all of them.
            at += kernel::find::find_suspect::<true>(backend, &input[at..], 0x80);
            match input.get(at) {
                None => return,
                Some(b'.') => {
                    let (is_traversal, end) = is_raw_traversal(input, at);
                    if is_traversal {
                        self.flags |= Flags::RAW_TRAVERSAL;
                    }
                    at = end;
                }
                Some(_) => {
                    let (flags, end) = of_raw_run(input, at);
                    self.flags |= flags;
                    at = end;
                }
            }
        }
    }
}

/// Reports on the decoded bytes of an input and its malformed triplets: for logs, and for deciding
/// whether to decode at all.
///
/// One pass in linear time for any input; allocates nothing and refuses nothing. A malformed
/// `%` counts as a raw byte.
///
/// ```
/// use percent_simd::{DecodeErrorKind, Flags, inspect};
///
/// let report = inspect("/static/%252e%252e%252fetc%00?100%");
/// assert_eq!((report.triplets(), report.decoded_len()), (4, 26));
/// let dots = Flags::NESTED | Flags::DOT_SEGMENT;
/// assert_eq!(report.flags(), Flags::NUL | Flags::CONTROL | dots);
/// let malformed = report.malformed().unwrap();
/// assert_eq!((malformed.position(), malformed.kind()), (33, DecodeErrorKind::Truncated));
/// ```
#[must_use]
#[inline]
pub fn inspect<I: AsRef<[u8]> + ?Sized>(input: &I) -> Report {
    let (backend, input) = (Backend::active(), input.as_ref());
    let (clean, has_raw) = match kernel::find::look_for_suspects(backend, input) {
        Some((false, false)) => (input.len(), false),
        Some((_, has_raw)) => (0, has_raw),
        None => (kernel::find::find_suspect::<true>(backend, input, b'%'), true),
    };
    if clean == input.len() {
        return Report { decoded_len: input.len(), ..Report::default() };
    }
    inspect_from::<true>(backend, input, clean, has_raw)
}

/// The [`Flags`] of each row, `None` where the row is null.
///
/// Rows come from [`ColumnRef::iter`](crate::batch::ColumnRef::iter),
/// [`ViewColumnRef::iter`](crate::batch::ViewColumnRef::iter), an array of Apache Arrow, or
/// anything like them. As a column of numbers the flags are their [bits](Flags::bits).
///
/// ```
/// use percent_simd::{Flags, inspect_batch};
///
/// let flags = inspect_batch([Some("/a%2Fb"), None, Some("/clean")]);
/// assert!(flags.eq([Some(Flags::SLASH), None, Some(Flags::EMPTY)]));
/// ```
#[cfg(feature = "batch")]
pub fn inspect_batch<R: AsRef<[u8]>>(
    rows: impl IntoIterator<Item = Option<R>>,
) -> impl Iterator<Item = Option<Flags>> {
    rows.into_iter().map(|row| row.map(|row| inspect(row.as_ref()).flags()))
}

/// The report, of an input that is clean up to `clean`. `has_raw`: it may have raw bytes >= 0x80,
/// or two dots.
#[inline(never)]
fn inspect_from<const LAZY: bool>(
    backend: Backend,
    input: &[u8],
    clean: usize,
    has_raw: bool,
) -> Report {
    let mut report = Report::default();
    report.add_escapes(backend, input, clean);
    if has_raw {
        report.add_raw(backend, input, clean);
    }
    let lenient = Flags::NESTED | Flags::OVERLONG | Flags::PERCENT_U;
    if report.flags.intersects(lenient)
        && !report.flags.contains(Flags::DOT_SEGMENT)
        && lenient::has_dot_segment::<true>(input)
    {
        report.flags |= Flags::DOT_SEGMENT;
    }
    report
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
