//! `pct decode`.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::{memchr, memchr2};
use percent_simd::scheme::{JS_URI, alpn};
use percent_simd::{AsciiSet, DecodeError, DecodeErrorKind, Decoder, Malformed, Utf8, js, sets};

use crate::args::{DecodeArgs, Utf8Policy};
use crate::control;
use crate::records::{Cut, Place, Records};
use crate::report;
use crate::schemes::Named;
use crate::work::{Block, Done, Refusal, Rules, Transform, Work};

/// Decodes a whole block in one call, and looks at single records only where something must be
/// reported.
pub(crate) struct Decode {
    /// What was asked for. It fails only for what is to be reported.
    policy: Decoder,
    /// The same, but it fails for every malformed `%`.
    probe: Decoder,
    /// What the policy keeps.
    keep: AsciiSet,
    /// A `+` is a space.
    plus: bool,
    rules: Rules,
    /// How often what comes out is decoded.
    times: u32,
    /// The result is text: the policy for what is not UTF-8 applies.
    is_text: bool,
    /// Some records are reported.
    refuses: bool,
    /// What else a record must be.
    gate: Gate,
    /// Records are counted: each block must say whether something malformed is in it.
    counts: bool,
    /// The first block with something malformed. Behind it nobody asks whether a `%` is malformed
    /// that stays: the exit status is settled.
    settled: AtomicU64,
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

/// Why and where decoding fails, and in which round.
struct Fault {
    position: usize,
    kind: DecodeErrorKind,
    round: u32,
}

impl Fault {
    fn new(error: DecodeError) -> Self {
        Self { position: error.position(), kind: error.kind(), round: 1 }
    }

    const fn is_malformed(&self) -> bool {
        matches!(self.kind, DecodeErrorKind::Truncated | DecodeErrorKind::BadHex)
    }

    /// Positions in what an earlier round has decoded are none in the value.
    fn refusal(&self, value: &[u8]) -> Refusal {
        match (self.round, self.kind) {
            (1, kind) => Refusal {
                position: self.position,
                what: report::refused(kind, &value[self.position..]),
            },
            (round, kind) => Refusal {
                position: 0,
                what: format!("{} in round {round} of decoding", report::refused_later(kind)),
            },
        }
    }
}

impl Decode {
    pub(crate) fn new(args: &DecodeArgs) -> Self {
        let scheme = args.scheme.map(|decodable| decodable.scheme);
        let keywords = args.scheme.is_some_and(|decodable| decodable.keywords);
        let gate = match scheme {
            _ if keywords => Gate::Keywords,
            Some(Named::Alpn) => Gate::Alpn,
            _ => Gate::Open,
        };
        let javascript = scheme.is_some_and(|scheme| scheme.decodes_to_text());
        // `+` is what stands between search words: joined by spaces, they stay one record.
        let plus = args.plus || keywords || scheme.is_some_and(|scheme| scheme.space_is_plus());
        let kept =
            if scheme == Some(Named::Scheme(JS_URI)) { js::URI_KEPT } else { AsciiSet::EMPTY };
        let rules = args.common.rules();
        let records = rules.records;
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
        let strict = args.strict || javascript || args.common.on_error.is_some();
        let lenient = Decoder::new()
            .plus_as_space(plus)
            .keep(keep)
            .reject(reject)
            .utf8(utf8.unwrap_or_default());
        let probe = lenient.malformed(Malformed::Error);
        Self {
            policy: if strict { probe } else { lenient },
            probe,
            keep,
            plus,
            rules,
            times: args.times,
            is_text: utf8.is_some(),
            refuses: strict
                || !reject.is_empty()
                || utf8 == Some(Utf8::Strict)
                || gate != Gate::Open,
            gate,
            counts: args.common.input.stats,
            settled: AtomicU64::new(u64::MAX),
        }
    }

    /// Appends what the input decodes to, or nothing. The rounds are not `Decoder::decode_times`:
    /// in lines, each of them must keep what would make a C1 control character, which no policy
    /// says, and each of them must be text if one must.
    fn append(&self, decoder: Decoder, input: &[u8], done: &mut Done) -> Result<(), Fault> {
        let old = done.output.len();
        self.append_once(decoder, input, done)?;
        if self.times == 1 {
            return Ok(());
        }
        // A `+` that has come out is a plus, and so is a stray `%` a percent sign.
        let again = decoder.plus_as_space(false).malformed(Malformed::Keep);
        for round in 2..=self.times {
            if again.find(&done.output[old..]).is_none() {
                break;
            }
            let mut before = std::mem::take(&mut done.scratch);
            before.clear();
            before.extend_from_slice(&done.output[old..]);
            done.output.truncate(old);
            let result = self.append_once(again, &before, done);
            done.scratch = before;
            result.map_err(|fault| Fault { round, ..fault })?;
        }
        Ok(())
    }

