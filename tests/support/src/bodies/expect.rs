//! Comparisons whose messages hold everything needed to reproduce a failure.

use core::fmt::{self, Debug};
use std::borrow::Cow;

use percent_simd::{Backend, DecodeError, DecodeErrorKind};

pub(super) struct Case<'a> {
    pub(super) backend: Backend,
    pub(super) policy: &'a dyn Debug,
    pub(super) input: &'a [u8],
}

impl Case<'_> {
    #[track_caller]
    pub(super) fn same<T: PartialEq + Debug>(&self, what: &str, got: T, expected: T) {
        if got != expected {
            self.fail(what, &format!("\n     got {got:?}\nexpected {expected:?}"));
        }
    }

    #[track_caller]
    pub(super) fn same_bytes(&self, what: &str, got: &[u8], expected: &[u8]) {
        if got != expected {
            let at = got.iter().zip(expected).take_while(|(a, b)| a == b).count();
            let show = |bytes: &[u8]| {
                format!("{}, of {} bytes", Shown(&bytes[at..bytes.len().min(at + 48)]), bytes.len())
            };
            self.fail(
                what,
                &format!(
                    "they differ from byte {at} on\n     got {}\nexpected {}",
                    show(got),
                    show(expected)
                ),
            );
        }
    }

    /// The result is the expected one. It is borrowed if and only if it equals the input, and an
    /// owned one has little spare capacity.
    #[track_caller]
    pub(super) fn same_cow<T: ?Sized + ToOwned + AsRef<[u8]>>(
        &self,
        what: &str,
        got: Cow<'_, T>,
        expected: &[u8],
        capacity: fn(&T::Owned) -> usize,
    ) {
        self.same_bytes(what, (*got).as_ref(), expected);
        let is_borrowed = matches!(got, Cow::Borrowed(_));
        self.holds("it is borrowed if unchanged", is_borrowed == (expected == self.input));
        if let Cow::Owned(owned) = got {
            self.holds("its capacity", crate::is_tight(capacity(&owned), expected.len()));
        }
    }

    #[track_caller]
    pub(super) fn holds(&self, what: &str, condition: bool) {
        if !condition {
            self.fail(what, "does not hold");
        }
    }

    #[cold]
    #[track_caller]
    pub(super) fn fail(&self, what: &str, message: &str) -> ! {
        let Self { backend, policy, input } = self;
        panic!(
            "{what} on {backend}: {message}\n  policy {policy:?}\n   input {}, of {} bytes",
            Shown(input),
            input.len()
        );
    }
}

/// Bytes as a literal; a long run of one byte is abbreviated to the byte and its length.
struct Shown<'a>(&'a [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for run in self.0.chunk_by(|a, b| a == b) {
            match run {
                [byte, ..] if run.len() > 8 => {
                    write!(f, "\" \"{}\"*{} \"", [*byte].escape_ascii(), run.len())?
                }
                _ => write!(f, "{}", run.escape_ascii())?,
            }
        }
        f.write_str("\"")
    }
}

/// An error in a comparable form.
pub(super) type Refusal = (usize, DecodeErrorKind);

pub(super) fn refusal(error: DecodeError) -> Refusal {
    (error.position(), error.kind())
}

/// The oracle's expectation, in the library's types.
pub(super) fn expected<T>(result: Result<T, oracle::Error>) -> Result<T, Refusal> {
    result.map_err(|error| {
        let kind = match error.kind {
            oracle::Kind::Truncated => DecodeErrorKind::Truncated,
            oracle::Kind::BadHex => DecodeErrorKind::BadHex,
            oracle::Kind::Rejected(byte) => DecodeErrorKind::Rejected(byte),
            oracle::Kind::Utf8 => DecodeErrorKind::Utf8,
        };
        (error.position, kind)
    })
}
