//! Malformed triplets that were passed on, and the text of problems, after FILE:LINE:COLUMN.

use percent_simd::DecodeErrorKind;

use crate::control;
use crate::shown::Name;

/// The count of malformed triplets that were passed on, and of their records, and the first one's place.
#[derive(Default)]
pub(crate) struct PassedOn {
    pub(crate) triplets: u64,
    records: u64,
    first: Option<String>,
    /// The numbers of the first and the last of these records in their input, where they may be parts.
    ends: Option<(u64, u64)>,
}

impl PassedOn {
    pub(crate) fn count(&mut self, value: &[u8]) {
        self.triplets += malformed_triplets(value).count() as u64;
    }

    /// Counts a record, if it has added to this number of triplets.
    pub(crate) fn end_record(&mut self, before: u64, place: impl Fn() -> String) {
        if self.triplets > before {
            self.records += 1;
            self.first.get_or_insert_with(place);
        }
    }

    /// Counts the triplets of many records; the first and the last may be parts. `place` returns
    /// the number of the record, the line and the column of an offset; offsets increase.
    pub(crate) fn count_records(
        &mut self,
        input: &Name,
        bytes: &[u8],
        mut place: impl FnMut(usize) -> [u64; 3],
    ) {
        for at in malformed_triplets(bytes) {
            let [record, line, column] = place(at);
            let (first, last) = self.ends.unwrap_or((record, record));
            self.triplets += 1;
            self.records += u64::from(self.ends.is_none() || last != record);
            self.ends = Some((first, record));
            self.first.get_or_insert_with(|| format!("{input}:{line}:{column}"));
        }
    }

    pub(crate) fn end_input(&mut self) {
        self.ends = None;
    }

    pub(crate) fn add(&mut self, next: &mut Self) {
        let is_one = self.ends.zip(next.ends).is_some_and(|(these, those)| these.1 == those.0);
        self.triplets += next.triplets;
        // One record in several pieces is one.
        self.records += next.records - u64::from(is_one);
        self.first = self.first.take().or_else(|| next.first.take());
        self.ends = next.ends.or(self.ends);
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

/// The reason to refuse a value. `rest` is the value from the problem on.
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

/// The reason to refuse a value in a later round, without bytes: the record does not contain them.
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
