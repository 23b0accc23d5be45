//! Decoding columns.

use alloc::vec::Vec;

use super::OnError;
use super::codec::{Codec, Refused};
use super::column::{Column, ColumnRef};
use super::error::{BatchError, BatchErrorKind};
use super::layouts::Fill;
use super::offset::Offset;
use super::view::View;
use crate::backend::Backend;
use crate::decode::{Decoder, Utf8};
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::marks::Block;

impl Decoder {
    /// Decodes every row of a column into another one, of any layout ([`Fill`] has a table), which is
    /// cleared first.
    ///
    /// In a [`Column`] room is made for as many bytes of values as the rows have; where it is there
    /// already, nothing is allocated. In a [`ViewColumn`](super::ViewColumn) rows that do not change
    /// are not copied, by the rule that its documentation says. The UTF-8 policy does not apply:
    /// rows are bytes. For text there is [`decode_utf8_batch`](Self::decode_utf8_batch).
    ///
    /// # Errors
    /// * Under [`OnError::Fail`] alone: [`Decode`](BatchErrorKind::Decode) for the first row that
    ///   the policy refuses.
    /// * [`Overflow`](BatchErrorKind::Overflow) from one layout to the other alone: for the first row
    ///   whose end `O` cannot hold, or that a view cannot.
    ///
    /// Then `output` is as it was.
    ///
    /// ```
    /// use percent_simd::{Decoder, Malformed};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let strict = Decoder::new().malformed(Malformed::Error);
    /// let input = ColumnRef::new(b"a%20b100%", &[0_u64, 5, 9]).unwrap();
    /// let mut output = Column::new();
    /// let error = strict.decode_batch(input, OnError::Fail, &mut output).unwrap_err();
    /// assert_eq!(error.to_string(), "row 1: malformed triplet at byte 3: the input ends before the second hex digit");
    ///
    /// strict.decode_batch(input, OnError::Null, &mut output).unwrap();
    /// assert!(output.iter().eq([Some(&b"a b"[..]), None]));
    /// assert_eq!((output.validity(), output.refused()), (Some(&[0b01][..]), 1));
    /// ```
    pub fn decode_batch<I, C: Fill<I>>(
        self,
        input: I,
        on_error: OnError,
        output: &mut C,
    ) -> Result<(), BatchError> {
        output.fill_by(input, &Decoding::new(self, on_error, false))
    }

    /// Decodes every row of a column to text, under the policy's [`Utf8`]: each row is UTF-8 by
    /// itself, and so are all values together. The other column, of any layout ([`Fill`] has a
    /// table), is cleared first.
    ///
    /// Under [`Utf8::Strict`] a row whose decoded bytes are not UTF-8 is refused. Under
    /// [`OnError::Keep`] a refused row becomes null if its undecoded bytes are not UTF-8.
    ///
    /// A [`Column`] reserves as many bytes of values as the rows have. A column with that capacity
    /// allocates nothing, unless the policy can make text longer than its input. A
    /// [`ViewColumn`](super::ViewColumn) does not copy unchanged rows.
    ///
    /// # Errors
    /// * Under [`OnError::Fail`] alone: [`Decode`](BatchErrorKind::Decode) for the first row that
    ///   the policy refuses.
    /// * [`Overflow`](BatchErrorKind::Overflow) for the first row whose end `O` cannot hold, or, in
    ///   views, that is too long for one. That takes [`Utf8::Lossy`] or [`Utf8::KeepEscaped`], and an
    ///   input of more than a third of the largest `O`; or another layout, as in
    ///   [`decode_batch`](Self::decode_batch).
    ///
    /// Then `output` is as it was.
    ///
    /// ```
    /// use percent_simd::{Decoder, Utf8};
    /// use percent_simd::batch::{Column, ColumnRef, OnError};
    ///
    /// let input = ColumnRef::new(b"caf%C3%A9%FF", &[0_i32, 9, 12]).unwrap();
    /// let mut output = Column::new();
    /// Decoder::new().decode_utf8_batch(input, OnError::Null, &mut output).unwrap();
    /// assert!(output.iter().eq([Some("café".as_bytes()), None]));
    /// Decoder::new().utf8(Utf8::Lossy).decode_utf8_batch(input, OnError::Fail, &mut output).unwrap();
    /// assert!(output.iter().eq(["café", "\u{FFFD}"].map(|row| Some(row.as_bytes()))));
    /// ```
    pub fn decode_utf8_batch<I, C: Fill<I>>(
        self,
        input: I,
        on_error: OnError,
        output: &mut C,
    ) -> Result<(), BatchError> {
        output.fill_by(input, &Decoding::new(self, on_error, true))
    }
}

/// The decoding of a column.
pub(super) struct Decoding {
    decoder: Decoder,
    backend: Backend,
    on_error: OnError,
    /// `true` if rows become text.
    is_text: bool,
}

impl Decoding {
    pub(super) fn new(decoder: Decoder, on_error: OnError, is_text: bool) -> Self {
        Self { decoder, backend: decoder.backend(), on_error, is_text }
    }

