//! Records that are read, checked or rewritten, by the reader of their format.

use std::ops::Range;
use std::sync::Arc;

use super::edit::Edit;
use super::fast_path::{FastLines, Fitting};
use super::selection::Picks;
use super::template::{Kind, Place as At, Template, strip};
use super::{
    Each, FieldSet, Fields, Format, Header, Problem, Result, Selection, Value, json, json_pointer,
    log, logfmt, selection, table, without_bom,
};

const NO_DATE: &str = "no `#Fields:` line names the columns, and the first one is no date as in the standard log; name them with --fields";

/// The selected values of a record, in its order. Reusable: reading clears it.
#[derive(Clone, Debug, Default)]
pub struct Values {
    places: Vec<Place>,
    /// The values that the record spells with escapes, unescaped.
    unescaped: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Place {
    index: usize,
    start: usize,
    end: usize,
    /// In the record, or in `unescaped`.
    span: Range<usize>,
    is_verbatim: bool,
    is_component: bool,
}

impl Values {
    /// Sets the record, from this offset on, as the only value.
    pub fn whole(&mut self, record: &[u8], start: usize) {
        self.clear();
        let span = start..record.len();
        let (index, end, is_verbatim, is_component) = (0, record.len(), true, false);
        self.places.push(Place { index, start, end, span, is_verbatim, is_component });
    }

    fn clear(&mut self) {
        self.places.clear();
        self.unescaped.clear();
    }

    pub fn of<'a>(&'a self, record: &'a [u8]) -> impl Iterator<Item = Value<'a>> + Clone {
        self.places.iter().map(move |place| {
            let &Place { index, start, end, ref span, is_verbatim, is_component } = place;
            let all = if is_verbatim { record } else { &self.unescaped };
            let value = Value::of_record(&all[span.clone()]);
            Value { index, start, end, is_verbatim, is_component, ..value }
        })
    }

    /// The text of the record from here on, outside the values, which has no index.
    pub fn outside<'a>(&'a self, record: &'a [u8], from: usize) -> impl Iterator<Item = Value<'a>> {
        let places = self.places.iter().map(|place| place.start..place.end);
        let mut start = from;
        places.chain(std::iter::once(record.len()..record.len())).filter_map(move |place| {
            let outside = start..place.start;
            start = start.max(place.end);
            let bytes = record.get(outside.clone()).filter(|bytes| !bytes.is_empty())?;
            let Range { start, end } = outside;
            Some(Value { index: usize::MAX, start, end, ..Value::of_record(bytes) })
        })
    }
}

impl Fields {
    /// Fields that are only read: they may overlap, and in JSON be numbers, `true` and `false`.
    pub fn to_read(format: Format, selectors: &[String]) -> Result<Self, String> {
        Self::select(format, selectors, true)
    }

    /// The fields of URLs as far as the format defines them, which may be none, and those of the client.
    /// The names of columns in the first record say how many fields the others have.
    pub fn of_requests(format: Format) -> Result<Self, String> {
        let names: Arc<[String]> = [format.defaults(), format.clients()].concat().into();
        let selection = selection::select(format, &[], &names, true)?;
        Ok(Self::of(format, names, selection))
    }

    pub const fn format(&self) -> Format {
        self.format
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The target whose path the server has decoded, so that only its query is a URL's.
    pub fn decoded_target<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        let (template, _) = self.of_log()?;
        let target = template.fields.iter().position(|field| field.kind == Kind::DecodedUrl)?;
        let mut span = 0..0;
        let each =
            |number, place: At| span = if number == target { place.span } else { span.clone() };
        template.matches(record, 0, 0, each).ok()?;
        record.get(span)
    }

    /// Some of the keys that servers use: most of them do not exist.
    pub fn guessed(mut self) -> Self {
        if let Selection::Keys(tree) = &mut self.selection {
            Arc::make_mut(tree).are_defaults = true;
        }
        self
    }

    /// True for fields found by the names that servers use: most of them do not exist.
    pub fn are_guessed(&self) -> bool {
        matches!(&self.selection, Selection::Keys(tree) if tree.are_defaults)
    }

