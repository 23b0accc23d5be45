//! Sets of ASCII bytes, and the percent-encode set of every standard.
//!
//! A set says which ASCII bytes an [`Encoder`](crate::Encoder) escapes; bytes >= 0x80 are always
//! escaped and are in no set. Each constant below is named for its scheme, and its documentation
//! gives the section of the standard that governs it.
//!
//! The set of a numbered standard (an RFC, an edition of ECMA-262, a version of a vendor's protocol)
//! never changes. Those of the WHATWG URL Standard, which has no versions (`URL_*`, `FORM_SET`), follow
//! it in a minor release: for text that is signed or compared later, name another set, or make one
//! with [`from_bytes`](AsciiSet::from_bytes).
//!
//! ```
//! # #[cfg(feature = "alloc")] {
//! use percent_simd::{AsciiSet, encode, sets};
//!
//! const PATH_SEGMENT: AsciiSet = sets::URL_PATH.add(b'/').add(b'%');
//! assert_eq!(encode("50% of a/b", PATH_SEGMENT), "50%25%20of%20a%2Fb");
//! # }
//! ```

pub(crate) use crate::ascii_set::AsciiSet;
pub use crate::ascii_set::ParseAsciiSetError;

// ---- The pieces that the standards build their sets from. ----

/// A-Z, a-z, 0-9.
const ALPHANUMERIC: AsciiSet = AsciiSet::from_range(b'A', b'Z')
    .union(AsciiSet::from_range(b'a', b'z'))
    .union(AsciiSet::from_range(b'0', b'9'));
/// RFC 3986 2.3.
const UNRESERVED: AsciiSet = ALPHANUMERIC.union(AsciiSet::from_bytes(b"-._~"));
/// RFC 3986 2.2.
const SUB_DELIMS: AsciiSet = AsciiSet::from_bytes(b"!$&'()*+,;=");
/// RFC 3986 2.2.
const GEN_DELIMS: AsciiSet = AsciiSet::from_bytes(b":/?#[]@");

/// Every ASCII byte except alphanumerics and those given.
pub(crate) const fn all_but(unescaped: &[u8]) -> AsciiSet {
    ALPHANUMERIC.union(AsciiSet::from_bytes(unescaped)).complement()
}

/// Control characters and the bytes given.
pub(crate) const fn controls_and(escaped: &[u8]) -> AsciiSet {
    CONTROLS.union(AsciiSet::from_bytes(escaped))
}

/// 0x00-0x1F and 0x7F: the same as [`URL_C0`].
pub const CONTROLS: AsciiSet = AsciiSet::from_range(0, 0x1F).add(0x7F);

/// Every ASCII byte except A-Z, a-z and 0-9: only they stay, so the result is safe wherever letters
/// and digits are.
pub const NON_ALPHANUMERIC: AsciiSet = ALPHANUMERIC.complement();

// ---- WHATWG URL Standard, section 1.3 "Percent-encoded bytes". ----

/// WHATWG URL 1.3, *C0 control percent-encode set*: 0x00-0x1F and 0x7F. For opaque paths and opaque
/// hosts.
pub const URL_C0: AsciiSet = CONTROLS;

/// WHATWG URL 1.3, *fragment percent-encode set*: C0 control set, SP `"` `<` `>` `` ` ``.
pub const URL_FRAGMENT: AsciiSet = controls_and(b" \"<>`");

/// WHATWG URL 1.3, *query percent-encode set*: C0 control set, SP `"` `#` `<` `>`. For the query of
/// URLs whose scheme is not special.
pub const URL_QUERY: AsciiSet = controls_and(b" \"#<>");

/// WHATWG URL 1.3, *special-query percent-encode set*: [`URL_QUERY`] and `'`. For the query of
/// http, https, ws, wss, ftp and file URLs.
pub const URL_SPECIAL_QUERY: AsciiSet = URL_QUERY.add(b'\'');

