//! Decoding by a policy, block by block.

use std::mem;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memrchr};
use percent_simd::scheme::JS_URI;
use percent_simd::{
    AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed, Utf8, js, sets, triplet,
};

use super::gate::Opened;
use super::{Decodable, DecodeArgs, Utf8Policy};
use crate::blocks::{Block, Needs, Outcome, Rules, Transform, Work, refusal};
use crate::control;
use crate::fields::{Problem, Result, Scope, Value};
use crate::input::{Cut, Records};
use crate::options::Named;
use crate::reports;

/// Decodes a whole block in one call, and single records only if one is to be reported.
pub(super) struct Decode {
    /// The policy of the options. It fails only for records that are refused.
    policy: Decoder,
    /// The policy, but it fails for every malformed `%`.
    probe: Decoder,
    refuses: bool,
    plus: bool,
    keep: AsciiSet,
    /// The result is text: a policy for bytes that are not UTF-8 applies.
    is_text: bool,
    times: u32,
    /// The scheme, if it has a [condition](Decodable::has_condition) on a record.
    gate: Option<Decodable>,
    are_lines: bool,
    nginx: bool,
    rules: Rules,
}

struct Fault {
    offset: usize,
    kind: DecodeErrorKind,
    round: u32,
}

type Done = Result<(), Fault>;

impl Fault {
    fn new(error: DecodeError) -> Self {
        Self { offset: error.position(), kind: error.kind(), round: 1 }
    }

    const fn is_malformed(&self) -> bool {
        matches!(self.kind, DecodeErrorKind::Truncated | DecodeErrorKind::BadHex)
    }

    /// Only the first round has offsets in the value: later rounds read decoded bytes.
    fn problem(&self, value: &[u8]) -> Problem {
        match (self.round, self.kind) {
            (1, kind) => refusal(self.offset, kind, value),
            (round, kind) => {
                let what = reports::refused_later(kind);
                Problem::new(0, format!("{what} in round {round} of decoding"))
            }
        }
    }
}

impl Decode {
    pub(super) fn new(args: &DecodeArgs) -> Self {
        let scheme = args.scheme.and_then(Decodable::named);
        let keywords = args.scheme == Some(Decodable::CgiKeywords);
        let gate = args.scheme.filter(|scheme| scheme.has_condition());
        let of_scheme = scheme.and_then(Named::utf8);
        let javascript = of_scheme == Some(Utf8::Strict);
        let rules = matches!(args.scheme, Some(Decodable::Modsecurity | Decodable::ModsecurityUni));
        // `+` separates search words: joined by spaces, they stay one record.
        let plus = args.plus
            || keywords
            || rules
            || scheme.is_some_and(|scheme| scheme.facts().space_is_plus);
        let utf8 = match args.utf8 {
            None if of_scheme.is_some() => of_scheme,
            None => args.common.only.then_some(Utf8::KeepEscaped),
            Some(Utf8Policy::Bytes) => None,
            Some(Utf8Policy::Strict) => Some(Utf8::Strict),
            Some(Utf8Policy::Lossy) => Some(Utf8::Lossy),
            Some(Utf8Policy::Keep) => Some(Utf8::KeepEscaped),
        };
        let mut keep = args.keep.unwrap_or_default();
        if scheme == Some(Named::Scheme(JS_URI)) {
            keep = keep.union(js::URI_KEPT);
        }
        let are_lines = args.common.are_lines();
        if are_lines {
            // A line must stay one line, and must not control a terminal.
            keep = keep.union(sets::CONTROLS);
        }
        let reject = args.reject.unwrap_or_default();
        let lenient = Decoder::new()
            .plus_as_space(plus)
            .keep(keep)
            .reject(reject)
            .utf8(utf8.unwrap_or_default());
        let probe = lenient.malformed(Malformed::Error);
        let strict = javascript || args.common.strict.is_some();
        Self {
            policy: if strict { probe } else { lenient },
            probe,
            refuses: strict || !reject.is_empty() || utf8 == Some(Utf8::Strict) || gate.is_some(),
            plus,
            keep,
            is_text: utf8.is_some(),
            times: args.times,
            gate,
            are_lines,
            nginx: args.scheme == Some(Decodable::Nginx),
            rules: args.common.rules(),
        }
    }

