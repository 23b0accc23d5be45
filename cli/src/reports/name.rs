//! The names of files, as reports and messages show them.

use std::fmt::{self, Display, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The name of a file. Shown, it stays in its line and cannot drive a terminal: control characters
/// are escaped. What is not UTF-8 is U+FFFD.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Name(Arc<str>);

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
        self.0.chars().try_for_each(|char| match char {
            '\0'..='\x1F' | '\x7F' => write!(f, "{}", (char as u8).escape_ascii()),
            '\u{80}'..='\u{9F}' => write!(f, "{}", char.escape_unicode()),
            _ => f.write_char(char),
        })
    }
}

/// As it is: JSON has escapes of its own.
impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        let name = Name::from("évil\nreal.log:1:1: x\x1B[31m\t\0\x7F\u{9B}\\n");
        assert_eq!(name.to_string(), "évil\\nreal.log:1:1: x\\x1b[31m\\t\\x00\\x7f\\u{9b}\\n");
        assert_eq!(
            serde_json::to_value(&name).unwrap(),
            "évil\nreal.log:1:1: x\x1B[31m\t\0\x7F\u{9B}\\n"
        );
    }
}
