//! The schemes by name, and `pct schemes`.

use std::fmt;
use std::fmt::Write;

use percent_simd::{AsciiSet, Encoder, sets};

/// A variant of percent-encoding that some standard defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Scheme {
    pub(crate) name: &'static str,
    encoding: Encoding,
    standard: &'static str,
    /// What `encode` and `check` lack for it; then the encoding holds for ASCII only.
    not_encodable: Option<&'static str>,
    decoding: Result<Decoding, &'static str>,
}

/// How a scheme encodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Encoding {
    pub(crate) set: AsciiSet,
    pub(crate) space_as_plus: bool,
    pub(crate) keep_escapes: bool,
}

/// How a scheme decodes; by default as WHATWG URL's *percent-decode*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Decoding {
    pub(crate) plus: bool,
    /// A malformed `%` is an error, and so is what is not UTF-8.
    pub(crate) strict: bool,
    pub(crate) keep: AsciiSet,
}

/// A scheme that this program cannot run in this direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unavailable {
    direction: &'static str,
    scheme: &'static str,
    reason: &'static str,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { direction, scheme, reason } = self;
        write!(f, "--scheme {scheme} is not available for {direction}: {reason}")
    }
}

impl Encoding {
    pub(crate) const fn encoder(self) -> Encoder {
        Encoder::new(self.set).space_as_plus(self.space_as_plus).keep_escapes(self.keep_escapes)
    }
}

impl From<AsciiSet> for Encoding {
    fn from(set: AsciiSet) -> Self {
        Self { set, space_as_plus: false, keep_escapes: false }
    }
}

impl Scheme {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name)
    }

    pub(crate) fn encoding(&self) -> Result<Encoding, Unavailable> {
        self.not_encodable.map_or(Ok(self.encoding), |reason| Err(self.unavailable("encoding", reason)))
    }

    pub(crate) fn decoding(&self) -> Result<Decoding, Unavailable> {
        self.decoding.map_err(|reason| self.unavailable("decoding", reason))
    }

    const fn unavailable(&self, direction: &'static str, reason: &'static str) -> Unavailable {
        Unavailable { direction, scheme: self.name, reason }
    }

    const fn new(name: &'static str, set: AsciiSet, standard: &'static str) -> Self {
        let encoding = Encoding { set, space_as_plus: false, keep_escapes: false };
        Self { name, encoding, standard, not_encodable: None, decoding: Ok(Decoding { plus: false, strict: false, keep: AsciiSet::EMPTY }) }
    }

    /// SP is `+`, both ways.
    const fn space_as_plus(mut self) -> Self {
        self.encoding.space_as_plus = true;
        self.decoding = Ok(Decoding { plus: true, strict: false, keep: AsciiSet::EMPTY });
        self
    }

    const fn keep_escapes(mut self) -> Self {
        self.encoding.keep_escapes = true;
        self
    }

    /// Decoding refuses what is malformed or is not UTF-8, and keeps the escapes of these bytes.
    const fn strict(mut self, keep: &[u8]) -> Self {
        self.decoding = Ok(Decoding { plus: false, strict: true, keep: AsciiSet::from_bytes(keep) });
        self
    }

    const fn no_encoding(mut self, reason: &'static str) -> Self {
        self.not_encodable = Some(reason);
        self
    }

    const fn no_decoding(mut self, reason: &'static str) -> Self {
        self.decoding = Err(reason);
        self
    }
}

const PERCENT_U: &str = "its %uXXXX stands for UTF-16 code units, which pct cannot handle yet; js-component is its modern successor";
const ALPN: &str = "its check that every escape is the canonical one is not there yet; without --scheme the bytes are decoded";
const TO_IRI: &str = "turning a URI into an IRI is not there yet; --utf8 keep gives text with all else decoded";

