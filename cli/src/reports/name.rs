//! The names of files, as reports and messages show them.

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;

use crate::shown::Shown;

/// The name of a file, which is [shown](Shown). What is not UTF-8 is U+FFFD.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Name(Arc<str>);

impl Name {
    /// As it is: who prints it escapes it.
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
