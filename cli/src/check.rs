//! `pct check`.

use std::io::Write;

use percent_simd::{Decoder, Encoder, Malformed};

use crate::args::CheckArgs;
use crate::records::{Cut, Records};
use crate::report;
use crate::schemes::{Encoding, Unavailable};
use crate::session::{Block, Session, Stop, Work};

/// Lists malformed triplets, and raw bytes that should have been escaped.
pub(crate) struct Check {
    records: Records,
    raw: Option<RawBytes>,
}

/// Finds what stands raw and should not.
struct RawBytes {
    finder: Encoder,
    /// To show what each should be.
    encoder: Encoder,
    /// The scheme, for reports.
    name: &'static str,
}

impl Check {
    pub(crate) const CUT: Cut = Cut::Loose;

    pub(crate) fn new(args: &CheckArgs) -> Result<Self, Unavailable> {
        let records = args.input.records();
        let encoding = match (args.set, args.scheme) {
            (Some(set), _) => Some((set.into(), "--set")),
            (None, Some(scheme)) => Some((scheme.encoding()?, scheme.name)),
            (None, None) => None,
        };
        Ok(Self { records, raw: encoding.map(|(encoding, name)| RawBytes::new(encoding, name, records)) })
    }
}

impl RawBytes {
    fn new(encoding: Encoding, name: &'static str, records: Records) -> Self {
        // A stray `%` is reported as malformed; one of a triplet is not raw.
        let mut set = encoding.set.remove(b'%');
        if encoding.space_as_plus {
            // A raw `+` is how SP is written.
            set = set.add(b' ').remove(b'+');
        }
        if let Some(terminator) = records.terminator() {
            set = set.remove(terminator);
        }
        // Only where digits must be escaped can what the finder stops at be part of a triplet.
        let digits = b"0123456789ABCDEFabcdef".iter().any(|&digit| set.contains(digit));
        Self { finder: Encoder::new(set).keep_escapes(digits), encoder: encoding.encoder(), name }
    }

    fn describe(&self, byte: u8) -> String {
        format!("raw `{}`: {} writes it as `{}`", byte.escape_ascii(), self.name, self.encoder.encode(&[byte]))
    }

    /// The next position from `from` on, or the end.
    fn next(&self, bytes: &[u8], from: usize) -> usize {
        self.finder.find(&bytes[from..]).map_or(bytes.len(), |found| from + found)
    }
}

/// The next malformed triplet from `from` on, or the end.
fn next_malformed(bytes: &[u8], from: usize) -> usize {
    const STRICT: Decoder = Decoder::new().malformed(Malformed::Error);
    STRICT.check(&bytes[from..]).map_or_else(|error| from + error.position(), |()| bytes.len())
}

impl Check {
    /// What is wrong with the `%` at `at`, as its record shows it.
    fn describe_malformed(&self, block: &Block<'_>, at: usize) -> String {
        // Three bytes decide, and a line's end may be two.
        let from: Vec<u8> = block.bytes[at..].iter().chain(block.ahead).copied().take(4).collect();
        let (record, _) = self.records.split_first(&from);
        let (value, _) = self.records.split_value(record);
        report::malformed(value)
    }

    /// Whether the byte is the CR of a line's end.
    fn ends_line(&self, block: &Block<'_>, at: usize) -> bool {
        let followed = block.bytes.get(at + 1).map_or(block.last, |&next| next == b'\n');
        self.records == Records::Lines && block.bytes[at] == b'\r' && followed
    }
}

impl Work for Check {
    fn block(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop> {
        let bytes = block.bytes;
        let next_raw = |from| self.raw.as_ref().map_or(bytes.len(), |raw| raw.next(bytes, from));
        let (mut malformed, mut raw) = (next_malformed(bytes, 0), next_raw(0));
        let (mut place, mut done) = (block.place, 0);
        while malformed.min(raw) < bytes.len() {
            let at = malformed.min(raw);
            place = place.after(&bytes[done..at], self.records);
            done = at;
            let mut what = None;
            if at == malformed {
                what = Some(self.describe_malformed(block, at));
                malformed = next_malformed(bytes, at + 1);
            } else {
                raw = next_raw(at + 1);
                if let Some(rule) = self.raw.as_ref().filter(|_| !self.ends_line(block, at)) {
                    what = Some(rule.describe(bytes[at]));
                }
            }
            if let Some(what) = what {
                session.malformed = true;
                // Writing to a Vec cannot fail.
                let _ = writeln!(session.output, "{}:{}:{}: {what}", block.input, place.line, place.column);
                session.spill_if_large()?;
            }
        }
        Ok(())
    }
}
