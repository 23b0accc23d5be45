//! The schemes: which verb takes which, and `pct schemes`.

use std::borrow::Cow;
use std::fmt::Write;

use percent_simd::scheme::{SCHEMES, Scheme, alpn};
use percent_simd::{AsciiSet, iri, js, sets};

/// What `--scheme` names: a scheme of the library, or functions of it that are more than a set and
/// a policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Scheme(Scheme),
    /// JavaScript's `escape` and `unescape`: UTF-16 code units, `%uXXXX`.
    JsEscape,
    /// Protocol names: a set, but decoding takes the canonical form only.
    Alpn,
    /// From IRI to URI and back.
    Iri,
}

/// What the list says of functions.
struct Functions {
    name: &'static str,
    standard: &'static str,
    set: AsciiSet,
    example: (&'static str, &'static str),
}

const JS_ESCAPE: Functions = Functions {
    name: "js-escape",
    standard: "ECMA-262 Annex B, escape",
    set: sets::JS_ESCAPE,
    example: ("é☃+1", "%E9%u2603+1"),
};
const ALPN: Functions = Functions {
    name: "alpn",
    standard: "RFC 7639 2.2, RFC 7838 3",
    set: sets::ALPN,
    example: ("w=x:y#z", "w%3Dx%3Ay#z"),
};
const IRI: Functions = Functions {
    name: "iri",
    standard: "RFC 3987 3.1",
    set: sets::IRI,
    example: ("http://example.org/rosé `1`", "http://example.org/ros%C3%A9%20%601%60"),
};

impl Named {
    /// All, in the order of the standards.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        SCHEMES.iter().flat_map(|&scheme| {
            let before: &[Self] = match scheme.name() {
                "template" => &[Self::JsEscape, Self::Alpn],
                "leiri" => &[Self::Iri],
                _ => &[],
            };
            before.iter().copied().chain([Self::Scheme(scheme)])
        })
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|named| named.name() == name)
    }

    const fn functions(self) -> Result<Scheme, Functions> {
        match self {
            Self::Scheme(scheme) => Ok(scheme),
            Self::JsEscape => Err(JS_ESCAPE),
            Self::Alpn => Err(ALPN),
            Self::Iri => Err(IRI),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.functions().map_or_else(|functions| functions.name, Scheme::name)
    }

    fn standard(self) -> &'static str {
        self.functions().map_or_else(|functions| functions.standard, Scheme::standard)
    }

    /// The ASCII bytes that it escapes.
    pub(crate) fn set(self) -> AsciiSet {
        self.functions().map_or_else(|functions| functions.set, Scheme::set)
    }

    pub(crate) fn space_is_plus(self) -> bool {
        self.functions().is_ok_and(Scheme::space_is_plus)
    }

    pub(crate) fn keeps_escapes(self) -> bool {
        self.functions().is_ok_and(Scheme::keeps_escapes)
    }

    /// Whether what is decoded must be UTF-8, as JavaScript says.
    pub(crate) fn decodes_to_text(self) -> bool {
        self == Self::JsEscape || self.functions().is_ok_and(Scheme::decodes_to_text)
    }

    /// The policy of its decoder, if that is all it takes.
    #[cfg(feature = "charset")]
    pub(crate) fn decoder(self) -> Option<percent_simd::Decoder> {
        self.functions().ok().map(Scheme::decoder)
    }

    fn example(self) -> (&'static str, &'static str) {
        self.functions().map_or_else(|functions| functions.example, Scheme::example)
    }

    fn encode(self, text: &str) -> Cow<'_, str> {
        match self {
            Self::Scheme(scheme) => scheme.encode(text),
            Self::JsEscape => js::escape(text),
            Self::Alpn => alpn::encode(text),
            Self::Iri => iri::to_uri(text),
        }
    }
}

/// `decode --scheme` takes this, too: it is no scheme of its own, but a way to read one.
pub(crate) const CGI_KEYWORDS: &str = "cgi-keywords";

/// What `normalize --scheme` takes, and what each does.
pub(crate) const NORMALIZATIONS: [(&str, &str); 3] = [
    ("uri", "RFC 3986 6.2.2: hex in upper case, escapes of unreserved characters decoded"),
    ("repair", "a % that begins no triplet becomes %25, nothing else changes"),
    ("iri", "RFC 3987 3.1: from IRI to URI"),
];

/// One line for each scheme.
pub(crate) fn list() -> String {
    let example = |scheme: Named| {
        let (text, encoded) = scheme.example();
        format!("{text}  ->  {encoded}")
    };
    let rows = Named::all().map(|scheme| {
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
    let _ = writeln!(
        text,
        "\n`decode` also takes:\n  {CGI_KEYWORDS}  RFC 3875 4.4: the search words of a query without `=`, split at + before they are decoded"
    );
    let _ = writeln!(text, "\n`normalize` takes:");
    for (name, what) in NORMALIZATIONS {
        let _ = writeln!(text, "  {name:6}  {what}");
    }
    text
}

/// The printable ASCII that it keeps or that it escapes, whichever is shorter.
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

/// Characters side by side, SP as a word.
fn names(bytes: &[u8]) -> String {
    let space = if bytes.contains(&b' ') { "SP " } else { "" };
    let marks = bytes.iter().filter(|&&byte| byte != b' ').map(|&byte| char::from(byte));
    space.chars().chain(marks).collect()
}

/// What the scheme makes of an ASCII character.
fn encoded(scheme: Named, byte: u8) -> Vec<u8> {
    scheme.encode(char::from(byte).encode_utf8(&mut [0; 4])).into_owned().into_bytes()
}

/// The matrix: a row for each scheme, a column for each printable ASCII character.
pub(crate) fn table() -> String {
    let width = Named::all().map(|scheme| scheme.name().len()).max().unwrap_or(0);
    let characters = || b' '..=b'~';
    let mut text = String::from(
        ". stays   % becomes a triplet   + becomes +   The columns are SP to ~ in ASCII order; what is not printable ASCII becomes triplets everywhere.\n\n",
    );
    let _ = writeln!(text, "{:width$}  {}", "", characters().map(char::from).collect::<String>());
    for scheme in Named::all() {
        let cells = characters().map(|byte| match &*encoded(scheme, byte) {
            b"+" if byte == b' ' => '+',
            same if same == [byte] => '.',
            _ => '%',
        });
        let _ = writeln!(text, "{:width$}  {}", scheme.name(), cells.collect::<String>());
    }
    text
}
