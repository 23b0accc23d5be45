//! The files that follow from the lists of schemes and of flags: parts of the documentation, the C
//! library's names and headers, Python's flags.

mod c;
mod flags;
mod schemes;

use std::error::Error;
use std::path::Path;
use std::process::Command;

/// A file, relative to the root, and the function from its old text to its new text.
type Made = (&'static str, fn(&str) -> Result<String, String>);

const FILES: [Made; 5] = [
    ("src/lib.rs", schemes::in_lib),
    ("src/scheme/matrix.md", schemes::in_matrix),
    ("capi/src/values.rs", c::in_values),
    ("capi/src/names.rs", c::in_names),
    ("python/percent_simd/_flags.py", flags::in_python),
];

/// The commands that make further files from these; the lanes `capi` and `semver` compare their
/// results.
const COMMANDS: [(&str, &str); 2] = [
    (
        "capi/tests/run generate",
        "cbindgen (`cargo install --locked cbindgen@0.29.4`), gcc and abidw (Debian's abigail-tools)",
    ),
    (
        "api=$(ci/api) && printf '%s\\n' \"$api\" > docs/api.txt",
        "rustup's nightly and `cargo install --locked cargo-public-api`",
    ),
];

/// Writes the files, or, with `is_check`, fails if one would change.
pub(crate) fn run(root: &Path, is_check: bool) -> Result<(), Box<dyn Error>> {
    let mut changed = Vec::new();
    for (file, make) in FILES {
        let path = root.join(file);
        let old = std::fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        let new = make(&old).map_err(|error| format!("{file}: {error}"))?;
        if old != new {
            changed.push(file);
            if !is_check {
                std::fs::write(&path, new).map_err(|error| format!("{file}: {error}"))?;
                println!("wrote {file}");
            }
        }
    }
    if is_check {
        println!("{} files compared with the lists of schemes and flags", FILES.len());
        return match &*changed {
            [] => Ok(()),
            files => {
                let files = files.join(", ");
                Err(format!("out of date: {files}; run `cargo run -p xtask -- generate`").into())
            }
        };
    }
    let mut failed = Vec::new();
    for (command, needs) in COMMANDS {
        println!("+ {command}");
        let status = Command::new("sh").args(["-c", command]).current_dir(root).status();
        if !status.is_ok_and(|status| status.success()) {
            failed.push(format!("`{command}` failed; it needs {needs}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n").into()) }
}

/// Replaces the text between the first `open` and the next `close`.
fn between(text: &str, open: &str, close: &str, new: &str) -> Result<String, String> {
    let missing = |line: &str| format!("there is no {line:?}");
    let (before, rest) = text.split_once(open).ok_or_else(|| missing(open))?;
    let (_, after) = rest.split_once(close).ok_or_else(|| missing(close))?;
    Ok(format!("{before}{open}{new}{close}{after}"))
}

/// Adds text before the line `close`, the first one after the line `open`.
fn append(text: &str, open: &str, close: &str, new: &str) -> Result<String, String> {
    let missing = |line: &str| format!("there is no {line:?}");
    let start = text.find(open).ok_or_else(|| missing(open))?;
    let end = start + text[start..].find(close).ok_or_else(|| missing(close))?;
    Ok(format!("{}{new}{}", &text[..end], &text[end..]))
}

/// `UriComponent` for `uri-component`.
fn camel(name: &str) -> String {
    let upper = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(upper).collect()
}

/// `URI_COMPONENT` for `uri-component`.
fn constant(name: &str) -> String {
    name.to_uppercase().replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_name_is_added_once_at_its_end() {
        let text = "enum Other {\n}\nenum Scheme {\n    A = 0,\n}\n";
        let added = append(text, "enum Scheme {", "\n}", "\n    B = 1,").unwrap();
        assert_eq!(added, "enum Other {\n}\nenum Scheme {\n    A = 0,\n    B = 1,\n}\n");
        assert!(append(text, "enum None {", "\n}", "").is_err());
    }

    #[test]
    fn names_in_rust() {
        assert_eq!(
            (&*camel("uri-2396-excluded"), &*constant("s3-key")),
            ("Uri2396Excluded", "S3_KEY")
        );
    }
}
