//! The plain values that C stores: functions create them, callers may copy them, and nothing frees
//! them. Their layout is fixed: functions may be added, fields never.
#![allow(non_camel_case_types)] // the names are those of C

use percent_simd::AsciiSet;

use crate::result::percent_simd_result;

/// A set of ASCII bytes: bit `h` of `rows[l]` says whether the byte `16 * h + l` is a member. Any sixteen bytes are a set.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct percent_simd_set {
    /// The low nibble of a byte chooses the row, the high nibble the bit.
    pub rows: [u8; 16],
}

/// A policy of encoding, 24 bytes. An encoder escapes the members of its set and every byte >= 0x80.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_encoder {
    /// The bytes that are escaped.
    pub set: percent_simd_set,
    /// PERCENT_SIMD_ENCODE_... combined by `|`. With an undefined bit, every use fails with
    /// INVALID_ARGUMENT.
    pub options: u32,
    /// 0, or the value that percent_simd_encoder_of_scheme writes. It refers to a prepared policy,
    /// which the library uses while set and options are unchanged.
    pub hint: u32,
}

/// A policy of decoding, 40 bytes. A `%` without two hex digits stays, unless the decoder is
/// strict. A triplet whose value is in `reject` is an error, even if the value is also in `keep`; a
/// triplet whose value is in `keep` stays as written; any other triplet becomes its value.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_decoder {
    /// The values whose triplets stay.
    pub keep: percent_simd_set,
    /// The values whose triplets are an error.
    pub reject: percent_simd_set,
    /// PERCENT_SIMD_DECODE_... combined by `|`. With an undefined bit, every use fails with
    /// INVALID_ARGUMENT.
    pub options: u32,
    /// 0.
    pub reserved: u32,
}

/// SP is written as `+`, and every `+` is escaped.
pub const PERCENT_SIMD_ENCODE_SPACE_AS_PLUS: u32 = 1;
/// Hex digits are `a` to `f`.
pub const PERCENT_SIMD_ENCODE_LOWERCASE_HEX: u32 = 2;
/// Valid triplets of the input stay as written.
pub const PERCENT_SIMD_ENCODE_KEEP_ESCAPES: u32 = 4;
/// Well-formed UTF-8 >= 0x80 stays; ill-formed bytes are escaped. Not for streams.
pub const PERCENT_SIMD_ENCODE_KEEP_NON_ASCII: u32 = 8;

/// A raw `+` becomes SP, as in forms.
pub const PERCENT_SIMD_DECODE_PLUS_AS_SPACE: u32 = 1;
/// A `%` without two hex digits is an error.
pub const PERCENT_SIMD_DECODE_STRICT: u32 = 2;
/// Triplets of values >= 0x80 stay as written.
pub const PERCENT_SIMD_DECODE_KEEP_NON_ASCII: u32 = 4;
/// The reject set also applies to raw bytes, by their decoded value: with PLUS_AS_SPACE, a raw `+`
/// counts as SP.
pub const PERCENT_SIMD_DECODE_REJECT_RAW: u32 = 8;
/// For percent_simd_decode_utf8: each maximal ill-formed subsequence becomes U+FFFD. Without this option and the next, it is an error.
pub const PERCENT_SIMD_DECODE_UTF8_LOSSY: u32 = 16;
/// For percent_simd_decode_utf8: each byte outside any well-formed sequence stays, or becomes, a
/// triplet. Excludes the previous option.
pub const PERCENT_SIMD_DECODE_UTF8_KEEP_ESCAPED: u32 = 32;
/// A triplet with a digit `A` to `F` is malformed (RFC 9651 4.2.10).
pub const PERCENT_SIMD_DECODE_LOWERCASE_DIGITS: u32 = 64;
/// A triplet with a digit `a` to `f` is malformed (RFC 7639 2.2). Excludes the previous option.
pub const PERCENT_SIMD_DECODE_UPPERCASE_DIGITS: u32 = 128;

/// `;` separates pairs, and so does `&`.
pub const PERCENT_SIMD_FORM_SEMICOLONS: u32 = 1;