    /// The first row that is refused, as an error.
    fn check_bytes<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        let check = |bytes| kernel::decode::decoded_len(self.backend, bytes, &self.decoder.rules);
        for span in input.spans() {
            let mut rest = span;
            while !rest.is_empty() {
                let piece = input.piece(rest.clone());
                rest.start = piece.end;
                if check(input.bytes(piece.clone())).is_err()
                    || piece.clone().any(|row| input.may_split_triplet(row))
                {
                    for row in piece {
                        check(input.bytes(row..row + 1)).map_err(|error: DecodeError| {
                            BatchError::new(row, BatchErrorKind::Decode(error))
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// [`check`](Codec::check) for rows that become text.
    fn check_text<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        // Decoding many rows at once is quicker than a look at each.
        let trial = Self::new(self.decoder, OnError::Null, true);
        let (mut decoded, mut rest) = (Column::new(), 0..input.len());
        while !rest.is_empty() {
            let piece = input.piece(rest.clone());
            rest.start = piece.end;
            decoded.fill(input.slice(piece.clone()), &trial);
            if decoded.refused() == 0 {
                continue;
            }
            for (row, bytes) in piece.filter_map(|row| Some((row, input.row(row)?))) {
                self.decoder
                    .check_utf8(bytes)
                    .map_err(|error| BatchError::new(row, BatchErrorKind::Decode(error)))?;
            }
        }
        Ok(())
    }
}

impl Codec for Decoding {
    fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        if self.must_accept() {
            if self.is_text { self.check_text(input) } else { self.check_bytes(input) }?;
        }
        self.check_len(input)
    }

    fn must_accept(&self) -> bool {
        let can_fail =
            self.decoder.rules.can_fail() || self.is_text && self.decoder.utf8 == Utf8::Strict;
        self.on_error == OnError::Fail && can_fail
    }

    #[inline]
    fn may_change_short(&self, view: View, row: &[u8]) -> bool {
        if self.decoder.rules.reject_raw {
            return self.may_change(row);
        }
        view.may_have(b'%', if self.decoder.rules.plus_as_space { b'+' } else { b'%' })
    }

    fn refusal(&self, row: &[u8]) -> Option<DecodeError> {
        if self.is_text { self.decoder.check_utf8(row) } else { self.decoder.check(row) }.err()
    }

    fn grows(&self) -> bool {
        self.is_text && self.decoder.utf8 != Utf8::Strict
    }

    fn output_len(&self, row: &[u8]) -> usize {
        if !self.grows() {
            return row.len();
        }
        if self.refusal(row).is_some() {
            return self.instead(row).map_or(0, <[u8]>::len);
        }
        let mut len = 0_usize;
        self.decoder.text().each(row, |piece| len = len.saturating_add(piece.len()));
        len
    }

    fn find(&self, bytes: &[u8]) -> Option<usize> {
        let other = if self.decoder.rules.plus_as_space { b'+' } else { b'%' };
        let found = if self.decoder.rules.reject_raw {
            kernel::find::find_in(
                self.backend,
                bytes,
                &self.decoder.rules.rejected_raw().add(b'%').add(other),
            )
        } else {
            kernel::find::find_either(self.backend, bytes, b'%', other)
        };
        (found < bytes.len()).then_some(found)
    }

    fn backend(&self) -> Backend {
        self.backend
    }

    fn append_marked(
        &self,
        bytes: &[u8],
        output: &mut Vec<u8>,
        blocks: &mut [Block],
    ) -> Option<usize> {
        let mut decoded = None;
        let appended = kernel::trust::append(output, bytes.len(), |slots| {
            let rules = &self.decoder.rules;
            let (read, front) =
                kernel::columns::decode_marked(self.backend, bytes, slots, rules, blocks)
                    .ok_or(())?;
            decoded = Some(read);
            Ok::<_, ()>(front)
        });
        appended.ok().and(decoded)
    }

    fn len(bytes: usize, marked: usize) -> usize {
        bytes - marked
    }

    fn has_swaps(&self) -> bool {
        self.decoder.rules.plus_as_space
    }

    fn append_row(&self, row: &[u8], output: &mut Vec<u8>) -> Result<(), Refused> {
        let to = output.len();
        crate::decode::decode_append(self.backend, row, output, &self.decoder.rules)
            .map_err(|_| Refused)?;
        if self.is_text && kernel::text::text(self.backend, &output[to..]).is_none() {
            output.truncate(to);
            if self.decoder.utf8 == Utf8::Strict {
                return Err(Refused);
            }
            self.decoder.text().each(row, |piece| output.extend_from_slice(piece.as_bytes()));
        }
        Ok(())
    }

    fn text_by(&self) -> Option<Backend> {
        self.is_text.then_some(self.backend)
    }

    fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]> {
        let fits = !self.is_text || kernel::text::text(self.backend, row).is_some();
        (self.on_error == OnError::Keep && fits).then_some(row)
    }
}