    /// Appends the decoded input, or nothing on an error. `Decoder::decode_times` does not fit: in
    /// lines, each round must keep the escapes that would become a character of `control`, which a
    /// policy cannot express, and each round must be text if one must.
    fn append(&self, decoder: Decoder, input: &[u8], outcome: &mut Outcome) -> Done {
        let old = outcome.output.len();
        self.append_once(decoder, input, 1, outcome)?;
        if self.times == 1 {
            return Ok(());
        }
        // A decoded `+` is a plus sign, and a decoded stray `%` is a percent sign.
        let again = decoder.plus_as_space(false).malformed(Malformed::Keep);
        for round in 2..=self.times {
            if again.find(&outcome.output[old..]).is_none() {
                break;
            }
            let mut before = mem::take(&mut outcome.scratch);
            before.clear();
            before.extend_from_slice(&outcome.output[old..]);
            outcome.output.truncate(old);
            let result = self.append_once(again, &before, round, outcome);
            outcome.scratch = before;
            result.map_err(|fault| Fault { round, ..fault })?;
        }
        Ok(())
    }

    fn append_once(
        &self,
        decoder: Decoder,
        input: &[u8],
        round: u32,
        outcome: &mut Outcome,
    ) -> Done {
        let old = outcome.output.len();
        self.append_all(decoder, input, outcome)?;
        if !self.are_lines {
            return Ok(());
        }
        match control::find(&outcome.output[old..]) {
            Some(at) => self
                .append_lines_again(decoder, input, (old, at), round, outcome)
                .inspect_err(|_| outcome.output.truncate(old)),
            None => Ok(()),
        }
    }

    /// Decodes again the lines whose result has a character of `control`: the first at this offset
    /// after this length of the output. Decoding adds and drops no line, so the others stay.
    fn append_lines_again(
        &self,
        decoder: Decoder,
        mut input: &[u8],
        (old, mut at): (usize, usize),
        round: u32,
        outcome: &mut Outcome,
    ) -> Done {
        let all = input.len();
        let decoded = if old == 0 {
            // The buffers change places: nothing is copied.
            mem::replace(&mut outcome.output, mem::take(&mut outcome.scratch))
        } else {
            outcome.output.split_off(old)
        };
        outcome.output.truncate(old);
        outcome.output.reserve(input.len());
        let mut left = &decoded[..];
        loop {
            let start = memrchr(b'\n', &left[..at]).map_or(0, |end| end + 1);
            let (lines, rest) = left.split_at(start);
            outcome.output.extend_from_slice(lines);
            let mut ends = memchr_iter(b'\n', input).map(|end| end + 1);
            let first =
                memchr_iter(b'\n', lines).fold(0, |_, _| ends.next().unwrap_or(input.len()));
            let end = ends.next().unwrap_or(input.len());
            let offset = all - input.len() + first;
            self.append_without_controls(decoder, &input[first..end], round, outcome)
                .map_err(|fault| Fault { offset: offset + fault.offset, ..fault })?;
            input = &input[end..];
            left = &rest[memchr(b'\n', rest).map_or(rest.len(), |end| end + 1)..];
            match control::find(left) {
                Some(next) => at = next,
                None => break,
            }
        }
        outcome.output.extend_from_slice(left);
        outcome.scratch = decoded;
        Ok(())
    }

    fn append_all(&self, decoder: Decoder, input: &[u8], outcome: &mut Outcome) -> Done {
        if !self.is_text {
            return decoder.decode_append(input, &mut outcome.output).map_err(Fault::new);
        }
        outcome.text.clear();
        // A long value that is refused leaves no copy.
        let result = decoder.decode_utf8_append(input, &mut outcome.text);
        result.inspect_err(|_| outcome.text = String::new()).map_err(Fault::new)?;
        if outcome.output.is_empty() {
            // The buffers change places: nothing is copied.
            let text = mem::take(&mut outcome.text).into_bytes();
            let empty = mem::replace(&mut outcome.output, text);
            outcome.text = String::from_utf8(empty).unwrap_or_default();
        } else {
            outcome.output.extend_from_slice(outcome.text.as_bytes());
        }
        Ok(())
    }

    /// Decodes, but keeps the escapes that would become a character of `control`. That is a whole
    /// character, so the bytes on both sides of it can be decoded separately.
    fn append_without_controls(
        &self,
        decoder: Decoder,
        input: &[u8],
        round: u32,
        outcome: &mut Outcome,
    ) -> Done {
        let mut from = 0;
        let append = |piece: Range<usize>, outcome: &mut Outcome| {
            let start = piece.start;
            self.append_all(decoder, &input[piece], outcome)
                .map_err(|fault| Fault { offset: start + fault.offset, ..fault })
        };
        for control in control::escaped_controls(input) {
            append(from..control.start, outcome)?;
            from = control.end;
            let written = &input[control];
            for (byte, unit) in control::units(written) {
                // In text, and after the first round, a single raw byte is half a character.
                if (self.is_text || round > 1) && unit.len() == 1 {
                    outcome.output.extend_from_slice(triplet(byte).as_bytes());
                } else {
                    outcome.output.extend_from_slice(&written[unit]);
                }
            }
        }
        append(from..input.len(), outcome)
    }