/// A slice of the caller's bytes; `data` is NULL if the part is absent, which differs from empty.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_slice {
    /// The first byte, or NULL.
    pub data: *const core::ffi::c_char,
    /// The number of bytes.
    pub len: usize,
}

/// A name and its value, still encoded.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_pair {
    /// The name; never NULL.
    pub name: percent_simd_slice,
    /// The value; NULL if no `=` follows the name.
    pub value: percent_simd_slice,
}

/// The cursor of percent_simd_form_next. Copy it to return to a position.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_form {
    /// The whole input.
    pub input: *const core::ffi::c_char,
    /// Its length.
    pub len: usize,
    /// The offset of the next pair.
    pub next: usize,
    /// PERCENT_SIMD_FORM_... combined by `|`.
    pub options: u32,
    /// 0.
    pub reserved: u32,
}

/// The report of percent_simd_inspect.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_report {
    /// The length of the decoded input; a malformed `%` counts as itself.
    pub decoded_len: usize,
    /// The number of triplets.
    pub triplets: usize,
    /// The number of `%` that begin no triplet.
    pub malformed_count: usize,
    /// The offset of the first malformed `%`, or the input's length.
    pub malformed_position: usize,
    /// The error at that offset: TRUNCATED or BAD_HEX, or OK if there is none.
    pub malformed: percent_simd_result,
    /// PERCENT_SIMD_FLAG_... combined by `|`.
    pub flags: u32,
}

/// The parts of a request line or of a target: slices of the input, not decoded.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct percent_simd_request {
    /// The method; NULL for a bare target.
    pub method: percent_simd_slice,
    /// The scheme of an absolute form.
    pub scheme: percent_simd_slice,
    /// The userinfo, before `@` in the authority.
    pub userinfo: percent_simd_slice,
    /// The host, of an absolute form or an authority form; with its brackets if it has any.
    pub host: percent_simd_slice,
    /// The digits of the port.
    pub port: percent_simd_slice,
    /// The path. That of an origin form begins with `/`; that of an absolute form may be empty,
    /// which means `/`.
    pub path: percent_simd_slice,
    /// The query, after the first `?`.
    pub query: percent_simd_slice,
    /// The form of the target.
    pub form: percent_simd_target_form,
    /// The version of HTTP: the digit before the dot; 0 for a bare target.
    pub major: u8,
    /// The digit after the dot.
    pub minor: u8,
}

/// The four forms of a target (RFC 9112 3.2).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum percent_simd_target_form {
    /// `/where?q=now`.
    Origin = 0,
    /// `http://www.example.org/pub/`.
    Absolute = 1,
    /// `www.example.com:80`, with CONNECT only.
    Authority = 2,
    /// `*`, with OPTIONS only.
    Asterisk = 3,
}

/// `%00`.
pub const PERCENT_SIMD_FLAG_NUL: u32 = 1 << 0;
/// `%0D`.
pub const PERCENT_SIMD_FLAG_CR: u32 = 1 << 1;
/// `%0A`.
pub const PERCENT_SIMD_FLAG_LF: u32 = 1 << 2;
/// An escaped control character, also U+0080 to U+009F.
pub const PERCENT_SIMD_FLAG_CONTROL: u32 = 1 << 3;
/// Decoding a second time changes the bytes again: `%2541`.
pub const PERCENT_SIMD_FLAG_NESTED: u32 = 1 << 4;
/// `%uXXXX`.
pub const PERCENT_SIMD_FLAG_PERCENT_U: u32 = 1 << 5;
/// Decoding, however lenient, yields a dot segment: `.%2E`, `..%2F`, `%C0%AE%C0%AE/`.
pub const PERCENT_SIMD_FLAG_DOT_SEGMENT: u32 = 1 << 6;
/// Raw `../`, `..\` or `..;` that no name ends with.
pub const PERCENT_SIMD_FLAG_RAW_TRAVERSAL: u32 = 1 << 7;
/// `%2F`.
pub const PERCENT_SIMD_FLAG_SLASH: u32 = 1 << 8;
/// `%5C`.
pub const PERCENT_SIMD_FLAG_BACKSLASH: u32 = 1 << 9;
/// An overlong form of UTF-8: `%C0%AF`.
pub const PERCENT_SIMD_FLAG_OVERLONG: u32 = 1 << 10;
/// The escapes do not decode to UTF-8.
pub const PERCENT_SIMD_FLAG_INVALID_UTF8: u32 = 1 << 11;
/// A non-ASCII look-alike of one of `/ \ % . < > ' "`.
pub const PERCENT_SIMD_FLAG_CONFUSABLE: u32 = 1 << 12;
/// A bidi control, such as U+202E.
pub const PERCENT_SIMD_FLAG_BIDI: u32 = 1 << 13;
/// An invisible format character, such as U+200B.
pub const PERCENT_SIMD_FLAG_ZERO_WIDTH: u32 = 1 << 14;
/// An escaped byte >= 0x80.
pub const PERCENT_SIMD_FLAG_NON_ASCII: u32 = 1 << 15;
/// An escaped letter, digit, or one of `-._~`.
pub const PERCENT_SIMD_FLAG_UNRESERVED: u32 = 1 << 16;
/// A name that Windows reads as another, with an escape: `/private%20/`, `/a::%24DATA`, `/co%6E`.
pub const PERCENT_SIMD_FLAG_WINDOWS_NAME: u32 = 1 << 17;
/// An escaped U+560A or U+560D: LF or CR where code units are cut to bytes. Chinese text has them.
pub const PERCENT_SIMD_FLAG_TRUNCATED_NEWLINE: u32 = 1 << 18;