/// WHATWG URL 1.3, *path percent-encode set*: [`URL_QUERY`] and `?` `^` `` ` `` `{` `}` (`^` since
/// March 2025). `/` and `%` stay.
pub const URL_PATH: AsciiSet = URL_QUERY.union(AsciiSet::from_bytes(b"?^`{}"));

/// WHATWG URL 1.3, *userinfo percent-encode set*: [`URL_PATH`] and `/` `:` `;` `=` `@` `[` `\` `]`
/// `|`.
pub const URL_USERINFO: AsciiSet = URL_PATH.union(AsciiSet::from_bytes(b"/:;=@[\\]|"));

/// WHATWG URL 1.3, *component percent-encode set*: [`URL_USERINFO`] and `$` `%` `&` `+` `,`. Equal
/// to JavaScript's `encodeURIComponent` on well-formed text.
pub const URL_COMPONENT: AsciiSet = URL_USERINFO.union(AsciiSet::from_bytes(b"$%&+,"));

/// WHATWG URL 1.3, *application/x-www-form-urlencoded percent-encode set*: [`URL_COMPONENT`] and
/// `!` `'` `(` `)` `~`, so that alphanumerics and `*-._` stay. A form also writes SP as `+`: use it
/// with [`Encoder::space_as_plus`](crate::Encoder::space_as_plus), or use
/// [`scheme::FORM`](crate::scheme::FORM), which has both.
pub const FORM_SET: AsciiSet = URL_COMPONENT.union(AsciiSet::from_bytes(b"!'()~"));

// ---- RFC 3986 and its predecessors. ----

/// RFC 3986 2.3: keeps *unreserved* (alphanumerics and `-._~`) alone. Right for any single value
/// anywhere in a URI.
pub const URI_COMPONENT: AsciiSet = UNRESERVED.complement();

/// RFC 3986 3.3, *segment*: keeps *pchar* (unreserved, sub-delims, `:` and `@`).
pub const URI_SEGMENT: AsciiSet =
    UNRESERVED.union(SUB_DELIMS).union(AsciiSet::from_bytes(b":@")).complement();

/// RFC 3986 3.3, *segment-nz-nc*: [`URI_SEGMENT`] with `:` escaped, for the first segment of a
/// relative reference.
pub const URI_SEGMENT_NC: AsciiSet = URI_SEGMENT.add(b':');

/// RFC 3986 3.4, *query*: keeps pchar, `/` and `?`.
pub const URI_QUERY: AsciiSet = URI_SEGMENT.remove(b'/').remove(b'?');

/// RFC 3986 3.5, *fragment*: keeps pchar, `/` and `?`.
pub const URI_FRAGMENT: AsciiSet = URI_QUERY;

/// RFC 3986 3.2.1, *userinfo*: keeps unreserved, sub-delims and `:`.
pub const URI_USERINFO: AsciiSet = URI_REG_NAME.remove(b':');

/// RFC 3986 3.2.2, *reg-name*: keeps unreserved and sub-delims.
pub const URI_REG_NAME: AsciiSet = UNRESERVED.union(SUB_DELIMS).complement();

/// RFC 2396 2.3 (obsolete, still in use): keeps *unreserved* as it was then, alphanumerics and
/// `-_.!~*'()`.
pub const URI_2396: AsciiSet = all_but(b"-_.!~*'()");

/// RFC 1738 2.2 (obsolete, still in use): keeps alphanumerics, *safe* `$-_.+` and *extra* `!*'(),`.
pub const URI_1738: AsciiSet = all_but(b"$-_.+!*'(),");

/// RFC 2396 2.4.3, the *excluded* characters of raw text: control, space, delims `<>#%"` and unwise
/// `` {}|\^[]` ``. Use it with [`Encoder::keep_escapes`](crate::Encoder::keep_escapes) for a URI
/// that is escaped already.
pub const URI_2396_EXCLUDED: AsciiSet = controls_and(b" <>#%\"{}|\\^[]`");

