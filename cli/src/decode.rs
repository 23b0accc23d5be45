//! `pct decode`.

use percent_simd::scheme::{self, alpn};
use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed, Utf8, js, sets};

use crate::args::{DecodeArgs, Utf8Policy};
use crate::control;
use crate::records::{Cut, Place, Records};
use crate::report;
use crate::session::{Block, Session, Stop, Work};

/// Decodes a whole block in one call, and looks at single records only where something must be reported.
pub(crate) struct Decode {
    /// What was asked for. It fails only for what is to be reported.
    policy: Decoder,
    /// The same, but it fails for every malformed `%`.
    probe: Decoder,
    records: Records,
    /// The result is text: the policy for what is not UTF-8 applies.
    is_text: bool,
    /// Some records are reported and passed on as they stand.
    refuses: bool,
    /// What else a record must be.
    gate: Gate,
    /// Reused where the result is text.
    text: String,
    /// Where the first malformed `%` is that was kept.
    first_kept: Option<String>,
}

/// What a scheme asks of a whole record, before it is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gate {
    Open,
    /// It is in ALPN's canonical form.
    Alpn,
    /// It holds no `=`: else it has no search words, and stays.
    Keywords,
}

/// Why and where an input is refused.
struct Refusal {
    position: usize,
    kind: DecodeErrorKind,
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        Self { position: error.position(), kind: error.kind() }
    }
}

impl Decode {
    pub(crate) fn new(args: &DecodeArgs) -> Self {
        let scheme = args.scheme.map(|decodable| decodable.scheme);
        let keywords = args.scheme.is_some_and(|decodable| decodable.keywords);
        let gate = match scheme {
            _ if keywords => Gate::Keywords,
            Some(scheme::ALPN) => Gate::Alpn,
            _ => Gate::Open,
        };
        let javascript = scheme.is_some_and(|scheme| scheme.decodes_to_text());
        // `+` is what stands between search words: joined by spaces, they stay one record.
        let plus = keywords || scheme.is_some_and(|scheme| scheme.space_is_plus());
        let kept = if scheme == Some(scheme::JS_URI) { js::URI_KEPT } else { AsciiSet::EMPTY };
        let records = args.input.records();
        let utf8 = match args.utf8 {
            None => javascript.then_some(Utf8::Strict),
            Some(Utf8Policy::Bytes) => None,
            Some(Utf8Policy::Strict) => Some(Utf8::Strict),
            Some(Utf8Policy::Lossy) => Some(Utf8::Lossy),
            Some(Utf8Policy::Keep) => Some(Utf8::KeepEscaped),
        };
        // A line must stay one line, and must not drive a terminal.
        let controls = if records == Records::Lines { sets::CONTROLS } else { AsciiSet::EMPTY };
        let keep = args.keep.unwrap_or_default().union(kept).union(controls);
        let reject = args.reject.unwrap_or_default();
        let strict = args.strict || javascript;
        let lenient = Decoder::new().plus_as_space(args.plus || plus).keep(keep).reject(reject).utf8(utf8.unwrap_or_default());
        let probe = lenient.malformed(Malformed::Error);
        Self {
            policy: if strict { probe } else { lenient },
            probe,
            records,
            is_text: utf8.is_some(),
            refuses: strict || !reject.is_empty() || utf8 == Some(Utf8::Strict) || gate != Gate::Open,
            gate,
            text: String::new(),
            first_kept: None,
        }
    }

    /// How inputs may be cut: a record that may be refused stays whole, and so do characters where they matter.
    pub(crate) fn cut(&self) -> Cut {
        let needs_characters = self.is_text || self.records == Records::Lines;
        match self.records.terminator() {
            _ if !self.refuses && !needs_characters => Cut::Loose,
            Some(terminator) => Cut::After(terminator),
            None => Cut::Whole,
        }
    }

    /// For somebody who may wonder at the exit status.
    pub(crate) fn summary(&self) -> Option<String> {
        let first = self.first_kept.as_ref()?;
        Some(format!("pct: malformed triplets were kept as they stand, the first at {first} (`pct check` lists them all)"))
    }