/// A variant of percent-encoding that a standard defines. The first six are the common ones.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum percent_simd_scheme {
    /// A single value, anywhere in a URI (RFC 3986 2.3): unreserved characters stay.
    UriComponent = 0,
    /// A name or a value of a form or a query (WHATWG URL 5, application/x-www-form-urlencoded):
    /// SP is `+`.
    Form = 1,
    /// A whole path (WHATWG URL 1.3, path percent-encode set): `/` and `%` stay.
    UrlPath = 2,
    /// A whole query (WHATWG URL 1.3, query percent-encode set): `&`, `=`, `+` and `%` stay.
    UrlQuery = 3,
    /// One segment of a path (RFC 3986 3.3): `/` is escaped.
    UriSegment = 4,
    /// `encodeURIComponent` and `decodeURIComponent` (ECMA-262).
    JsComponent = 5,
    /// WHATWG URL 1.3, C0 control percent-encode set.
    UrlC0 = 6,
    /// WHATWG URL 1.3, fragment percent-encode set.
    UrlFragment = 7,
    /// WHATWG URL 1.3, special-query percent-encode set: the query of http and https URLs.
    UrlSpecialQuery = 8,
    /// WHATWG URL 1.3, userinfo percent-encode set.
    UrlUserinfo = 9,
    /// WHATWG URL 1.3, component percent-encode set: `encodeURIComponent`.
    UrlComponent = 10,
    /// HTML, Mail with headers: FORM with SP as `%20`.
    FormMailto = 11,
    /// RFC 3986 3.3, segment-nz-nc.
    UriSegmentNc = 12,
    /// RFC 3986 3.4, query.
    UriQuery = 13,
    /// RFC 3986 3.5, fragment.
    UriFragment = 14,
    /// RFC 3986 3.2.1, userinfo.
    UriUserinfo = 15,
    /// RFC 3986 3.2.2, reg-name.
    UriRegName = 16,
    /// RFC 2396 2.3.
    Uri2396 = 17,
    /// RFC 1738 2.2.
    Uri1738 = 18,
    /// RFC 2396 2.4.3, excluded characters; escapes stay.
    Uri2396Excluded = 19,
    /// RFC 3875 2.3.
    Cgi = 20,
    /// RFC 5849 3.6, OAuth 1.0.
    Oauth = 21,
    /// AWS Signature Version 4, UriEncode.
    Aws = 22,
    /// AWS Signature Version 4, UriEncode of an object key: `/` stays.
    AwsPath = 23,
    /// ECMA-262, `encodeURI` and `decodeURI`.
    JsUri = 24,
    /// RFC 6570 3.2.1, simple expansion.
    Template = 25,
    /// RFC 6570 3.2.1, reserved expansion; escapes stay.
    TemplateReserved = 26,
    /// RFC 6570 3.1, literals; escapes stay.
    TemplateLiteral = 27,
    /// Legacy extended IRIs 3.1.
    Leiri = 28,
    /// XPath 3.1, `fn:encode-for-uri`.
    XpathEncodeForUri = 29,
    /// XPath 3.1, `fn:iri-to-uri`.
    XpathIriToUri = 30,
    /// XPath 3.1, `fn:escape-html-uri`.
    XpathEscapeHtmlUri = 31,
    /// PHP, `rawurlencode`.
    PhpRawurlencode = 32,
    /// PHP, `urlencode`: SP is `+`.
    PhpUrlencode = 33,
    /// CSS Values 4, unquoted `url()`.
    CssUrl = 34,
    /// RFC 8187 3.2.1, extended header parameters.
    Rfc5987 = 35,
    /// Every byte is escaped.
    All = 36,
    /// RFC 6749 2.3.1, OAuth 2.0: the client's id and secret; SP is `+`.
    Oauth2 = 37,
    /// Keys in messages and listings of Amazon S3: SP is `+`, `/` stays.
    S3Key = 38,
    /// RFC 9421 2.2.8, `@query-param`: SP is `%20`.
    HttpSignature = 39,
    /// W3C Baggage 3.3.1.3. Decoded text has U+FFFD for ill-formed UTF-8.
    Baggage = 40,
    /// gRPC over HTTP/2, Status-Message.
    GrpcMessage = 41,
    /// RFC 6901 6, a JSON Pointer in a fragment.
    JsonPointer = 42,
    /// RFC 3261 25.1, user of a SIP URI.
    SipUser = 43,
    /// RFC 3261 25.1, parameters of a SIP URI.
    SipParam = 44,
    /// RFC 3261 25.1, headers of a SIP URI.
    SipHeader = 45,
    /// ECMA-427 5.4, Package-URL.
    Purl = 46,
    /// Hive, FileUtils.escapePathName: characters that are not ASCII stay. Not for streams.
    HivePartition = 47,
}

