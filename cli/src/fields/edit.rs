//! A record that is rewritten or only read.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::role::{Escapes, Role};
use super::spelling::{Spelling, Spellings};
use super::usual::Fitting;
use super::{Each, Problem, Scope, Value, escape_mark, json_string};
use crate::control;

/// Copies the record and passes the selected values through `each`; or only passes the values,
/// without copying.
pub(super) struct Edit<'e, 'r> {
    record: &'r [u8],
    copies: bool,
    /// Reads the `\xHH` escapes of nginx as bytes.
    nginx: bool,
    scope: Scope,
    /// Undoes what a server escapes; `escapes` is what it does in the next field.
    clients: bool,
    escapes: Escapes,
    /// The record is known to fit.
    fits: Option<&'e Fitting>,
    /// The number of bytes copied so far.
    done: usize,
    each: Each<'e>,
    out: &'e mut Vec<u8>,
}

impl<'e, 'r> Edit<'e, 'r> {
    pub(super) fn new(record: &'r [u8], each: Each<'e>, out: &'e mut Vec<u8>) -> Self {
        Self {
            record,
            copies: true,
            nginx: false,
            scope: Scope::Bytes,
            clients: false,
            escapes: Escapes::None,
            fits: None,
            done: 0,
            each,
            out,
        }
    }

    /// An edit that only reads values: `each` owns `out`.
    pub(super) fn reader(record: &'r [u8], each: Each<'e>, out: &'e mut Vec<u8>) -> Self {
        Self { copies: false, done: record.len(), ..Self::new(record, each, out) }
    }

    /// Also reads the `\xHH` escapes of nginx.
    pub(super) fn nginx(self, nginx: bool) -> Self {
        Self { nginx, ..self }
    }

    /// Gives the client's bytes, where the server has escaped them.
    pub(super) fn clients(self, clients: bool) -> Self {
        Self { clients, ..self }
    }

    /// Sets what the server has escaped in the next field.
    pub(super) fn escapes(&mut self, escapes: Escapes) {
        // A space would split a record.
        let is_undone = self.clients && !(self.copies && escapes == Escapes::Plus);
        self.escapes = if is_undone { escapes } else { Escapes::None };
    }

    /// Sets what is given to `each` at a time.
    pub(super) fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// The record is known to fit, or not.
    pub(super) fn fitting(self, fits: Option<&'e Fitting>) -> Self {
        Self { fits, ..self }
    }

    /// The record is known to fit.
    pub(super) fn fitting_line(&self) -> Option<&'e Fitting> {
        self.fits
    }

    /// Returns true if values are only read.
    pub(super) fn is_reader(&self) -> bool {
        !self.copies
    }

    /// Rewrites a field or a part of one, with this index among the selected ones. The path and the
    /// query of a URL are separate values, because different characters are special in each.
    pub(super) fn field(
        &mut self,
        index: usize,
        span: Range<usize>,
        is_verbatim: bool,
        (spelling, role): (&Spelling, Role),
        spellings: &Spellings,
    ) -> Result<(), Problem> {
        match role {
            // The spelling does not matter for reading.
            _ if !self.copies => self.value(index, span, is_verbatim, &spelling.of_role(role)),
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

    /// Rewrites the value at `span`, which follows the values before it and has this index among
    /// the selected ones. `is_verbatim`: the value has no escapes of the format.
    pub(super) fn value(
        &mut self,
        index: usize,
        span: Range<usize>,
        is_verbatim: bool,
        spelling: &Spelling,
    ) -> Result<(), Problem> {
        let spelled = &self.record[span.clone()];
        let unescaped = match self.escapes {
            Escapes::None if self.nginx => control::from_nginx(spelled, false),
            escapes => escapes.undone(spelled, spelling.kept),
        };
        let is_verbatim = is_verbatim && unescaped.is_none();
        let spelled = unescaped.as_deref().unwrap_or(spelled);
        if self.copies {
            self.out.extend_from_slice(&self.record[self.done..span.start]);
            self.done = span.end;
        }
        let old = self.out.len();
        if self.copies && self.scope != Scope::Whole && spelling.has_parts(spelled) {
            let is_spelled = unescaped.is_none();
            let each = |at: usize, bytes: &[u8], out: &mut Vec<u8>| {
                let start = span.start + if is_spelled { at } else { 0 };
                let (kept, is_text) = (spelling.kept, false);
                (self.each)(
                    Value {
                        index,
                        bytes,
                        kept,
                        is_text,
                        is_component: true,
                        start,
                        is_verbatim: is_spelled,
                    },
                    out,
                )
            };
            spelling.rewrite(spelled, self.scope == Scope::Bytes, each, self.out)?;
        } else {
            self.whole(index, span.start, (spelled, is_verbatim), spelling)?;
        }
        if self.copies && span.start == 0 {
            escape_mark(old, self.out);
        }
        Ok(())
    }

    /// Edits a line that is a JSON string of the record, at `span`. `line` is the beginning of what the
    /// string says.
    pub(super) fn inside(
        &mut self,
        span: Range<usize>,
        string: &[u8],
        line: &[u8],
        edit: impl FnOnce(&mut Edit<'_, '_>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let (copies, start) = (self.copies, span.start);
        let mut new = Vec::new();
        let out = if copies { &mut new } else { &mut *self.out };
        let mut each = |value: Value<'_>, out: &mut Vec<u8>| {
            (self.each)(Value { start, is_verbatim: false, ..value }, out)
        };
        let inner = Edit { copies, ..Edit::new(line, &mut each, out) };
        let mut inner = inner.nginx(self.nginx).scope(self.scope).clients(self.clients);
        edit(&mut inner).map_err(|problem| Problem { offset: start, ..problem })?;
        if copies {
            inner.finish();
            self.out.extend_from_slice(&self.record[self.done..start]);
            self.done = start;
            if new != line {
                new.extend_from_slice(&string[line.len()..]);
                json_string::write(&new, char::is_control, self.out);
                self.done = span.end;
            }
        }
        Ok(())
    }

    /// Passes a value as a whole.
    fn whole(
        &mut self,
        index: usize,
        start: usize,
        (spelled, is_verbatim): (&[u8], bool),
        spelling: &Spelling,
    ) -> Result<(), Problem> {
        let old = self.out.len();
        let value = if is_verbatim {
            Cow::Borrowed(spelled)
        } else {
            let value = spelling.value(spelled);
            Cow::Owned(
                value.map_err(|problem| Problem { offset: start + problem.offset, ..problem })?,
            )
        };
        let (kept, is_text) = (spelling.kept, spelling.is_text());
        let is_component = spelling.is_component;
        let bytes = &*value;
        let given = Value { index, bytes, kept, is_text, is_component, start, is_verbatim };
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
            spelling.write(&new, self.out);
        }
        Ok(())
    }

    /// Copies the rest.
    pub(super) fn finish(self) {
        self.out.extend_from_slice(&self.record[self.done..]);
    }
}
