//! The operation on a column.

use alloc::vec::Vec;

use super::OnError;
use super::column::{Column, ColumnRef};
use super::error::{BatchError, BatchErrorKind};
use super::offset::{Offset, check_ends};
use super::view::View;
use crate::backend::Backend;
use crate::decode::{Decoder, Utf8};
use crate::encode::Encoder;
use crate::error::DecodeError;
use crate::kernel;
use crate::kernel::marks::Block;
use crate::kernel::rules::EncodeRules;

/// An operation on a column. (Public, because [`Fill`](super::Fill) names it, and out of reach.)
pub struct Codec {
    pub(super) backend: Backend,
    work: Work,
    on_error: OnError,
    /// `true` if decoded rows become text.
    pub(super) must_be_text: bool,
    /// `true` if a row may become longer: up to three times as long.
    pub(super) grows: bool,
    /// The number of bytes by which a marked byte makes the output longer than the input.
    pub(super) growth_of_marked: isize,
    /// `true` if unmarked bytes may change.
    pub(super) has_swaps: bool,
}

enum Work {
    Decode(Decoder),
    Encode(EncodeRules),
}

use Work::{Decode, Encode};

impl Codec {
    #[inline]
    pub(super) fn decoding(decoder: Decoder, on_error: OnError, must_be_text: bool) -> Self {
        Self {
            backend: decoder.backend(),
            work: Decode(decoder),
            on_error,
            must_be_text,
            grows: must_be_text && decoder.utf8 != Utf8::Strict,
            growth_of_marked: -1,
            has_swaps: decoder.rules.plus_as_space,
        }
    }

    #[inline]
    pub(super) fn encoding(encoder: Encoder) -> Self {
        Self {
            backend: encoder.backend(),
            work: Encode(encoder.rules),
            on_error: OnError::Fail,
            must_be_text: false,
            grows: true,
            growth_of_marked: 2,
            has_swaps: encoder.rules.space_as_plus,
        }
    }

    /// The first of these bytes that may change or be refused, however they are cut into rows.
    #[inline]
    pub(super) fn find(&self, bytes: &[u8]) -> Option<usize> {
        let rules = match &self.work {
            // Bytes of two rows make no triplet and no sequence, so none is passed over.
            Encode(rules) => {
                let rules = EncodeRules { keep_escapes: false, keep_non_ascii: false, ..*rules };
                let found = kernel::encode::find_escapable::<true>(self.backend, bytes, &rules);
                return (found < bytes.len()).then_some(found);
            }
            Decode(decoder) => &decoder.rules,
        };
        let other = if rules.plus_as_space { b'+' } else { b'%' };
        let found = if rules.reject_raw {
            let set = rules.rejected_raw().add(b'%').add(other);
            kernel::find::find_in(self.backend, bytes, &set)
        } else {
            kernel::find::find_either(self.backend, bytes, b'%', other)
        };
        (found < bytes.len()).then_some(found)
    }

    /// Appends the output of bytes, which may be of many rows, and marks those that give another
    /// number of bytes than one. Returns how many bytes are done: less than all of them if something
    /// is refused soon after; then the marks before that place hold. `None` where the backend has no
    /// kernel for it, or where marks do not give the output's length.
    ///
    /// If a triplet spans two rows, the output of both is wrong. Output that must be text may not
    /// be UTF-8 yet.
    #[inline]
    pub(super) fn append_marked(
        &self,
        bytes: &[u8],
        output: &mut Vec<u8>,
        blocks: &mut [Block],
    ) -> Option<usize> {
        match &self.work {
            Decode(decoder) => {
                let mut decoded = None;
                let appended = kernel::trust::append(output, bytes.len(), |slots| {
                    let rules = &decoder.rules;
                    let (read, front) =
                        kernel::columns::decode_marked(self.backend, bytes, slots, rules, blocks)
                            .ok_or(())?;
                    decoded = Some(read);
                    Ok::<_, ()>(front)
                });
                appended.ok().and(decoded)
            }
            // Kept triplets and sequences would be marked, too.
            Encode(rules)
                if rules.keeps_sequences()
                    || !kernel::columns::mark_escaped(self.backend, bytes, rules, blocks) =>
            {
                None
            }
            Encode(rules) => {
                crate::encode::encode_append(self.backend, bytes, output, rules);
                Some(bytes.len())
            }
        }
    }

    /// Appends the output of one row. Returns `false`, and appends nothing, if it is refused.
    #[inline]
    pub(super) fn append_row(&self, row: &[u8], output: &mut Vec<u8>) -> bool {
        let decoder = match &self.work {
            Encode(rules) => {
                crate::encode::encode_append(self.backend, row, output, rules);
                return true;
            }
            Decode(decoder) => decoder,
        };
        let to = output.len();
        if crate::decode::decode_append(self.backend, row, output, &decoder.rules).is_err() {
            return false;
        }
        if self.must_be_text && kernel::text::text(self.backend, &output[to..]).is_none() {
            output.truncate(to);
            if decoder.utf8 == Utf8::Strict {
                return false;
            }
            decoder.lenient().each_piece(row, |piece| output.extend_from_slice(piece.as_bytes()));
        }
        true
    }

