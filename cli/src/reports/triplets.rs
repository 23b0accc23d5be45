//! Malformed triplets that were passed on, and the text of problems, after FILE:LINE:COLUMN.

use percent_simd::DecodeErrorKind;

use crate::control;

/// The count of malformed triplets that were passed on, and of their records, and the first one's place.
#[derive(Default)]
pub(crate) struct PassedOn {
    pub(crate) triplets: u64,
    records: u64,
    first: Option<String>,
    /// The first of them is in the record that has begun before these bytes.
    is_in_first: bool,
    /// The last of them is in a record that goes on after these bytes.
    pub(crate) is_in_last: bool,
    /// No record ends in these bytes.
    is_within: bool,
}

impl PassedOn {
    pub(crate) fn count(&mut self, value: &[u8]) {
        self.triplets += malformed_triplets(value).count() as u64;
    }

    /// Counts a record in which some were counted since there were this many.
    pub(crate) fn end_record(&mut self, before: u64, place: impl Fn() -> String) {
        if self.triplets > before {
            self.records += 1;
            self.first.get_or_insert_with(place);
        }
    }

    /// Counts those of many records, which this byte ends, and of which the first and the last may
    /// be parts; `place` says where an offset is.
    pub(crate) fn count_records(
        &mut self,
        bytes: &[u8],
        terminator: Option<u8>,
        place: impl Fn(usize) -> String,
    ) {
        let has_end =
            |bytes: &[u8]| terminator.is_some_and(|end| memchr::memchr(end, bytes).is_some());
        let mut last = None;
        for at in malformed_triplets(bytes) {
            self.triplets += 1;
            if last.is_none_or(|last| has_end(&bytes[last..at])) {
                self.records += 1;
            }
            if last.is_none() {
                self.first = Some(place(at));
                self.is_in_first = !has_end(&bytes[..at]);
            }
            last = Some(at);
        }
        self.is_in_last = last.is_some_and(|last| !has_end(&bytes[last..]));
        self.pass(bytes, terminator);
    }

    pub(crate) fn pass(&mut self, bytes: &[u8], terminator: Option<u8>) {
        let is_within = |end| memchr::memrchr(end, bytes).is_none();
        self.is_within = terminator.is_none_or(is_within);
    }

    pub(crate) fn add(&mut self, next: &mut Self) {
        self.triplets += next.triplets;
        // One record in several pieces is one.
        self.records += next.records - u64::from(self.is_in_last && next.is_in_first);
        self.first = self.first.take().or_else(|| next.first.take());
        self.is_in_last = next.is_in_last || self.is_in_last && next.is_within;
    }

    pub(crate) fn summary(&self) -> Option<String> {
        let Self { triplets, records, first, .. } = self;
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let first = first.as_ref()?;
        Some(format!(
            "pct: {triplets} malformed triplet{} in {records} record{} passed on, the first at {first} (`pct check` lists them)",
            plural(*triplets),
            plural(*records)
        ))
    }
}

/// The offset of each malformed triplet.
pub(crate) fn malformed_triplets(bytes: &[u8]) -> impl Iterator<Item = usize> {
    let mut done = 0;
    let whole = std::iter::from_fn(move || {
        let at = done + control::find_malformed(&bytes[done..])?;
        done = at + 1;
        Some(at)
    });
    let ends = bytes.len().saturating_sub(2)..bytes.len();
    whole.chain(ends.filter(|&at| bytes[at] == b'%'))
}

/// Why a value is refused. `rest` is the value from the problem on.
pub(crate) fn refused(kind: DecodeErrorKind, rest: &[u8]) -> String {
    let triplet = rest[..rest.len().min(3)].escape_ascii();
    let len = if rest.starts_with(b"%") { 3 } else { 1 };
    let shown = rest[..rest.len().min(len)].escape_ascii();
    match kind {
        DecodeErrorKind::Truncated | DecodeErrorKind::BadHex => malformed(rest),
        DecodeErrorKind::Rejected(value) => {
            format!("rejected triplet `{triplet}`: it decodes to the byte 0x{value:02X}")
        }
        DecodeErrorKind::Utf8 => format!("not UTF-8: ill-formed from `{shown}` on"),
        DecodeErrorKind::Charset => format!("not in the charset: ill-formed from `{shown}` on"),
        DecodeErrorKind::LowercaseHex => {
            format!("malformed triplet `{triplet}`: its hex digits must be uppercase")
        }
        DecodeErrorKind::Empty => "empty: at least one byte is needed".into(),
        DecodeErrorKind::Raw(value) => {
            format!("raw `{shown}`: it must be escaped as `%{value:02X}`")
        }
        // The library may add kinds.
        other => format!("refused from `{triplet}` on: {other:?}"),
    }
}

/// Why a value is refused in a later round, without bytes: the record does not contain them.
pub(crate) fn refused_later(kind: DecodeErrorKind) -> String {
    match kind {
        DecodeErrorKind::Rejected(value) => {
            format!("rejected triplet: it decodes to the byte 0x{value:02X}")
        }
        DecodeErrorKind::Utf8 => "not UTF-8".into(),
        other => format!("refused ({other:?})"),
    }
}

/// Describes a malformed `%`, and shows the bytes up to the one that should be a digit.
pub(crate) fn malformed(rest: &[u8]) -> String {
    let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count().min(1);
    match rest.get(..digits + 2) {
        Some(shown) => format!(
            "malformed triplet `{}`: two hex digits must follow the `%`",
            shown.escape_ascii()
        ),
        None => format!("malformed triplet `{}`: cut short", rest.escape_ascii()),
    }
}
