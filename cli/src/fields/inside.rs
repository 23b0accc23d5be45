//! Lines of a log inside JSON: a program has written each as a string of an object.

use std::sync::Arc;

use super::edit::Edit;
use super::json_pointer::{Sought, Tree};
use super::value::Spot;
use super::{Fields, Format, Header, Prefix, Problem, Result, json, json_text};

#[derive(Clone, Debug)]
pub(super) struct Inside {
    key: Arc<str>,
    tree: Arc<Tree>,
    /// Records that are no objects are lines themselves.
    pub(super) is_optional: bool,
}

impl Inside {
    /// The line is the string under this key, or at the end of this JSON Pointer.
    fn new(key: &str, is_optional: bool) -> Result<Self, String> {
        let tree = Arc::new(Tree::new(&[key.into()], false, false)?);
        Ok(Self { key: key.into(), tree, is_optional })
    }

    /// The records of docker's log driver `json-file`.
    pub(super) fn of_prefix(prefix: Prefix, format: Format) -> Option<Self> {
        let may_be = prefix == Prefix::Docker || prefix == Prefix::Auto && format.is_log();
        if may_be { Self::new("log", true).ok() } else { None }
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

pub(super) fn line_of(record: &[u8]) -> Option<Vec<u8>> {
    let docker = Inside::new("log", true).ok().filter(|_| record.starts_with(b"{"))?;
    let Spot { span, .. } = json::find(&docker.tree, record, 0, Sought::Strings).ok()?.pop()?;
    let mut line = json_text::unescape(&record[span]).ok()?;
    line.truncate(without_end(&line).len());
    Some(line)
}

impl Fields {
    /// Reads lines that are strings of JSON objects, under this key or JSON Pointer.
    pub fn inside(self, key: &str) -> Result<Self, String> {
        if !self.format.may_have_prefix() {
            return Err(format!("lines of {} are not read inside JSON", self.format.name()));
        }
        Ok(Self { inside: Some(Inside::new(key, false)?), fast_path: None, ..self })
    }

    /// Edits the line inside, whose places are those of the string.
    pub(super) fn edit_inside(
        &self,
        inside: &Inside,
        header: &mut Header,
        from: usize,
        edit: &mut Edit<'_>,
    ) -> Result {
        let Some(Spot { span, .. }) =
            json::find(&inside.tree, edit.record, from, Sought::Strings)?.pop()
        else {
            let what = format!("no string `{}` with a line of {}", inside.key, self.format.name());
            return Err(Problem::misfit(from, what));
        };
        let string = json_text::unescape(&edit.record[span.clone()])?;
        let line = without_end(&string);
        edit.inside(span, &string, line, |edit| self.edit_line(header, 0, edit))
    }
}
