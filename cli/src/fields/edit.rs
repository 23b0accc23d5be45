//! A record that is rewritten or only read.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::fast_path::Fitting;
use super::spelling::Spelling;
use super::value::{Escapes, Spot};
use super::{
    Each, Fields, Holds, Problem, Result, Scope, Value, backslash, escape_mark, json_text,
};
use crate::control;

/// Copies the record and passes the selected values through `each`; or only passes the values,
/// without copying, and `each` owns `out`.
pub(super) struct Edit<'e> {
    pub(super) fields: &'e Fields,
    pub(super) record: &'e [u8],
    pub(super) copies: bool,
    /// The fields of the record, if it is known to fit.
    pub(super) fits: Option<&'e Fitting>,
    /// The escapes of the server in the next field.
    escapes: Escapes,
    done: usize,
    each: Each<'e>,
    out: &'e mut Vec<u8>,
}

impl<'e> Edit<'e> {
    pub(super) fn new(
        fields: &'e Fields,
        record: &'e [u8],
        copies: bool,
        each: Each<'e>,
        out: &'e mut Vec<u8>,
    ) -> Self {
        let escapes = Escapes::None;
        Self { fields, record, copies, fits: None, escapes, done: 0, each, out }
    }

    pub(super) fn escapes(&mut self, escapes: Escapes) {
        // A space would split a record.
        let is_undone = self.fields.clients && !(self.copies && escapes == Escapes::Plus);
        self.escapes = if is_undone { escapes } else { Escapes::None };
    }

    /// Rewrites a field or a part of one, with this index among the selected ones. The path and the
    /// query of a URL are separate values, because different characters are special in each.
    pub(super) fn field(&mut self, spot: Spot, spelling: &Spelling, role: Holds) -> Result {
        let spellings = &self.fields.spellings;
        match role {
            // The spelling does not matter for reading.
            _ if !self.copies => self.value(spot, &spelling.of_role(role)),
            Holds::Text => self.value(spot, spelling),
            Holds::Url | Holds::Target | Holds::Request => {
                let Range { start, end } = spot.span;
                let len = memchr(b'?', &self.record[start..end]);
                let path = start..len.map_or(end, |len| start + len);
                let query = path.end + 1..end;
                self.value(Spot { span: path, ..spot }, &spellings.of(spelling, Holds::Path))?;
                if query.start > end {
                    return Ok(());
                }
                self.value(Spot { span: query, ..spot }, &spellings.of(spelling, Holds::Query))
            }
            role => self.value(spot, &spellings.of(spelling, role)),
        }
    }

    pub(super) fn value(&mut self, spot: Spot, spelling: &Spelling) -> Result {
        let (record, scope, keep) = (self.record, self.fields.scope, spelling.keep);
        let Spot { index, ref span, .. } = spot;
        let spelled = &record[span.clone()];
        let unescaped = match self.escapes {
            Escapes::None if self.fields.nginx && !spelling.is_text() => {
                control::from_nginx(spelled, false)
            }
            Escapes::None => None,
            escapes => escapes.undone(spelled, keep),
        };
        let is_spelled = unescaped.is_none();
        let spelled = unescaped.as_deref().unwrap_or(spelled);
        if self.copies {
            self.out.extend_from_slice(&record[self.done..span.start]);
            self.done = span.end;
        }
        let old = self.out.len();
        if self.copies && scope != Scope::Whole && spelling.has_parts(spelled) {
            let each = |at: usize, bytes: &[u8], out: &mut Vec<u8>| {
                let start = span.start + if is_spelled { at } else { 0 };
                let (end, is_component, is_verbatim) = (start, true, is_spelled);
                let part = Value::of_record(bytes);
                (self.each)(
                    Value { index, keep, is_component, start, end, is_verbatim, ..part },
                    out,
                )
            };
            backslash::rewrite(spelled, spelling.splits, scope == Scope::Bytes, each, self.out)?;
        } else {
            let is_verbatim = spot.is_verbatim && is_spelled;
            self.whole(&Spot { is_verbatim, ..spot.clone() }, spelled, spelling)?;
        }
        if self.copies && span.start == 0 {
            escape_mark(old, self.out);
        }
        Ok(())
    }

    /// Edits a line that is a JSON string of the record; it may be only the beginning of it.
    pub(super) fn inside(
        &mut self,
        span: Range<usize>,
        string: &[u8],
        line: &[u8],
        edit: impl FnOnce(&mut Edit<'_>) -> Result,
    ) -> Result {
        let (copies, start) = (self.copies, span.start);
        let mut new = Vec::new();
        let out = if copies { &mut new } else { &mut *self.out };
        let mut each = |value: Value<'_>, out: &mut Vec<u8>| {
            (self.each)(Value { start, end: start, is_verbatim: false, ..value }, out)
        };
        let mut inner = Edit::new(self.fields, line, copies, &mut each, out);
        edit(&mut inner).map_err(|problem| Problem { offset: start, ..problem })?;
        if copies {
            inner.finish();
            self.out.extend_from_slice(&self.record[self.done..start]);
            self.done = start;
            if new != line {
                new.extend_from_slice(&string[line.len()..]);
                json_text::write(&new, char::is_control, self.out);
                self.done = span.end;
            }
        }
        Ok(())
    }

    fn whole(&mut self, spot: &Spot, spelled: &[u8], spelling: &Spelling) -> Result {
        let &Spot { index, span: Range { start, end }, is_verbatim } = spot;
        let old = self.out.len();
        let value = if is_verbatim {
            Cow::Borrowed(spelled)
        } else {
            let value = spelling.value(spelled);
            Cow::Owned(value.map_err(|problem| problem.after(start))?)
        };
        let (keep, is_text) = (spelling.keep, spelling.is_text());
        let (bytes, is_component) = (&*value, spelling.is_component);
        let given = Value { index, bytes, keep, is_text, is_component, start, end, is_verbatim };
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

    pub(super) fn finish(self) {
        self.out.extend_from_slice(&self.record[self.done..]);
    }
}
