//! The tables of schemes in the documentation.

use std::fmt::Write;

use percent_simd::scheme::{SCHEMES, alpn, multipart, sf_display};
use percent_simd::{iri, js};

use super::{between, constant};

/// The name of a scheme's standard: `RFC 3986` for `RFC 3986 2.3, unreserved`.
fn standard(scheme_standard: &str) -> String {
    let name = scheme_standard.split([',', '(']).next().unwrap_or_default().trim();
    let words: Vec<&str> = name.split(' ').collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    // The number of a section or a version, but not of an RFC.
    let is_section =
        |at: usize| is_number(words[at]) && !["RFC", "Version"].contains(&words[at - 1]);
    let end = (1..words.len()).find(|&at| is_section(at)).unwrap_or(words.len());
    words[..end].join(" ")
}

/// The table in the crate's documentation: standards, each with its constants.
pub(super) fn in_lib(text: &str) -> Result<String, String> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for scheme in SCHEMES {
        let (standard, name) =
            (standard(scheme.standard()), format!("`{}`", constant(scheme.name())));
        match rows.iter_mut().find(|row| row.0 == standard) {
            Some(row) => row.1.push(name),
            None => rows.push((standard, vec![name])),
        }
    }
    let mut table = String::new();
    for (standard, names) in rows {
        let _ = writeln!(table, "//! | {standard} | {} |", names.join(", "));
    }
    between(text, "//! | standard | schemes |\n//! | --- | --- |\n", "//!\n", &table)
}

/// A function with a name in `pct`: the scheme after it in the listing, its name, and its encoding.
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

#[cfg(test)]
mod tests {
    use super::standard;

    #[test]
    fn standards_without_their_sections() {
        for (whole, short) in [
            ("RFC 3986 2.3, unreserved", "RFC 3986"),
            ("RFC 2396 2.3, unreserved (obsolete)", "RFC 2396"),
            ("RFC 3875 2.3", "RFC 3875"),
            ("WHATWG URL 1.3, path percent-encode set", "WHATWG URL"),
            ("AWS Signature Version 4, UriEncode", "AWS Signature Version 4"),
            ("ECMA-262, encodeURI", "ECMA-262"),
            ("XPath and XQuery Functions 3.1, iri-to-uri", "XPath and XQuery Functions"),
        ] {
            assert_eq!(standard(whole), short);
        }
    }
}
