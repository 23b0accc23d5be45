//! `pct schemes`.

use std::process::ExitCode;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::decode::Decodable;
use super::normalize::Normalization;
use crate::options::{Facts, Named};
use crate::output;
use crate::shown::{Shown, table};

const EXAMPLES: &str = "\
Examples:
  pct schemes aws                  only schemes with aws in the name or standard";

/// List the schemes: escaped characters, standard, example
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SchemesArgs {
    /// Only schemes with this text in a name, an alias (s3) or the standard, ignoring case
    #[arg(value_name = "TEXT")]
    pub(crate) text: Option<String>,
}

impl SchemesArgs {
    pub(crate) fn run(&self) -> Result<ExitCode, String> {
        let text = self.text.as_deref().unwrap_or_default().to_lowercase();
        let is_meant = |scheme: &Named| {
            let mut known = scheme.aliases().chain([scheme.name(), scheme.facts().standard]);
            known.any(|known| known.to_lowercase().contains(&text))
        };
        let schemes: Vec<Named> = Named::all().filter(is_meant).collect();
        if schemes.is_empty() {
            return Err(format!(
                "no scheme has `{}` in a name or its standard; `pct schemes` lists all",
                Shown(&text)
            ));
        }
        let others = if self.text.is_none() { others() } else { String::new() };
        output::print(list(&schemes) + &others)
    }
}

fn list(schemes: &[Named]) -> String {
    let rows = schemes.iter().map(|scheme| {
        let facts = scheme.facts();
        let example = format!("{}  ->  {}", facts.example.0, facts.example.1);
        [facts.name.into(), escaped_characters(&facts), facts.standard.into(), example]
    });
    let head = ["SCHEME", "SET", "STANDARD", "EXAMPLE"].map(String::from);
    table(&[head].into_iter().chain(rows).collect::<Vec<_>>(), &[])
}

/// The other values of `decode --scheme` and `normalize --scheme`.
fn others() -> String {
    format!(
        "\n`decode` also takes:\n{}\n`normalize` takes:\n{}",
        values::<Decodable>(12),
        values::<Normalization>(6)
    )
}

/// The values of an option, in a column of this width, with their descriptions.
fn values<V: ValueEnum>(width: usize) -> String {
    let all = V::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let line = |value: PossibleValue| {
        let what = value.get_help().map(ToString::to_string).unwrap_or_default();
        format!("  {:width$}  {what}\n", value.get_name())
    };
    all.map(line).collect()
}

/// The printable ASCII characters that a scheme keeps or escapes, whichever list is shorter.
fn escaped_characters(scheme: &Facts) -> String {
    let changes = |byte: u8| scheme.set.contains(byte);
    if (b'0'..=b'9').all(changes) {
        return "escapes every byte".into();
    }
    let marks = (b' '..=b'~').filter(|byte| !byte.is_ascii_alphanumeric());
    let (escaped, raw): (Vec<u8>, Vec<u8>) = marks.partition(|&byte| changes(byte));
    let mut text = match (escaped.is_empty(), escaped.len() <= raw.len()) {
        (true, _) => String::from("escapes no printable ASCII"),
        (_, true) => format!("escapes {}", names(&escaped)),
        (_, false) => format!("keeps alnum {}", names(&raw)),
    };
    let options = [
        (scheme.space_is_plus, ", SP as +"),
        (scheme.keeps_escapes, ", keeps %XX"),
        (scheme.keeps_non_ascii, ", keeps non-ASCII"),
    ];
    text.extend(options.into_iter().filter(|&(is_set, _)| is_set).map(|(_, words)| words));
    text
}

/// The characters side by side, a space as SP.
fn names(bytes: &[u8]) -> String {
    let space = if bytes.contains(&b' ') { "SP " } else { "" };
    let marks = bytes.iter().filter(|&&byte| byte != b' ').map(|&byte| char::from(byte));
    space.chars().chain(marks).collect()
}