    /// True for a selector that may have several values in a record.
    pub fn is_list(&self, selector: usize) -> bool {
        self.format == Format::Jsonl
            && self.names.get(selector).is_some_and(|name| json_pointer::is_list(name))
    }

    /// The label of each selector: the header's name of a number, or the selector itself.
    pub fn labels<'a>(&'a self, header: &'a Header) -> impl Iterator<Item = &'a [u8]> + 'a {
        let labels = header.0.as_ref().map(|picks| &*picks.labels).unwrap_or_default();
        let label = move |at: usize| labels.get(at).and_then(Option::as_deref);
        let name = move |at: usize| self.names.get(at).map_or(&b""[..], |name| name.as_bytes());
        let count = self.names.len().max(labels.len());
        (0..count).map(move |at| label(at).unwrap_or_else(|| name(at)))
    }

    /// The fields selected in records after this header, in the order of the selectors: the index
    /// in [`names`](Self::names), and the [`Value::index`]. One name may select several fields.
    pub fn given<'a>(&'a self, header: &'a Header) -> impl Iterator<Item = (usize, usize)> + 'a {
        let picks = header.0.as_ref().map(|picks| &*picks.given).unwrap_or_default();
        let json = match &self.selection {
            Selection::Keys(tree) => Some((0..).zip(tree.indices.iter().copied())),
            _ => None,
        };
        picks.iter().copied().chain(json.into_iter().flatten())
    }

    /// Returns true if this record names the fields of the records after it.
    pub fn names_fields(&self, header: &Header, record: &[u8]) -> bool {
        matches!(self.selection, Selection::Named(..))
            && self.format.has_header_record()
            && header.0.is_none()
            && !without_bom(record).is_empty()
    }

    /// The lines of a block that need not be split: they fit, have the selected fields, and contain
    /// neither these bytes nor a backslash, which could spell them. Lines in doubt are not among them,
    /// and no line is without `triggers`; but those that fit are known.
    pub fn fast_lines<'a>(&'a self, block: &'a [u8], triggers: Option<[u8; 2]>) -> FastLines<'a> {
        let fast_path = self.fast_path.as_ref().filter(|_| self.end == b'\n');
        FastLines::new(fast_path, block, triggers)
    }