/// All of them.
pub(crate) static SCHEMES: &[Scheme] = &[
    Scheme::new("url-c0", sets::URL_C0, "WHATWG URL, C0 control percent-encode set"),
    Scheme::new("url-fragment", sets::URL_FRAGMENT, "WHATWG URL, fragment percent-encode set"),
    Scheme::new("url-query", sets::URL_QUERY, "WHATWG URL, query percent-encode set"),
    Scheme::new("url-special-query", sets::URL_SPECIAL_QUERY, "WHATWG URL, special-query percent-encode set"),
    Scheme::new("url-path", sets::URL_PATH, "WHATWG URL, path percent-encode set"),
    Scheme::new("url-userinfo", sets::URL_USERINFO, "WHATWG URL, userinfo percent-encode set"),
    Scheme::new("url-component", sets::URL_COMPONENT, "WHATWG URL, component percent-encode set"),
    Scheme::new("form", sets::FORM, "WHATWG URL 5, application/x-www-form-urlencoded").space_as_plus(),
    Scheme::new("uri-component", sets::URI_COMPONENT, "RFC 3986 2.3, unreserved"),
    Scheme::new("uri-segment", sets::URI_SEGMENT, "RFC 3986 3.3, segment"),
    Scheme::new("uri-segment-nc", sets::URI_SEGMENT_NC, "RFC 3986 3.3, segment-nz-nc"),
    Scheme::new("uri-query", sets::URI_QUERY, "RFC 3986 3.4, query"),
    Scheme::new("uri-fragment", sets::URI_FRAGMENT, "RFC 3986 3.5, fragment"),
    Scheme::new("uri-userinfo", sets::URI_USERINFO, "RFC 3986 3.2.1, userinfo"),
    Scheme::new("uri-reg-name", sets::URI_REG_NAME, "RFC 3986 3.2.2, reg-name"),
    Scheme::new("uri-2396", sets::URI_2396, "RFC 2396 2.3, unreserved (obsolete)"),
    Scheme::new("uri-1738", sets::URI_1738, "RFC 1738 2.2 (obsolete)"),
    Scheme::new("uri-2396-excluded", sets::URI_2396_EXCLUDED, "RFC 2396 2.4.3, excluded characters"),
    Scheme::new("cgi", sets::CGI, "RFC 3875 2.3"),
    Scheme::new("oauth", sets::OAUTH, "RFC 5849 3.6"),
    Scheme::new("aws", sets::AWS, "AWS Signature Version 4, UriEncode"),
    Scheme::new("aws-path", sets::AWS_PATH, "AWS Signature Version 4, UriEncode of an object key"),
    Scheme::new("js-uri", sets::JS_URI, "ECMA-262, encodeURI").strict(b";/?:@&=+$,#"),
    Scheme::new("js-component", sets::JS_COMPONENT, "ECMA-262, encodeURIComponent").strict(b""),
    Scheme::new("js-escape", sets::JS_ESCAPE, "ECMA-262 Annex B, escape").no_encoding(PERCENT_U).no_decoding(PERCENT_U),
    Scheme::new("alpn", sets::ALPN, "RFC 7639, RFC 7838").no_decoding(ALPN),
    Scheme::new("template", sets::TEMPLATE, "RFC 6570 3.2.1, simple expansion"),
    Scheme::new("template-reserved", sets::TEMPLATE_RESERVED, "RFC 6570 3.2.1, reserved expansion").keep_escapes(),
    Scheme::new("template-literal", sets::TEMPLATE_LITERAL, "RFC 6570 3.1, literals").keep_escapes(),
    Scheme::new("iri", sets::IRI, "RFC 3987 3.1").no_decoding(TO_IRI),
    Scheme::new("leiri", sets::LEIRI, "Legacy extended IRIs for XML 3.1"),
    Scheme::new("xpath-encode-for-uri", sets::XPATH_ENCODE_FOR_URI, "XPath and XQuery Functions 3.1, encode-for-uri"),
    Scheme::new("xpath-iri-to-uri", sets::XPATH_IRI_TO_URI, "XPath and XQuery Functions 3.1, iri-to-uri"),
    Scheme::new("xpath-escape-html-uri", sets::XPATH_ESCAPE_HTML_URI, "XPath and XQuery Functions 3.1, escape-html-uri"),
    Scheme::new("php-rawurlencode", sets::PHP_RAWURLENCODE, "PHP manual, rawurlencode"),
    Scheme::new("php-urlencode", sets::PHP_URLENCODE, "PHP manual, urlencode").space_as_plus(),
    Scheme::new("css-url", sets::CSS_URL, "CSS Values 4, url()"),
    Scheme::new("rfc5987", sets::RFC5987, "RFC 8187 3.2.1, attr-char (RFC 5987)"),
    Scheme::new("all", sets::ALL, "every byte (\"percent-encode a byte\")"),
];

/// What the examples are made of: SP, a slash, a sub-delimiter, a quote, a triplet, a tilde, and a character of two bytes.
const SAMPLE: &str = "a b/c=\"%41~\u{E9}";

/// One line for each scheme.
pub(crate) fn list() -> String {
    let rows = SCHEMES.iter().map(|scheme| [scheme.name.into(), what_it_escapes(scheme), scheme.standard.into(), example(scheme)]);
    let rows: Vec<[String; 4]> =
        std::iter::once(["SCHEME".into(), "SET".into(), "STANDARD".into(), format!("{SAMPLE} BECOMES")]).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = String::new();
    for [name, set, standard, example] in &rows {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{name:0$}  {set:1$}  {standard:2$}  {example}", widths[0], widths[1], widths[2]);
    }
    text
}

/// The printable ASCII that it keeps or that it escapes, whichever is shorter.
fn what_it_escapes(scheme: &Scheme) -> String {
    let encoder = scheme.encoding.encoder();
    let changes = |byte: u8| encoder.find(&[byte]).is_some();
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
    if scheme.encoding.space_as_plus {
        text.push_str(", SP as +");
    }
    if scheme.encoding.keep_escapes {
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

fn example(scheme: &Scheme) -> String {
    match scheme.encoding() {
        Ok(encoding) => encoding.encoder().encode_str(SAMPLE).into_owned(),
        Err(_) => format!("{} (ASCII only)", scheme.encoding.encoder().encode_str(SAMPLE.trim_end_matches(|char: char| !char.is_ascii()))),
    }
}

/// The matrix: a row for each scheme, a column for each printable ASCII character.
pub(crate) fn table() -> String {
    let width = SCHEMES.iter().map(|scheme| scheme.name.len()).max().unwrap_or(0);
    let characters = || (b' '..=b'~').map(char::from);
    let mut text = String::from(
        ". stays   % becomes a triplet   + becomes +   The columns are SP to ~ in ASCII order; what is not printable ASCII becomes triplets everywhere.\n\n",
    );
    let _ = writeln!(text, "{:width$}  {}", "", characters().collect::<String>());
    for scheme in SCHEMES {
        let encoder = scheme.encoding.encoder();
        let cells = characters().map(|char| match &*encoder.encode_str(char.encode_utf8(&mut [0; 4])) {
            "+" if char == ' ' => '+',
            same if same.chars().eq([char]) => '.',
            _ => '%',
        });
        let _ = writeln!(text, "{:width$}  {}", scheme.name, cells.collect::<String>());
    }
    text
}
