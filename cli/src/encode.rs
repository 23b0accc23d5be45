//! `pct encode`.

use memchr::memmem;
use percent_simd::Encoder;
use percent_simd::scheme::Scheme;

use crate::args::EncodeArgs;
use crate::records::{Cut, Records};
use crate::session::{Block, Session, Stop, Work};

/// Encodes a whole block in one call: what ends a record is taken out of the set.
pub(crate) struct Encode {
    encoder: Encoder,
    records: Records,
}

impl Encode {
    pub(crate) const CUT: Cut = Cut::Loose;

    /// The scheme's own encoder if no other set is given.
    pub(crate) fn new(args: &EncodeArgs) -> Self {
        let records = args.input.records();
        let mut set = args.set.unwrap_or(args.scheme.set());
        if let Some(terminator) = records.terminator() {
            set = set.remove(terminator);
        }
        let of_scheme = |has: fn(Scheme) -> bool| args.set.is_none() && has(args.scheme);
        let encoder = Encoder::new(set)
            .space_as_plus(args.plus || of_scheme(Scheme::space_is_plus))
            .keep_escapes(args.keep_escapes || of_scheme(Scheme::keeps_escapes))
            .lowercase_hex(args.lower);
        Self { encoder, records }
    }
}

impl Work for Encode {
    fn block(&mut self, block: &Block<'_>, session: &mut Session) -> Result<(), Stop> {
        let (mut rest, mut end) = (block.bytes, &b""[..]);
        if self.records == Records::Lines {
            // The CR of a line's end stays; the LF is in no set here.
            let mut done = 0;
            for crlf in memmem::find_iter(rest, b"\r\n") {
                self.encoder.encode_append_bytes(&rest[done..crlf], &mut session.output);
                session.output.push(b'\r');
                done = crlf + 1;
            }
            rest = &rest[done..];
            if block.last && rest.ends_with(b"\r") {
                (rest, end) = rest.split_at(rest.len() - 1);
            }
        }
        self.encoder.encode_append_bytes(rest, &mut session.output);
        session.output.extend_from_slice(end);
        Ok(())
    }
}
