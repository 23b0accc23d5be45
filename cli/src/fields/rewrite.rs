//! A record that is rewritten, by the reader of its format.

use super::edit::Edit;
use super::selection::Picks;
use super::template::Template;
use super::usual::Fitting;
use super::{
    Each, Fields, Format, Header, Problem, Selection, json, log, logfmt, prefix, table, without_bom,
};

const NO_DATE: &str = "no `#Fields:` line names the columns, and the first one is no date as in the standard log; name them with --fields";

impl Fields {
    /// Appends a record, given without its terminator, with the selected values replaced by the
    /// output of `each`, in the order of the record. Updates `header` from the record.
    ///
    /// # Errors
    /// The record is malformed, or `each` refuses it: then nothing is appended. (A header with a
    /// missing name is reported; its other names count.)
    pub fn rewrite(
        &self,
        header: &mut Header,
        record: &[u8],
        each: Each<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        self.rewrite_fitting(None, header, record, each, out)
    }

    /// [`rewrite`](Self::rewrite); `fits`: the record is known to fit
    /// ([`next_fits`](UsualLines::next_fits)).
    ///
    /// # Errors
    /// Those of [`rewrite`](Self::rewrite).
    pub fn rewrite_fitting(
        &self,
        fits: Option<&Fitting>,
        header: &mut Header,
        record: &[u8],
        each: Each<'_>,
        out: &mut Vec<u8>,
    ) -> Result<(), Problem> {
        let old = out.len();
        let edit = Edit::new(record, each, out).nginx(self.nginx).scope(self.scope);
        let mut edit = edit.fitting(fits).clients(self.clients);
        let result = self.edit(header, record, &mut edit);
        edit.finish();
        result.inspect_err(|_| out.truncate(old))
    }

    pub(super) fn edit(
        &self,
        header: &mut Header,
        record: &[u8],
        edit: &mut Edit<'_, '_>,
    ) -> Result<(), Problem> {
        let content = without_bom(record);
        if content.is_empty() {
            return Ok(());
        }
        let from = record.len() - content.len();
        if let Some(inside) = self.inside.as_ref().filter(|inside| inside.has(content)) {
            return self.edit_inside(inside, header, (record, from), edit);
        }
        let from = match self.prefix {
            Some(prefix) => {
                let len = prefix.len(content);
                from + len.ok_or_else(|| Problem::new(from, prefix.missing()))?
            }
            None => from,
        };
        self.edit_line(header, record, from, edit)
    }

    /// Edits a record, which begins here.
    pub(super) fn edit_line(
        &self,
        header: &mut Header,
        record: &[u8],
        from: usize,
        edit: &mut Edit<'_, '_>,
    ) -> Result<(), Problem> {
        let (spellings, content) = (&self.spellings, &record[from..]);
        match &self.selection {
            Selection::Keys(wanted) => {
                return match self.format {
                    Format::Logfmt => logfmt::rewrite(wanted, spellings, record, from, edit)
                        .map_err(|problem| self.explained(problem, content)),
                    _ => json::rewrite(wanted, spellings, record, from, edit),
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
            return Err(Problem::new(
                from,
                "no names of fields: no `#Fields:` line says what these are; select them by number, from 1",
            ));
        };
        let result = match self.format {
            Format::Log(template) => self.edit_log((template, picks), record, from, edit),
            _ => self.edit_table(picks, record, from, edit),
        };
        result.map_err(|problem| match problem.is_misfit {
            true => self.explained(problem, &record[from..]),
            false => problem,
        })
    }

    fn edit_table(
        &self,
        picks: &Picks,
        record: &[u8],
        from: usize,
        edit: &mut Edit<'_, '_>,
    ) -> Result<(), Problem> {
        let dialect = match picks.columns {
            Some(columns) => table::fitting(record, from, self.dialect(), columns)?,
            None if matches!(self.selection, Selection::Named(..))
                && self.format.has_directives()
                && !prefix::is_date(&record[from..]) =>
            {
                return Err(Problem::misfit(from, NO_DATE));
            }
            None => self.dialect(),
        };
        table::rewrite(picks, &self.spellings, dialect, record, from, edit)
    }

    /// By this template, or else by the first of the others that the record fits.
    fn edit_log(
        &self,
        (template, picks): (&'static Template, &Picks),
        record: &[u8],
        from: usize,
        edit: &mut Edit<'_, '_>,
    ) -> Result<(), Problem> {
        let spellings = &self.spellings;
        let first = log::rewrite(template, picks, spellings, record, from, edit);
        for other in &*self.others {
            if !first.as_ref().is_err_and(|problem| problem.is_misfit) {
                break;
            }
            if let (Format::Log(template), Selection::Fixed(picks)) =
                (other.format, &other.selection)
            {
                let result = log::rewrite(template, picks, spellings, record, from, edit);
                if !result.as_ref().is_err_and(|problem| problem.is_misfit) {
                    return result;
                }
            }
        }
        first
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
