//! `pct encode`.

use memchr::memmem;
use percent_simd::Encoder;

use crate::args::EncodeArgs;
use crate::records::{Cut, Records};
use crate::schemes::Unavailable;
use crate::session::{Block, Session, Stop, Work};

/// Encodes a whole block in one call: what ends a record is taken out of the set.
pub(crate) struct Encode {
    encoder: Encoder,
    records: Records,
}

impl Encode {
    pub(crate) const CUT: Cut = Cut::Loose;

    pub(crate) fn new(args: &EncodeArgs) -> Result<Self, Unavailable> {
        let records = args.input.records();
        let mut encoding = match args.set {
            Some(set) => set.into(),
            None => args.scheme.encoding()?,
        };
        if let Some(terminator) = records.terminator() {
            encoding.set = encoding.set.remove(terminator);
        }
        encoding.space_as_plus |= args.plus;
        encoding.keep_escapes |= args.keep_escapes;
        Ok(Self { encoder: encoding.encoder().lowercase_hex(args.lower), records })
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
