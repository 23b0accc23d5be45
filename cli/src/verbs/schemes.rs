//! `pct schemes`.

use std::fmt::Write;
use std::process::ExitCode;

use clap::Args;

use super::decode::CGI_KEYWORDS;
use super::normalize::NORMALIZATIONS;
use crate::options::Named;
use crate::output;
use crate::shown::Shown;

const EXAMPLES: &str = "\
Examples:
  pct schemes aws                  only schemes with aws in the name or standard";

/// List the schemes: escaped characters, standard, example
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemesArgs {
    /// Only schemes with this text in the name or standard, ignoring case
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
}

impl SchemesArgs {
    /// Prints the list.
    ///
    /// # Errors
    /// No scheme matches, or the output failed.
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let text = self.text.as_deref().unwrap_or_default().to_lowercase();
        let is_meant = |scheme: &Named| {
            [scheme.name(), scheme.standard()]
                .iter()
                .any(|known| known.to_lowercase().contains(&text))
        };
        let schemes: Vec<Named> = Named::all().filter(is_meant).collect();
        if schemes.is_empty() {
            return Err(format!(
                "no scheme has `{}` in its name or standard; `pct schemes` lists all",
                Shown(&text)
            ));
        }
        let others = if self.text.is_none() { others() } else { String::new() };
        output::print(list(&schemes) + &others)
    }
}

/// A line for each scheme.
fn list(schemes: &[Named]) -> String {
    let example = |scheme: Named| {
        let (text, encoded) = scheme.example();
        format!("{text}  ->  {encoded}")
    };
    let rows = schemes.iter().map(|&scheme| {
        [scheme.name().into(), what_it_escapes(scheme), scheme.standard().into(), example(scheme)]
    });
    let rows: Vec<[String; 4]> =
        std::iter::once(["SCHEME".into(), "SET".into(), "STANDARD".into(), "EXAMPLE".into()])
            .chain(rows)
            .collect();
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [name, set, standard, example] in &rows {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{name:0$}  {set:1$}  {standard:2$}  {example}",
            widths[0], widths[1], widths[2]
        );
    }
    text
}

/// The other values of `decode --scheme` and `normalize --scheme`.
fn others() -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n`decode` also takes:\n  {CGI_KEYWORDS}  RFC 3875 4.4: the search words of a query without `=`, split at + before decoding"
    );
    let _ = writeln!(text, "\n`normalize` takes:");
    for (name, what) in NORMALIZATIONS {
        let _ = writeln!(text, "  {name:6}  {what}");
    }
    text
}

/// The printable ASCII characters that a scheme keeps or escapes, whichever list is shorter.
fn what_it_escapes(scheme: Named) -> String {
    let changes = |byte: u8| encoded(scheme, byte) != [byte];
    if (b'0'..=b'9').all(changes) {
        return "escapes every byte".into();
    }
    let marks = (b' '..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
    let (escaped, kept): (Vec<u8>, Vec<u8>) = marks.partition(|&byte| changes(byte));
    let mut text = match (escaped.is_empty(), escaped.len() <= kept.len()) {
        (true, _) => String::from("escapes no printable ASCII"),
        (_, true) => format!("escapes {}", names(&escaped)),
        (_, false) => format!("keeps alnum {}", names(&kept)),
    };
    if scheme.space_is_plus() {
        text.push_str(", SP as +");
    }
    if scheme.keeps_escapes() {
        text.push_str(", keeps %XX");
    }
    text
}

/// The characters side by side, a space as SP.
fn names(bytes: &[u8]) -> String {
    let space = if bytes.contains(&b' ') { "SP " } else { "" };
    let marks = bytes.iter().filter(|&&byte| byte != b' ').map(|&byte| char::from(byte));
    space.chars().chain(marks).collect()
}

/// An ASCII character as the scheme encodes it.
fn encoded(scheme: Named, byte: u8) -> Vec<u8> {
    scheme.encode(char::from(byte).encode_utf8(&mut [0; 4])).into_owned().into_bytes()
}
