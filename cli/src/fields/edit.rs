//! A record that is being rewritten, or only read.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;
use percent_simd::triplet;

use super::format::Role;
use super::spelling::{Spelling, Spellings};
use super::{BOM, Each, Problem, Value};
use crate::control;

/// Copies the record, but for the values that go through `each`; or gives it the values and copies
/// nothing.
pub(super) struct Edit<'e, 'r> {
    record: &'r [u8],
    copies: bool,
    /// What nginx has written as `\xHH` is read as the bytes that it stands for.
    nginx: bool,
    /// How much has been copied.
    done: usize,
    each: Each<'e>,
    out: &'e mut Vec<u8>,
}

impl<'e, 'r> Edit<'e, 'r> {
    pub(super) fn new(record: &'r [u8], each: Each<'e>, out: &'e mut Vec<u8>) -> Self {
        Self { record, copies: true, nginx: false, done: 0, each, out }
    }

    /// The same, where values are only read: `out` is up to `each`.
    pub(super) fn reader(record: &'r [u8], each: Each<'e>, out: &'e mut Vec<u8>) -> Self {
        Self { record, copies: false, nginx: false, done: record.len(), each, out }
    }

    /// The same, where `\xHH` of nginx is one of the escapes.
    pub(super) fn nginx(self, nginx: bool) -> Self {
        Self { nginx, ..self }
    }

    /// Whether values are only read.
    pub(super) fn is_reader(&self) -> bool {
        !self.copies
    }

    /// Rewrites a field, or a part of one: of what is selected it is the one of this index. Of a URL
    /// the path and the query are values apart, as other characters mean something in each.
    pub(super) fn field(
        &mut self,
        index: usize,
        span: Range<usize>,
        is_verbatim: bool,
        (spelling, role): (&Spelling, Role),
        spellings: &Spellings,
    ) -> Result<(), Problem> {
        match role {
            // How it would be written is of no interest.
            _ if !self.copies => self.value(index, span, is_verbatim, spelling),
            Role::Text => self.value(index, span, is_verbatim, spelling),
            Role::Url => {
                let path = memchr(b'?', &self.record[span.clone()])
                    .map_or(span.clone(), |len| span.start..span.start + len);
                let query = path.end + 1..span.end;
                self.value(index, path, is_verbatim, &spellings.of(spelling, Role::Path))?;
                if query.start > span.end {
                    return Ok(());
                }
                self.value(index, query, is_verbatim, &spellings.of(spelling, Role::Query))
            }
            role => self.value(index, span, is_verbatim, &spellings.of(spelling, role)),
        }
    }

    /// Rewrites the value at `span`, which follows those rewritten before: of what is selected it
    /// is the one of this index. `is_verbatim`: without any escape of the format.
    pub(super) fn value(
        &mut self,
        index: usize,
        span: Range<usize>,
        is_verbatim: bool,
        spelling: &Spelling,
    ) -> Result<(), Problem> {
        let spelled = &self.record[span.clone()];
        let unescaped = if self.nginx { control::from_nginx(spelled, false) } else { None };
        let is_verbatim = is_verbatim && unescaped.is_none();
        let spelled = unescaped.as_deref().unwrap_or(spelled);
        if self.copies {
            self.out.extend_from_slice(&self.record[self.done..span.start]);
            self.done = span.end;
        }
        let old = self.out.len();
        let value =
            if is_verbatim {
                Cow::Borrowed(spelled)
            } else {
                Cow::Owned(spelling.value(spelled).map_err(|problem| Problem {
                    offset: span.start + problem.offset,
                    ..problem
                })?)
            };
        let given = Value {
            index,
            bytes: &value,
            kept: spelling.kept,
            is_text: spelling.is_text(),
            start: span.start,
            is_verbatim,
        };
        (self.each)(given, self.out)?;
        if !self.copies {
            return Ok(());
        }
        let new = &self.out[old..];
        let is_same = *new == *value;
        if is_same && !is_verbatim {
            self.out.truncate(old);
            self.out.extend_from_slice(spelled);
        } else if !is_same && (!is_verbatim || spelling.is_suspect(new)) {
            let new = self.out.split_off(old);
            spelling.write(&new, spelled, self.out);
        }
        if span.start == 0 && self.out[old..].starts_with(BOM) {
            let escaped = BOM.iter().flat_map(|&byte| triplet(byte).bytes());
            self.out.splice(old..old + BOM.len(), escaped);
        }
        Ok(())
    }

    /// Copies the rest.
    pub(super) fn finish(self) {
        self.out.extend_from_slice(&self.record[self.done..]);
    }
}
