//! Untrusted text in messages (file names, keys, field names), and tables.

use std::fmt::{self, Display, Write};
use std::path::Path;
use std::sync::Arc;

use crate::control;

/// Text with its [control characters](control::is_control) escaped, as `\n` or `\u{1b}`.
pub(crate) struct Shown<'a>(pub(crate) &'a str);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '\0' | '\t' | '\n' | '\r' => write!(f, "{}", char.escape_debug()),
            _ if control::is_control(char) => write!(f, "{}", char.escape_unicode()),
            _ => f.write_char(char),
        })
    }
}

/// The name of a file, which is [shown](Shown). Bytes that are not UTF-8 are U+FFFD.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Name(Arc<str>);

impl Name {
    /// The name without escapes, for a caller that writes its own.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<&Path> for Name {
    fn from(path: &Path) -> Self {
        Self(path.to_string_lossy().into())
    }
}

impl Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Shown(&self.0).fmt(f)
    }
}

/// Rows in columns; those in `right` are aligned to the right.
pub(crate) fn table<const N: usize>(rows: &[[String; N]], right: &[usize]) -> String {
    let widths: [usize; N] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
    });
    let mut text = String::new();
    for row in rows {
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            // Writing to a String cannot fail.
            let _ = match column {
                _ if column + 1 == N => writeln!(text, "{cell}"),
                _ if right.contains(&column) => write!(text, "{cell:>width$}  "),
                _ => write!(text, "{cell:width$}  "),
            };
        }
    }
    text
}