    fn append_once(&self, decoder: Decoder, input: &[u8], done: &mut Done) -> Result<(), Fault> {
        let old = done.output.len();
        self.append_all(decoder, input, done).map_err(Fault::new)?;
        if self.rules.records == Records::Lines && control::has_c1(&done.output[old..]) {
            done.output.truncate(old);
            self.append_without_c1(decoder, input, done)
                .inspect_err(|_| done.output.truncate(old))?;
        }
        Ok(())
    }

    fn append_all(
        &self,
        decoder: Decoder,
        input: &[u8],
        done: &mut Done,
    ) -> Result<(), DecodeError> {
        if !self.is_text {
            return decoder.decode_append(input, &mut done.output);
        }
        done.text.clear();
        decoder.decode_utf8_append(input, &mut done.text)?;
        done.output.extend_from_slice(done.text.as_bytes());
        Ok(())
    }

    /// Escapes that would make a C1 control character stay. It is a whole character, so both its
    /// sides can be decoded alone.
    fn append_without_c1(
        &self,
        decoder: Decoder,
        input: &[u8],
        done: &mut Done,
    ) -> Result<(), Fault> {
        let mut from = 0;
        let append = |piece: Range<usize>, done: &mut Done| {
            let start = piece.start;
            self.append_all(decoder, &input[piece], done)
                .map_err(|error| Fault { position: start + error.position(), ..Fault::new(error) })
        };
        for c1 in control::escaped_c1(input) {
            append(from..c1.start, done)?;
            from = c1.end;
            match input[c1] {
                // In text the half that is raw cannot stand alone.
                [control::LEAD, ref last @ ..] if self.is_text => {
                    done.output.extend_from_slice(b"%C2");
                    done.output.extend_from_slice(last);
                }
                [ref lead @ .., last] if self.is_text && !last.is_ascii() => {
                    done.output.extend_from_slice(lead);
                    done.output.extend_from_slice(format!("%{last:02X}").as_bytes());
                }
                ref written => done.output.extend_from_slice(written),
            }
        }
        append(from..input.len(), done)
    }

    /// Whether decoding leaves the value as it is, whatever is kept: there is nothing to decode,
    /// and what should be text is.
    fn is_plain(&self, value: &[u8]) -> bool {
        let first = if self.plus { memchr2(b'%', b'+', value) } else { memchr(b'%', value) };
        first.is_none() && (!self.is_text || str::from_utf8(value).is_ok())
    }

    /// Appends what one value decodes to, or nothing.
    fn append_value(&self, value: &[u8], kept: AsciiSet, done: &mut Done) -> Result<(), Fault> {
        // As most fields of most lines are.
        if self.is_plain(value) {
            done.output.extend_from_slice(value);
            return Ok(());
        }
        let keep = self.keep.union(kept);
        match self.append(self.probe.keep(keep), value, done) {
            Err(fault) if fault.is_malformed() && self.policy != self.probe => {
                done.malformed = true;
                self.append(self.policy.keep(keep), value, done)
            }
            result => result,
        }
    }

    /// Where something in the block is refused: each record by itself.
    fn value_by_value(&self, block: &Block<'_>, done: &mut Done) {
        self.rules.each_value(block, done, |value, done| self.value(value, AsciiSet::EMPTY, done));
    }
}

impl Work for Decode {
    /// A record that may be refused stays whole, and so do characters where they matter.
    fn cut(&self) -> Cut {
        if self.refuses || self.is_text || self.times > 1 {
            self.rules.records.whole()
        } else {
            self.rules.records.in_pieces()
        }
    }

    fn block(&self, block: &Block<'_>, done: &mut Done) {
        if self.gate != Gate::Open {
            return self.value_by_value(block, done);
        }
        let strict = self.policy == self.probe;
        if strict || self.counts || block.index <= self.settled.load(Ordering::Relaxed) {
            match self.append(self.probe, block.bytes, done) {
                Ok(()) => return,
                Err(_) if strict => return self.value_by_value(block, done),
                Err(fault) if fault.is_malformed() => {
                    done.malformed = true;
                    self.settled.fetch_min(block.index, Ordering::Relaxed);
                    let Place { line, column } =
                        block.place.after(&block.bytes[..fault.position], self.rules.records);
                    done.first_kept = Some(format!("{}:{line}:{column}", block.input));
                }
                // What is malformed may come after what is refused.
                Err(_) => return self.value_by_value(block, done),
            }
        }
        if self.append(self.policy, block.bytes, done).is_err() {
            self.value_by_value(block, done);
        }
    }
}

impl Transform for Decode {
    fn value(&self, value: &[u8], kept: AsciiSet, done: &mut Done) -> Result<(), Refusal> {
        if self.gate == Gate::Alpn {
            alpn::check(value).map_err(|error| Fault::new(error).refusal(value))?;
        }
        let old = done.output.len();
        self.append_value(value, kept, done).map_err(|fault| fault.refusal(value))?;
        if self.gate == Gate::Keywords && value.contains(&b'=') {
            // It stays as it is, but what is refused elsewhere is refused here, too.
            done.output.truncate(old);
            done.output.extend_from_slice(value);
        }
        Ok(())
    }
}