    /// Checks a record like [`read`](Self::read), but returns only the set of fields.
    pub fn check(&self, header: &mut Header, record: &[u8]) -> Result<FieldSet> {
        let mut present = FieldSet::NONE;
        let mut each = |value: Value<'_>, _: &mut Vec<u8>| {
            present = present.and(value.index);
            Ok(())
        };
        let mut nothing = Vec::new();
        self.edit(header, &mut Edit::new(self, record, false, &mut each, &mut nothing))?;
        Ok(present)
    }

    /// Reads a record, given without its terminator, and updates `header` from it. `fits`: it is known to
    /// fit.
    pub fn read(
        &self,
        fits: Option<&Fitting>,
        header: &mut Header,
        record: &[u8],
        values: &mut Values,
    ) -> Result {
        values.clear();
        let Values { places, unescaped } = values;
        let mut each = |value: Value<'_>, unescaped: &mut Vec<u8>| {
            let span = if value.is_verbatim {
                value.start..value.start + value.bytes.len()
            } else {
                let from = unescaped.len();
                unescaped.extend_from_slice(value.bytes);
                from..unescaped.len()
            };
            let Value { index, start, end, is_verbatim, is_component, .. } = value;
            places.push(Place { index, start, end, span, is_verbatim, is_component });
            Ok(())
        };
        let mut edit = Edit::new(self, record, false, &mut each, unescaped);
        edit.fits = fits;
        self.edit(header, &mut edit)
    }

    /// Appends a record, given without its terminator, with the selected values replaced by the
    /// output of `each`, in the order of the record. Updates `header` from the record. `fits`: it is
    /// known to fit.
    ///
    /// # Errors
    /// The record is malformed, or `each` refuses it: then nothing is appended. (A header with a
    /// missing name is reported; its other names count.)
    pub fn rewrite(
        &self,
        fits: Option<&Fitting>,
        header: &mut Header,
        record: &[u8],
        each: Each<'_>,
        out: &mut Vec<u8>,
    ) -> Result {
        let old = out.len();
        let mut edit = Edit::new(self, record, true, each, out);
        edit.fits = fits;
        let result = self.edit(header, &mut edit);
        edit.finish();
        result.inspect_err(|_| out.truncate(old))
    }

    fn edit(&self, header: &mut Header, edit: &mut Edit<'_>) -> Result {
        let (record, content) = (edit.record, without_bom(edit.record));
        if content.is_empty() {
            return Ok(());
        }
        let from = record.len() - content.len();
        if let Some(inside) = &self.inside
            && (!inside.is_optional || content.starts_with(b"{"))
        {
            return self.edit_inside(inside, header, from, edit);
        }
        let from = match self.prefix {
            Some(prefix) => {
                let len = prefix.len(content);
                from + len.ok_or_else(|| Problem::new(from, prefix.missing()))?
            }
            None => from,
        };
        self.edit_line(header, from, edit)
    }

    pub(super) fn edit_line(
        &self,
        header: &mut Header,
        from: usize,
        edit: &mut Edit<'_>,
    ) -> Result {
        let content = &edit.record[from..];
        match &self.selection {
            Selection::Keys(wanted) => {
                return match self.format {
                    Format::Logfmt => logfmt::rewrite(wanted, from, edit)
                        .map_err(|problem| self.explained(problem, content)),
                    _ => json::rewrite(wanted, from, edit),
                };
            }
            Selection::Named(named, _) if self.read_header(named, header, content) => {
                let missing = header.0.as_ref().and_then(|picks| picks.missing.clone());
                return missing.map_or(Ok(()), |missing| {
                    Err(Problem { in_header: true, ..Problem::new(from, missing) })
                });
            }
            _ if self.format.has_directives() && content.starts_with(b"#") => return Ok(()),
            _ => {}
        }
        let Some(picks) = &header.0 else {
            let directive = self.format.directive();
            let what = format!(
                "no names of fields: no `{directive}` line says what these are; select them by number, from 1"
            );
            return Err(Problem::new(from, what));
        };
        let result = match self.format {
            Format::Log(template) => self.edit_log(template, picks, from, edit),
            _ => self.edit_table(picks, from, edit),
        };
        result.map_err(|problem| match problem.is_misfit {
            true => self.explained(problem, content),
            false => problem,
        })
    }

    fn edit_table(&self, picks: &Picks, from: usize, edit: &mut Edit<'_>) -> Result {
        let dialect = match picks.columns {
            Some(columns) => {
                let is_exact = self.format.has_header_record();
                table::fitting(edit.record, from, self.dialect(), columns, is_exact)?
            }
            None if matches!(&self.selection, Selection::Named(named, _) if named.numbered.is_none())
                && self.format.has_directives()
                && strip(&edit.record[from..], b"9999-99-99").is_none() =>
            {
                return Err(Problem::misfit(from, NO_DATE));
            }
            None => self.dialect(),
        };
        table::rewrite(picks, dialect, from, edit)
    }

    /// By this template, or else by the first of the others that the record fits.
    fn edit_log(
        &self,
        template: &'static Template,
        picks: &Picks,
        from: usize,
        edit: &mut Edit<'_>,
    ) -> Result {
        let is_misfit =
            |result: &Result<_>| result.as_ref().is_err_and(|problem| problem.is_misfit);
        let first = log::rewrite(template, picks, from, edit);
        if !is_misfit(&first) {
            return first;
        }
        let others = self.others.iter().filter_map(Self::of_log);
        let mut results = others.map(|(one, picks)| log::rewrite(one, picks, from, edit));
        results.find(|result| !is_misfit(result)).unwrap_or(first)
    }

    /// The problem with the format's name and a remedy.
    #[cold]
    fn explained(&self, problem: Problem, record: &[u8]) -> Problem {
        let (name, Problem { what, .. }) = (self.format.name(), &problem);
        let what = match self.format {
            Format::Log(_) => format!("does not fit {name}: {what}; {}", self.remedy(record)),
            _ => format!("does not fit {name}: {what}"),
        };
        Problem { what: what.into(), ..problem }
    }
}