/// RFC 3875 2.3 (CGI): the excluded characters without `[` and `]`, which are *reserved* there. Add
/// those of `;/?:@&=+$,[]` that are reserved in your context; the others must not be escaped.
pub const CGI: AsciiSet = URI_2396_EXCLUDED.remove(b'[').remove(b']');

// ---- Other standards. ----

/// RFC 5849 3.6 (OAuth 1.0): keeps unreserved; hex digits are upper case, SP is `%20`.
pub const OAUTH: AsciiSet = URI_COMPONENT;

/// AWS Signature Version 4, *UriEncode*: keeps unreserved.
pub const AWS: AsciiSet = URI_COMPONENT;

/// AWS Signature Version 4, *UriEncode* of an object key: keeps unreserved and `/`.
pub const AWS_PATH: AsciiSet = AWS.remove(b'/');

/// Keys of S3 in event messages, inventories, and listings with `encoding-type=url`: [`FORM_SET`]
/// without `/`. SP is `+` there, as [`scheme::S3_KEY`](crate::scheme::S3_KEY) writes it.
pub const S3_KEY_SET: AsciiSet = FORM_SET.remove(b'/');

/// ECMA-262 19.2.6.4, `encodeURI`: keeps alphanumerics, ``-_.!~*'()`` and ``;/?:@&=+$,#``. So `%`
/// becomes `%25`, and `[` `]` are escaped.
pub const JS_URI: AsciiSet = all_but(b"-_.!~*'();/?:@&=+$,#");

/// ECMA-262 19.2.6.5, `encodeURIComponent`: keeps alphanumerics and `-_.!~*'()`.
pub const JS_COMPONENT: AsciiSet = all_but(b"-_.!~*'()");

/// ECMA-262 B.2.1.1, `escape`: keeps alphanumerics and `@*_+-./`. This is its ASCII part: `escape`
/// works on UTF-16 code units and writes those above 0xFF as `%uXXXX`, which no set can express.
pub const JS_ESCAPE: AsciiSet = all_but(b"@*_+-./");

/// RFC 7639 2.2 and RFC 7838 3 (ALPN protocol names): keeps *tchar* without `%`.
pub const ALPN: AsciiSet = all_but(b"!#$&'*+-.^_`|~");

/// RFC 6570 3.2.1, simple expansion of a variable (`{x}`): keeps unreserved.
pub const TEMPLATE: AsciiSet = URI_COMPONENT;

/// RFC 6570 3.2.1, reserved expansion (`{+x}`, `{#x}`): keeps unreserved and reserved. Use it with
/// [`Encoder::keep_escapes`](crate::Encoder::keep_escapes): valid triplets stay, a stray `%`
/// becomes `%25`.
pub const TEMPLATE_RESERVED: AsciiSet = UNRESERVED.union(SUB_DELIMS).union(GEN_DELIMS).complement();

/// RFC 6570 3.1, literals of a template: keeps unreserved and reserved, with
/// [`Encoder::keep_escapes`](crate::Encoder::keep_escapes).
pub const TEMPLATE_LITERAL: AsciiSet = TEMPLATE_RESERVED;

/// RFC 3987 3.1 with the MAY of its step 2: the characters that no URI may hold, SP ``"<>\^`{|}``.
/// `%` stays, and non-ASCII is escaped as UTF-8.
pub const IRI: AsciiSet = controls_and(b" \"<>\\^`{|}");

/// Legacy extended IRIs for XML resource identification, section 3.1: the same as [`IRI`].
pub const LEIRI: AsciiSet = IRI;

/// XPath and XQuery Functions 3.1, 6.2 `fn:encode-for-uri`: keeps unreserved.
pub const XPATH_ENCODE_FOR_URI: AsciiSet = URI_COMPONENT;

/// XPath and XQuery Functions 3.1, 6.3 `fn:iri-to-uri`: the set of [`LEIRI`].
pub const XPATH_IRI_TO_URI: AsciiSet = LEIRI;

/// XPath and XQuery Functions 3.1, 6.4 `fn:escape-html-uri`: only bytes outside 0x20-0x7E.
pub const XPATH_ESCAPE_HTML_URI: AsciiSet = CONTROLS;