    /// Appends what the input decodes to, or nothing.
    fn append(&mut self, decoder: Decoder, input: &[u8], output: &mut Vec<u8>) -> Result<(), Refusal> {
        let old = output.len();
        self.append_all(decoder, input, output)?;
        if self.records == Records::Lines && control::has_c1(&output[old..]) {
            output.truncate(old);
            self.append_without_c1(decoder, input, output).inspect_err(|_| output.truncate(old))?;
        }
        Ok(())
    }

    fn append_all(&mut self, decoder: Decoder, input: &[u8], output: &mut Vec<u8>) -> Result<(), DecodeError> {
        if !self.is_text {
            return decoder.decode_append(input, output);
        }
        self.text.clear();
        decoder.decode_utf8_append(input, &mut self.text)?;
        output.extend_from_slice(self.text.as_bytes());
        Ok(())
    }

    /// Escapes that would make a C1 control character stay. It is a whole character, so both its sides can be decoded alone.
    fn append_without_c1(&mut self, decoder: Decoder, input: &[u8], output: &mut Vec<u8>) -> Result<(), Refusal> {
        let mut done = 0;
        let offset = |done, error: DecodeError| Refusal { position: done + error.position(), kind: error.kind() };
        for c1 in control::escaped_c1(input) {
            self.append_all(decoder, &input[done..c1.start], output).map_err(|error| offset(done, error))?;
            done = c1.end;
            match input[c1] {
                // In text the half that is raw cannot stand alone.
                [control::LEAD, ref last @ ..] if self.is_text => {
                    output.extend_from_slice(b"%C2");
                    output.extend_from_slice(last);
                }
                [ref lead @ .., last] if self.is_text && !last.is_ascii() => {
                    output.extend_from_slice(lead);
                    output.extend_from_slice(format!("%{last:02X}").as_bytes());
                }
                ref written => output.extend_from_slice(written),
            }
        }
        self.append_all(decoder, &input[done..], output).map_err(|error| offset(done, error))
    }

    /// Where something in the block is refused: each record by itself.
    fn record_by_record(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop> {
        let (mut place, mut rest) = (block.place, block.bytes);
        while !rest.is_empty() {
            let (record, others) = self.records.split_first(rest);
            let (value, end) = self.records.split_value(record);
            let result = match self.gate {
                Gate::Alpn => alpn::check(value).map_err(Refusal::from).and_then(|()| self.append(self.policy, value, &mut session.output)),
                Gate::Keywords if value.contains(&b'=') => {
                    session.output.extend_from_slice(value);
                    Ok(())
                }
                Gate::Keywords | Gate::Open => self.append(self.policy, value, &mut session.output),
            };
            match result {
                Ok(()) => session.output.extend_from_slice(end),
                Err(refusal) => {
                    session.malformed = true;
                    session.output.extend_from_slice(record);
                    let what = self.report(block.input, place, value, &refusal);
                    session.tell(format_args!("{what}; passed on as it stands"));
                }
            }
            session.spill_if_large()?;
            place = place.after(record, self.records);
            rest = others;
        }
        Ok(())
    }

    fn report(&self, input: &str, place: Place, value: &[u8], refusal: &Refusal) -> String {
        let (before, from) = value.split_at(refusal.position.min(value.len()));
        let Place { line, column } = place.after(before, self.records);
        format!("{input}:{line}:{column}: {}", report::refused(refusal.kind, from))
    }
}

impl Work for Decode {
    fn block(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop> {
        if self.gate != Gate::Open {
            session.malformed |= self.probe.check(block.bytes).is_err();
            return self.record_by_record(block, session);
        }
        // Once the exit status is settled, nobody asks whether a `%` is malformed that stays.
        if !session.malformed || self.policy == self.probe {
            match self.append(self.probe, block.bytes, &mut session.output) {
                Ok(()) => return Ok(()),
                Err(refusal) => {
                    session.malformed = true;
                    if self.policy == self.probe {
                        return self.record_by_record(block, session);
                    }
                    if matches!(refusal.kind, DecodeErrorKind::Truncated | DecodeErrorKind::BadHex) {
                        let Place { line, column } = block.place.after(&block.bytes[..refusal.position], self.records);
                        self.first_kept = Some(format!("{}:{line}:{column}", block.input));
                    }
                }
            }
        }
        match self.append(self.policy, block.bytes, &mut session.output) {
            Ok(()) => Ok(()),
            Err(_) => self.record_by_record(block, session),
        }
    }
}