/// The preset of a policy for the path of a request target.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum percent_simd_preset {
    /// The default choice.
    Strict = 0,
    /// Envoy, `KEEP_UNCHANGED`. Only in front of servers that do not treat `%2F` as a slash.
    EnvoyKeep = 1,
    /// Envoy, `REJECT_REQUEST`.
    EnvoyReject = 2,
    /// Envoy, `UNESCAPE_AND_REDIRECT`: see percent_simd_path_redirects.
    EnvoyRedirect = 3,
    /// Envoy, `UNESCAPE_AND_FORWARD`.
    EnvoyUnescape = 4,
    /// Spring Security's `StrictHttpFirewall`.
    Spring = 5,
    /// nginx, `$uri` with `merge_slashes on`.
    Nginx = 6,
    /// httpd, `AllowEncodedSlashes Off`.
    ApacheReject = 7,
    /// httpd, `AllowEncodedSlashes NoDecode`. Only in front of servers that do not treat `%2F` as a
    /// slash.
    ApacheKeep = 8,
    /// httpd, `AllowEncodedSlashes On`.
    ApacheUnescape = 9,
    /// HAProxy's normalizers. Only in front of servers that do not treat `%2F` as a slash.
    Haproxy = 10,
    /// Tomcat. It drops the part of a segment after `;`.
    Tomcat = 11,
    /// An unknown server: STRICT, without `;`, `%25`, `%3F` and `%23`.
    Unknown = 12,
    /// An object store like S3: no part of a key is merged, resolved or dropped.
    Objects = 13,
}

impl From<AsciiSet> for percent_simd_set {
    fn from(set: AsciiSet) -> Self {
        Self { rows: set.to_rows() }
    }
}

impl From<percent_simd_set> for AsciiSet {
    #[inline]
    fn from(set: percent_simd_set) -> Self {
        Self::from_rows(set.rows)
    }
}

const _: () = {
    assert!(size_of::<percent_simd_set>() == 16);
    assert!(size_of::<percent_simd_encoder>() == 24);
    assert!(size_of::<percent_simd_decoder>() == 40);
};