/// PHP `rawurlencode`, and `http_build_query` of type `PHP_QUERY_RFC3986`: keeps unreserved.
pub const PHP_RAWURLENCODE: AsciiSet = URI_COMPONENT;

/// PHP `urlencode`, and `http_build_query` of type `PHP_QUERY_RFC1738`: keeps alphanumerics and
/// `-._`. SP becomes `+`, as [`scheme::PHP_URLENCODE`](crate::scheme::PHP_URLENCODE) writes it.
pub const PHP_URLENCODE_SET: AsciiSet = all_but(b"-._");

/// CSS Values 4, 4.5.1: [`URL_COMPONENT`] and `'` `(` `)`, safe inside an unquoted `url()`.
pub const CSS_URL: AsciiSet = URL_COMPONENT.union(AsciiSet::from_bytes(b"'()"));

/// RFC 8187 3.2.1 (and RFC 5987), extended header parameters: keeps *attr-char*.
pub const RFC5987: AsciiSet = all_but(b"!#$&+-.^_`|~");

/// RFC 9651 4.1.11, Display String: 0x00-0x1F, 0x7F, `%` and `"`. Hex digits are lower case: use it
/// with [`Encoder::lowercase_hex`](crate::Encoder::lowercase_hex), or use
/// [`scheme::sf_display`](crate::scheme::sf_display), which adds the quotes.
pub const SF_DISPLAY: AsciiSet = controls_and(b"%\"");

/// W3C Baggage 3.3.1.3: keeps *baggage-octet* without `%`. A *baggage-octet* is a *cookie-octet* of
/// RFC 6265 4.1.1: any visible ASCII character but `"`, `,`, `;` and `\`.
pub const BAGGAGE: AsciiSet = controls_and(b" \"%,;\\");

/// gRPC over HTTP/2, *Status-Message*: keeps *Percent-Byte-Unencoded*, which is SP and the visible
/// ASCII characters but `%`.
pub const GRPC_MESSAGE: AsciiSet = controls_and(b"%");

/// RFC 6901 6, URI fragment identifier representation of a JSON Pointer: keeps *fragment*.
pub const JSON_POINTER: AsciiSet = URI_FRAGMENT;

/// RFC 3261 25.1, *user* of a SIP URI: keeps *unreserved* (as RFC 2396 has it) and
/// *user-unreserved*, `&=+$,;?/`.
pub const SIP_USER: AsciiSet = URI_2396.difference(AsciiSet::from_bytes(b"&=+$,;?/"));

/// RFC 3261 25.1, *pname* and *pvalue* of a SIP URI's parameters: keeps *unreserved* and
/// *param-unreserved*, `[]/:&+$`.
pub const SIP_PARAM: AsciiSet = URI_2396.difference(AsciiSet::from_bytes(b"[]/:&+$"));

/// RFC 3261 25.1, *hname* and *hvalue* of a SIP URI's headers: keeps *unreserved* and
/// *hnv-unreserved*, `[]/?:+$`.
pub const SIP_HEADER: AsciiSet = URI_2396.difference(AsciiSet::from_bytes(b"[]/?:+$"));

/// ECMA-427 5.4 (Package-URL): keeps alphanumerics, `.-_~` and `:`.
pub const PURL: AsciiSet = URI_COMPONENT.remove(b':');

/// Names and values of Hive partitions, `FileUtils.escapePathName`: 0x00-0x1F, 0x7F and
/// `"#%'*/:=?\{[]^`. Bytes >= 0x80 stay there: use it with
/// [`Encoder::keep_non_ascii`](crate::Encoder::keep_non_ascii), or use
/// [`scheme::hive`](crate::scheme::hive).
pub const HIVE_PARTITION: AsciiSet = controls_and(b"\"#%'*/:=?\\{[]^");

/// Every ASCII byte: with it an encoder writes every byte as a triplet.
pub const ALL: AsciiSet = AsciiSet::EMPTY.complement();
