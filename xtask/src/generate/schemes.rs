//! The table of schemes in the documentation.

use percent_simd::scheme::{SCHEMES, alpn, multipart, sf_display};
use percent_simd::{iri, js};

use super::between;

/// A function that `pct` has a name for, before a scheme: its name, and how it encodes.
type Function = (&'static str, &'static str, fn(&str) -> String);

const FUNCTIONS: [Function; 5] = [
    ("template", "js-escape", |text| js::escape(text).into_owned()),
    ("template", "alpn", |text| alpn::encode(text).into_owned()),
    ("leiri", "iri", |text| iri::to_uri(text).into_owned()),
    ("http-signature", "sf-display", display_string),
    ("json-pointer", "multipart-name", |text| multipart::name(text).into_owned()),
];

/// A Display String without the `%"` and the `"` around it.
fn display_string(text: &str) -> String {
    let text = sf_display::serialize(text);
    text[2..text.len() - 1].to_owned()
}

/// A row of the matrix: a mark for each character.
fn row(width: usize, name: &str, encode: &dyn Fn(&str) -> String) -> String {
    let cells = (b' '..=b'~').map(char::from).map(|character| {
        match &*encode(character.encode_utf8(&mut [0; 4])) {
            "+" if character == ' ' => '+',
            same if same.chars().eq([character]) => '.',
            _ => '%',
        }
    });
    format!("{name:width$}  {}\n", cells.collect::<String>())
}

/// The matrix of schemes by printable ASCII.
pub(super) fn in_matrix(text: &str) -> Result<String, String> {
    let width = SCHEMES.iter().map(|scheme| scheme.name().len()).max().unwrap_or_default();
    let characters: String = (b' '..=b'~').map(char::from).collect();
    let mut table = format!("{:width$}  {characters}\n", "");
    for scheme in SCHEMES {
        for (_, name, encode) in FUNCTIONS.iter().filter(|function| function.0 == scheme.name()) {
            table += &row(width, name, encode);
        }
        table += &row(width, scheme.name(), &|text| scheme.encode(text).into_owned());
    }
    between(text, "```text\n", "```\n", &table)
}
