//! The schemes by their standards: the set and the options of each, typed from the documents and
//! not made from `src/`.

use Says::{Escapes, Everything, Keeps};

/// The members of a set. Controls and 0x7F are always members.
#[derive(Clone, Copy, Debug)]
pub enum Says {
    /// The printable ASCII that is escaped.
    Escapes(&'static str),
    /// The printable ASCII that stays beside A-Z, a-z and 0-9.
    Keeps(&'static str),
    Everything,
}

impl Says {
    /// Returns whether an ASCII byte is escaped.
    pub fn escapes(self, byte: u8) -> bool {
        let is_in = |printable: &str| printable.bytes().any(|listed| listed == byte);
        match self {
            _ if byte < 0x20 || byte == 0x7F => true,
            Escapes(printable) => is_in(printable),
            Keeps(printable) => !byte.is_ascii_alphanumeric() && !is_in(printable),
            Everything => true,
        }
    }
}

/// An option of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// SP is written as `+`, and `+` read as SP.
    Plus,
    /// Encoding keeps valid triplets.
    KeepsEscapes,
    /// Encoding keeps characters that are not ASCII.
    KeepsNonAscii,
    /// Decoding gives text or an error, and keeps the escapes of these characters.
    StrictText(&'static str),
    /// Decoding gives text, with U+FFFD for ill-formed sequences.
    LossyText,
}
use Rule::{KeepsEscapes, KeepsNonAscii, LossyText, Plus, StrictText};

/// A scheme: its name, the set that it escapes, and its options.
pub type Row = (&'static str, Says, &'static [Rule]);

/// Every scheme, in the order of the standards.
pub const SCHEMES: &[Row] = &[
    ("url-c0", Escapes(""), &[]),
    ("url-fragment", Escapes(" \"<>`"), &[]),
    ("url-query", Escapes(" \"#<>"), &[]),
    ("url-special-query", Escapes(" \"#<>'"), &[]),
    ("url-path", Escapes(" \"#<>?^`{}"), &[]),
    ("url-userinfo", Escapes(" \"#<>?^`{}/:;=@[\\]|"), &[]),
    ("url-component", Escapes(" \"#<>?^`{}/:;=@[\\]|$%&+,"), &[]),
    ("form", Keeps("*-._"), &[Plus]),
    ("form-mailto", Keeps("*-._"), &[]),
    ("uri-component", Keeps("-._~"), &[]),
    ("uri-segment", Keeps("-._~!$&'()*+,;=:@"), &[]),
    ("uri-segment-nc", Keeps("-._~!$&'()*+,;=@"), &[]),
    ("uri-query", Keeps("-._~!$&'()*+,;=:@/?"), &[]),
    ("uri-fragment", Keeps("-._~!$&'()*+,;=:@/?"), &[]),
    ("uri-userinfo", Keeps("-._~!$&'()*+,;=:"), &[]),
    ("uri-reg-name", Keeps("-._~!$&'()*+,;="), &[]),
    ("uri-2396", Keeps("-_.!~*'()"), &[]),
    ("uri-1738", Keeps("$-_.+!*'(),"), &[]),
    ("uri-2396-excluded", Escapes(" <>#%\"{}|\\^[]`"), &[]),
    // `[` and `]` stay: RFC 3875 2.2 reserves them, so only a caller can escape them.
    ("cgi", Escapes(" <>#%\"{}|\\^`"), &[]),
    ("oauth", Keeps("-._~"), &[]),
    ("oauth2", Keeps("*-._"), &[Plus]),
    ("aws", Keeps("-._~"), &[]),
    ("aws-path", Keeps("-._~/"), &[]),
    ("s3-key", Keeps("*-._/"), &[Plus]),
    ("js-uri", Keeps("-_.!~*'();/?:@&=+$,#"), &[StrictText(";/?:@&=+$,#")]),
    ("js-component", Keeps("-_.!~*'()"), &[StrictText("")]),
    ("template", Keeps("-._~"), &[]),
    ("template-reserved", Keeps("-._~:/?#[]@!$&'()*+,;="), &[KeepsEscapes]),
    ("template-literal", Keeps("-._~:/?#[]@!$&'()*+,;="), &[KeepsEscapes]),
    ("leiri", Escapes(" \"<>\\^`{|}"), &[]),
    ("xpath-encode-for-uri", Keeps("-._~"), &[]),
    ("xpath-iri-to-uri", Escapes(" \"<>\\^`{|}"), &[]),
    ("xpath-escape-html-uri", Escapes(""), &[]),
    ("php-rawurlencode", Keeps("-._~"), &[]),
    ("php-urlencode", Keeps("-._"), &[Plus]),
    ("css-url", Escapes(" \"#<>?^`{}/:;=@[\\]|$%&+,'()"), &[]),
    ("rfc5987", Keeps("!#$&+-.^_`|~"), &[]),
    ("http-signature", Keeps("*-._"), &[]),
    ("baggage", Escapes(" \"%,;\\"), &[LossyText]),
    ("grpc-message", Escapes("%"), &[]),
    ("json-pointer", Keeps("-._~!$&'()*+,;=:@/?"), &[]),
    ("sip-user", Keeps("-_.!~*'()&=+$,;?/"), &[]),
    ("sip-param", Keeps("-_.!~*'()[]/:&+$"), &[]),
    ("sip-header", Keeps("-_.!~*'()[]/?:+$"), &[]),
    ("purl", Keeps(".-_~:"), &[]),
    ("hive-partition", Escapes("\"#%'*/:=?\\{[]^"), &[KeepsNonAscii]),
    ("all", Everything, &[]),
];