    /// Returns whether the output is text.
    #[cfg(feature = "arrow")]
    pub(super) const fn gives_text(&self) -> bool {
        self.must_be_text || matches!(self.work, Encode(_))
    }

    /// The replacement of a refused row; `None` makes it null.
    #[inline]
    pub(super) fn instead<'a>(&self, row: &'a [u8]) -> Option<&'a [u8]> {
        let keeps = self.on_error == OnError::Keep;
        let fits = !self.must_be_text || kernel::text::text(self.backend, row).is_some();
        (keeps && fits).then_some(row)
    }

    /// The first row that makes the call fail, as an error: one that is refused, or whose end the
    /// type of offsets cannot hold.
    pub(super) fn check<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        if self.must_accept() {
            self.check_rows(input)?;
        }
        if !self.grows || input.bytes(0..input.len()).len() <= O::MOST / 3 {
            return Ok(());
        }
        check_ends::<O>(input.iter().map(|row| self.output_len(row.unwrap_or_default())))
    }

    /// The first row that is refused, as an error. Many rows at once are measured, or decoded if they
    /// become text, which is quicker than a look at each.
    fn check_rows<O: Offset>(&self, input: ColumnRef<'_, O>) -> Result<(), BatchError> {
        let Decode(decoder) = self.work else { return Ok(()) };
        let trial = Self::decoding(decoder, OnError::Null, self.must_be_text);
        let (mut decoded, mut rest) = (Column::new(), 0..input.len());
        while !rest.is_empty() {
            let piece = input.piece(rest.clone());
            let (start, rows) = (piece.start, input.slice(piece.clone()));
            rest.start = piece.end;
            let is_accepted = if self.must_be_text {
                decoded.fill(rows, &trial);
                decoded.refused() == 0
            } else {
                let bytes = input.bytes(piece.clone());
                self.find(bytes).is_none()
                    || decoder.decoded_len(bytes).is_ok() && input.first_split(piece).is_none()
            };
            let refused = if is_accepted { None } else { self.first_refused(rows.iter()) };
            if let Some(error) = refused {
                return Err(BatchError::new(start + error.row(), error.kind()));
            }
        }
        Ok(())
    }

    /// The first of these rows that is refused, as an error.
    #[cold]
    pub(super) fn first_refused<'a>(
        &self,
        rows: impl Iterator<Item = Option<&'a [u8]>>,
    ) -> Option<BatchError> {
        rows.enumerate().find_map(|(row, bytes)| {
            Some(BatchError::new(row, BatchErrorKind::Decode(self.refusal(bytes?)?)))
        })
    }

    /// Returns whether a row that is refused makes the call fail.
    #[inline]
    pub(super) fn must_accept(&self) -> bool {
        let Decode(decoder) = &self.work else { return false };
        let may_refuse =
            decoder.rules.can_fail() || self.must_be_text && decoder.utf8 == Utf8::Strict;
        self.on_error == OnError::Fail && may_refuse
    }

    /// Why a row is refused.
    #[inline]
    fn refusal(&self, row: &[u8]) -> Option<DecodeError> {
        match self.work {
            Decode(decoder) if self.must_be_text => decoder.check_utf8(row).err(),
            Decode(decoder) => decoder.check(row).err(),
            Encode(_) => None,
        }
    }

    /// The length of a row's output, or of its replacement if it is refused.
    #[inline]
    pub(super) fn output_len(&self, row: &[u8]) -> usize {
        match &self.work {
            Encode(rules) => kernel::encode::encoded_len::<true>(self.backend, row, rules),
            Decode(_) if !self.grows => row.len(),
            Decode(_) if self.refusal(row).is_some() => self.instead(row).map_or(0, <[u8]>::len),
            Decode(decoder) => {
                let mut len = 0_usize;
                decoder.lenient().each_piece(row, |piece| len = len.saturating_add(piece.len()));
                len
            }
        }
    }

    /// Returns whether a row that is in its view may change or be refused.
    #[inline]
    pub(super) fn may_change_short(&self, view: View, row: &[u8]) -> bool {
        match &self.work {
            Decode(decoder) if !decoder.rules.reject_raw => {
                view.may_have(b'%', if decoder.rules.plus_as_space { b'+' } else { b'%' })
            }
            _ => {
                self.find(row).is_some()
                    || self.must_be_text && kernel::text::text(self.backend, row).is_none()
            }
        }
    }
}