    /// True if decoding cannot change the value: it has no escapes, and is text if it must be.
    fn is_plain(&self, value: &[u8]) -> bool {
        let first = if self.plus { memchr2(b'%', b'+', value) } else { memchr(b'%', value) };
        first.is_none() && (!self.is_text || value.is_ascii() || str::from_utf8(value).is_ok())
    }

    /// Appends one decoded value, or nothing on an error. The field keeps the escapes of `of_field`.
    fn append_value(&self, value: &[u8], of_field: AsciiSet, outcome: &mut Outcome) -> Done {
        // The common case: most fields have no escapes.
        if self.is_plain(value) {
            outcome.output.extend_from_slice(value);
            return Ok(());
        }
        let keep = self.keep.union(of_field);
        match self.append(self.probe.keep(keep), value, outcome) {
            Err(fault) if fault.is_malformed() && self.policy != self.probe => {
                outcome.passed_on.count(value);
                self.append(self.policy.keep(keep), value, outcome)
            }
            result => result,
        }
    }

    /// Decodes record by record, for blocks with a refused record.
    fn value_by_value(&self, block: &Block<'_>, outcome: &mut Outcome) {
        self.rules.each_value(block, outcome, |value, outcome| {
            let nginx = self.nginx.then(|| control::from_nginx(value.bytes, !self.are_lines));
            match nginx.flatten() {
                None => self.value(value, outcome),
                // Offsets after the first decoding do not map to the record.
                Some(bytes) => self
                    .value(&Value::of_record(&bytes), outcome)
                    .map_err(|problem| Problem { offset: 0, ..problem }),
            }
        });
    }
}

impl Work for Decode {
    /// Records stay whole if one may be refused, or if characters must not be split.
    fn cut(&self) -> Cut {
        if self.refuses || self.is_text || self.times > 1 || self.nginx {
            self.rules.records.whole()
        } else {
            self.rules.records.in_pieces()
        }
    }

    fn block(&self, block: &Block<'_>, outcome: &mut Outcome) {
        if self.gate.is_some() || self.nginx {
            return self.value_by_value(block, outcome);
        }
        match self.append(self.probe, block.bytes, outcome) {
            Ok(()) => {}
            Err(fault)
                if fault.is_malformed()
                    && self.policy != self.probe
                    && self.append(self.policy, block.bytes, outcome).is_ok() =>
            {
                let (records, input) = (self.rules.records, &block.origin.input);
                let (mut position, mut from) = (block.position, 0);
                outcome.passed_on.count_records(input, block.bytes, |at| {
                    position = position.after(&block.bytes[from..at], records);
                    from = at;
                    let record = if records == Records::Raw { 1 } else { position.line };
                    [record, position.line, position.column]
                });
            }
            Err(_) => self.value_by_value(block, outcome),
        }
    }
}

impl Transform for Decode {
    fn needs(&self) -> Needs {
        let scope = if self.gate.is_some() { Scope::Whole } else { Scope::Text };
        let triggers = if self.plus { *b"%+" } else { *b"%%" };
        let triggers = Some(triggers).filter(|_| !self.is_text && self.gate.is_none());
        Needs { scope, nginx: self.nginx, clients: true, triggers }
    }

    fn value(&self, value: &Value<'_>, outcome: &mut Outcome) -> Result {
        let old = outcome.output.len();
        let opened = match self.gate {
            Some(scheme) => scheme.open(value.bytes)?,
            None => Opened { encoded: value.bytes.into(), start: Some(0) },
        };
        self.append_value(&opened.encoded, value.keep, outcome).map_err(|fault| {
            let problem = fault.problem(&opened.encoded);
            Problem { offset: opened.start.map_or(0, |start| start + problem.offset), ..problem }
        })?;
        if self.gate == Some(Decodable::CgiKeywords) && value.bytes.contains(&b'=') {
            // The value stays unchanged, but errors refuse it as elsewhere.
            outcome.output.truncate(old);
            outcome.output.extend_from_slice(value.bytes);
        }
        Ok(())
    }
}
