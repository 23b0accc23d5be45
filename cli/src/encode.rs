//! `pct encode`.

use memchr::memmem;
use percent_simd::{AsciiSet, Encoder};

use crate::args::EncodeArgs;
use crate::records::{Cut, Records};
use crate::schemes::Named;
use crate::work::{Block, Done, Refusal, Transform, Work};

/// Encodes a whole block in one call: what ends a record is taken out of the set.
pub(crate) struct Encode {
    encoder: Encoder,
    /// The same for the value of a field: what would end a record ends none in it.
    in_field: Encoder,
    records: Records,
}

impl Encode {
    /// The scheme's own encoder if no other set is given.
    pub(crate) fn new(args: &EncodeArgs) -> Self {
        let records = args.common.input.records();
        let all = args.set.unwrap_or(args.scheme.set());
        let set = records.terminator().map_or(all, |terminator| all.remove(terminator));
        let of_scheme = |has: fn(Named) -> bool| args.set.is_none() && has(args.scheme);
        let encoder = |set| {
            Encoder::new(set)
                .space_as_plus(args.plus || of_scheme(Named::space_is_plus))
                .keep_escapes(args.keep_escapes || of_scheme(Named::keeps_escapes))
                .lowercase_hex(args.lower)
        };
        Self { encoder: encoder(set), in_field: encoder(all), records }
    }
}

impl Work for Encode {
    fn cut(&self) -> Cut {
        self.records.in_pieces()
    }

    fn block(&self, block: &Block<'_>, done: &mut Done) {
        let (mut rest, mut end) = (block.bytes, &b""[..]);
        if self.records == Records::Lines {
            // The CR of a line's end stays; the LF is in no set here.
            let mut from = 0;
            for crlf in memmem::find_iter(rest, b"\r\n") {
                self.encoder.encode_append_bytes(&rest[from..crlf], &mut done.output);
                done.output.push(b'\r');
                from = crlf + 1;
            }
            rest = &rest[from..];
            if block.last && rest.ends_with(b"\r") {
                (rest, end) = rest.split_at(rest.len() - 1);
            }
        }
        self.encoder.encode_append_bytes(rest, &mut done.output);
        done.output.extend_from_slice(end);
    }
}

impl Transform for Encode {
    fn value(&self, value: &[u8], _kept: AsciiSet, done: &mut Done) -> Result<(), Refusal> {
        self.in_field.encode_append_bytes(value, &mut done.output);
        Ok(())
    }
}
