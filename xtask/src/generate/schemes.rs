//! The list and the table of schemes in the documentation.

use percent_simd::scheme::{SCHEMES, alpn, multipart, sf_display};
use percent_simd::{iri, js};

use super::{between, constant};

/// The list in the crate's documentation, in lines of at most 100 columns.
pub(super) fn in_lib(text: &str) -> Result<String, String> {
    let mut list = String::new();
    for scheme in SCHEMES {
        let name = format!("`{}`,", constant(scheme.name()));
        let column = list.len() - list.rfind('\n').map_or(0, |end| end + 1);
        let fits = !list.is_empty() && column + " ".len() + name.len() <= 100;
        list += if fits { " " } else { "\n//! " };
        list += &name;
    }
    let list = format!("{}.\n", list.trim_start().trim_end_matches(','));
    between(text, "//! Its constants:\n", "//!\n", &list)
}

/// A function with a name in `pct`: the scheme after it in the listing, its name, its standard, and
/// its encoding.
type Function = (&'static str, &'static str, &'static str, fn(&str) -> String);

const FUNCTIONS: [Function; 5] = [
    ("template", "js-escape", "ECMA-262 B.2.1.1, escape", |text| js::escape(text).into_owned()),
    ("template", "alpn", "RFC 7639 2.2", |text| alpn::encode(text).into_owned()),
    ("leiri", "iri", "RFC 3987 3.1", |text| iri::to_uri(text).into_owned()),
    ("http-signature", "sf-display", "RFC 9651 4.1.11", display_string),
    ("json-pointer", "multipart-name", "HTML, multipart/form-data", |text| {
        multipart::name(text).into_owned()
    }),
];

/// A Display String without the `%"` and the `"` around it.
fn display_string(text: &str) -> String {
    let text = sf_display::serialize(text);
    text[2..text.len() - 1].to_owned()
}

/// A row of the matrix: a mark for each character, and the standard.
fn row(width: usize, name: &str, standard: &str, encode: &dyn Fn(&str) -> String) -> String {
    let cells = (b' '..=b'~').map(char::from).map(|character| {
        match &*encode(character.encode_utf8(&mut [0; 4])) {
            "+" if character == ' ' => '+',
            same if same.chars().eq([character]) => '.',
            _ => '%',
        }
    });
    format!("{name:width$}  {}  {standard}\n", cells.collect::<String>())
}

/// The matrix of schemes by printable ASCII.
pub(super) fn in_matrix(text: &str) -> Result<String, String> {
    let width = SCHEMES.iter().map(|scheme| scheme.name().len()).max().unwrap_or_default();
    let characters: String = (b' '..=b'~').map(char::from).collect();
    let mut table = format!("{:width$}  {characters}\n", "");
    for scheme in SCHEMES {
        let before = FUNCTIONS.iter().filter(|function| function.0 == scheme.name());
        for (_, name, standard, encode) in before {
            table += &row(width, name, standard, encode);
        }
        let encode = |text: &str| scheme.encode(text).into_owned();
        table += &row(width, scheme.name(), scheme.standard(), &encode);
    }
    between(text, "```text\n", "```\n", &table)
}
