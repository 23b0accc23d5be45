//! A constant for each scheme, in the order of the standards. (`form` has those of forms, which are
//! there without the feature `scheme`.)

use super::{FORM, FORM_MAILTO, Scheme};
use crate::sets::{self, AsciiSet};

/// The characters whose escapes `decodeURI` keeps.
pub(crate) const URI_KEPT: AsciiSet = AsciiSet::from_bytes(b";/?:@&=+$,#");

/// The constants, and the list of them.
macro_rules! schemes {
    ($($(#[$doc:meta])* $constant:ident $(($($definition:tt)*))?;)*) => {
        $(scheme! { $(#[$doc])* $constant $(($($definition)*))? })*

        /// Every scheme, in the order of the standards: WHATWG URL, RFC 3986 and its predecessors,
        /// the others.
        pub const SCHEMES: &[Scheme] = &[$($constant),*];
    };
}

schemes! {
    // ---- WHATWG URL Standard, section 1.3 "Percent-encoded bytes". ----
    // Encoding is *UTF-8 percent-encode* and decoding *percent-decode* of that section: a malformed
    // `%` stays, and `+` is a plus.

    /// *C0 control percent-encode set*: controls and non-ASCII alone. For opaque hosts and opaque
    /// paths.
    URL_C0("url-c0", sets::URL_C0, "WHATWG URL 1.3, C0 control percent-encode set",
        "data: é" => "data: %C3%A9");

    /// *Fragment percent-encode set*.
    URL_FRAGMENT("url-fragment", sets::URL_FRAGMENT,
        "WHATWG URL 1.3, fragment percent-encode set",
        "`x` <y>" => "%60x%60%20%3Cy%3E");

    /// *Query percent-encode set*: the query of URLs whose scheme is not special.
    URL_QUERY("url-query", sets::URL_QUERY, "WHATWG URL 1.3, query percent-encode set",
        "q='#1'&r=^" => "q='%231'&r=^");

    /// *Special-query percent-encode set*: the query of http, https, ws, wss, ftp and file URLs. It
    /// escapes `'`, too.
    URL_SPECIAL_QUERY("url-special-query", sets::URL_SPECIAL_QUERY,
        "WHATWG URL 1.3, special-query percent-encode set",
        "q='#1'&r=^" => "q=%27%231%27&r=^");

    /// *Path percent-encode set*, with `^` (since March 2025). `/` and `%` stay: a path that is already
    /// escaped stays as it is.
    URL_PATH("url-path", sets::URL_PATH, "WHATWG URL 1.3, path percent-encode set",
        "/wiki/Відсоткове_кодування"
            => "/wiki/%D0%92%D1%96%D0%B4%D1%81%D0%BE%D1%82%D0%BA%D0%BE%D0%B2%D0%B5_%D0%BA%D0%BE%D0%B4%D1%83%D0%B2%D0%B0%D0%BD%D0%BD%D1%8F");

    /// *Userinfo percent-encode set*: user name and password of a URL.
    URL_USERINFO("url-userinfo", sets::URL_USERINFO,
        "WHATWG URL 1.3, userinfo percent-encode set",
        "p@ss:w/rd$" => "p%40ss%3Aw%2Frd$");

    /// *Component percent-encode set*: one value anywhere in a URL; equal to `encodeURIComponent` on
    /// well-formed text.
    URL_COMPONENT("url-component", sets::URL_COMPONENT,
        "WHATWG URL 1.3, component percent-encode set",
        "50% off & it's here" => "50%25%20off%20%26%20it's%20here");

    // ---- WHATWG URL 5: see `form.rs`. ----

    FORM;
    FORM_MAILTO;

    // ---- RFC 3986 and its predecessors. ----
    // Each set keeps the characters that the grammar of its part admits; decoding is the inverse, and a malformed
    // `%` stays.

    /// Keeps *unreserved* (RFC 3986 2.3): one value anywhere in a URI.
    URI_COMPONENT("uri-component", sets::URI_COMPONENT, "RFC 3986 2.3, unreserved",
        "Dogs, Cats & Mice" => "Dogs%2C%20Cats%20%26%20Mice");

    /// Keeps *pchar* (RFC 3986 3.3): one segment of a path.
    URI_SEGMENT("uri-segment", sets::URI_SEGMENT, "RFC 3986 3.3, segment",
        "name;v=1.1/a b" => "name;v=1.1%2Fa%20b");

    /// *segment-nz-nc* (RFC 3986 3.3): the first segment of a relative reference, without `:`.
    URI_SEGMENT_NC("uri-segment-nc", sets::URI_SEGMENT_NC, "RFC 3986 3.3, segment-nz-nc",
        "this:that@x" => "this%3Athat@x");

    /// Keeps pchar, `/` and `?` (RFC 3986 3.4): a whole query.
    URI_QUERY("uri-query", sets::URI_QUERY, "RFC 3986 3.4, query",
        "a=/b?[c]" => "a=/b?%5Bc%5D");

    /// Keeps pchar, `/` and `?` (RFC 3986 3.5): a fragment.
    URI_FRAGMENT("uri-fragment", sets::URI_FRAGMENT, "RFC 3986 3.5, fragment",
        "fig. #1" => "fig.%20%231");

    /// Keeps unreserved, sub-delims and `:` (RFC 3986 3.2.1).
    URI_USERINFO("uri-userinfo", sets::URI_USERINFO, "RFC 3986 3.2.1, userinfo",
        "user:p@ss" => "user:p%40ss");

    /// Keeps unreserved and sub-delims (RFC 3986 3.2.2): a registered name. IDNA is the caller's.
    URI_REG_NAME("uri-reg-name", sets::URI_REG_NAME, "RFC 3986 3.2.2, reg-name",
        "bücher:80" => "b%C3%BCcher%3A80");

    /// Keeps *unreserved* as RFC 2396 2.3 had it (obsolete, still met): the characters that
    /// `encodeURIComponent` keeps to this day.
    URI_2396("uri-2396", sets::URI_2396, "RFC 2396 2.3, unreserved (obsolete)",
        "it's (1)/2!" => "it's%20(1)%2F2!");

    /// Keeps *safe* and *extra* (RFC 1738 2.2, obsolete, still met). `~` was unsafe then.
    URI_1738("uri-1738", sets::URI_1738, "RFC 1738 2.2 (obsolete)",
        "$5+(tax), ~bob" => "$5+(tax),%20%7Ebob");

    /// Escapes the *excluded* characters (RFC 2396 2.4.3), of raw text. `%` is among them: for a URI
    /// that is escaped already, use [`Encoder::keep_escapes`](crate::Encoder::keep_escapes) with
    /// this set.
    URI_2396_EXCLUDED("uri-2396-excluded", sets::URI_2396_EXCLUDED,
        "RFC 2396 2.4.3, excluded characters",
        "http://a/<b c>?[d]" => "http://a/%3Cb%20c%3E?%5Bd%5D");

    // ---- RFC 3875 "The Common Gateway Interface". ----

    /// Escapes the excluded characters (RFC 3875 2.3). Characters of ``;/?:@&=+$,[]`` must be escaped
    /// if they are reserved in the context, and must stay raw otherwise: name the reserved ones with
    /// [`cgi::set`](crate::scheme::cgi::set).
    CGI("cgi", sets::CGI, "RFC 3875 2.3",
        "a<b>[c]; d" => "a%3Cb%3E[c];%20d");

    // ---- OAuth 1.0 and 2.0. ----
    // The first makes signature base strings, where one wrong byte makes the signature wrong.

    /// Keeps unreserved (RFC 5849 3.6).
    OAUTH("oauth", sets::OAUTH, "RFC 5849 3.6",
        "Ladies + Gentlemen" => "Ladies%20%2B%20Gentlemen");

    /// RFC 6749 (OAuth 2.0) 2.3.1 and Appendix B: the client's id and its secret are encoded as a form
    /// before they are joined by `:` and become the Base64 of `Authorization: Basic`. This is
    /// [`FORM`] under its name in OAuth 2.0, and not the rule of [`OAUTH`].
    OAUTH2("oauth2", sets::FORM_SET with space_as_plus(), "RFC 6749 2.3.1, Appendix B",
        "id %&+£€" => "id+%25%26%2B%C2%A3%E2%82%AC");

    // ---- AWS Signature Version 4, and the keys in S3's events. ----

    /// UriEncode: query names and values.
    AWS("aws", sets::AWS, "AWS Signature Version 4, UriEncode",
        "test$file.text" => "test%24file.text");

    /// UriEncode of an object's name: `/` stays.
    AWS_PATH("aws-path", sets::AWS_PATH, "AWS Signature Version 4, UriEncode of an object key",
        "photos/Jan/sample (1).jpg" => "photos/Jan/sample%20%281%29.jpg");

    /// An object's key as S3 writes it: in event messages, in inventories, and in listings with
    /// `encoding-type=url`. It is encoded as in a form, SP as `+`, but `/` stays.
    ///
    /// A signature needs [`AWS_PATH`] instead.
    S3_KEY("s3-key", sets::S3_KEY_SET with space_as_plus(),
        "Amazon S3, event messages and encoding-type=url",
        "photos/red flower.jpg" => "photos/red+flower.jpg",
        decode "red+flower.jpg" => b"red flower.jpg");

    // ---- ECMA-262, 19.2.6 "URI Handling Functions". ----

    /// `encodeURI` (ECMA-262 19.2.6.4): `%` becomes `%25`, `[` and `]` are escaped.
    JS_URI("js-uri", sets::JS_URI with strict_text(URI_KEPT), "ECMA-262, encodeURI",
        "/a[1]?q=50%" => "/a%5B1%5D?q=50%25",
        decode "%2fa%20b" => b"%2fa b");

    /// `encodeURIComponent` (ECMA-262 19.2.6.5). It keeps `!'()*`, which RFC 3986 reserves.
    JS_COMPONENT("js-component", sets::JS_COMPONENT with strict_text(AsciiSet::EMPTY),
        "ECMA-262, encodeURIComponent",
        "it's 1 & 2" => "it's%201%20%26%202");

    // ---- RFC 6570 "URI Template". ----

    /// Keeps unreserved (RFC 6570 3.2.1): the values of `{x}` and of all operators but `+` and `#`.
    TEMPLATE("template", sets::TEMPLATE, "RFC 6570 3.2.2, simple expansion",
        "Hello World!" => "Hello%20World%21");

    /// Keeps unreserved, reserved and valid triplets (RFC 6570 3.2.3): the values of `{+x}` and `{#x}`.
    /// A stray `%` becomes `%25`.
    TEMPLATE_RESERVED("template-reserved", sets::TEMPLATE_RESERVED with keep_escapes(),
        "RFC 6570 3.2.3, reserved expansion",
        "50%/%41 [b]" => "50%25/%41%20[b]");

    /// The set for the literals between the expressions (RFC 6570 3.1).
    TEMPLATE_LITERAL("template-literal", sets::TEMPLATE_LITERAL with keep_escapes(),
        "RFC 6570 3.1, literals",
        "/größe?100%" => "/gr%C3%B6%C3%9Fe?100%25");

    // ---- LEIRI, the system identifiers of XML. ----

    /// Legacy extended IRIs (XML system identifiers): the set of RFC 3987 3.1, including the MAY of its
    /// step 2 ([`sets::IRI`]). `%` stays.
    LEIRI("leiri", sets::LEIRI, "Legacy extended IRIs for XML 3.1",
        "a b|c" => "a%20b%7Cc");

    // ---- XPath and XQuery Functions and Operators 3.1, section 6. ----

    /// `fn:encode-for-uri` (6.2): keeps unreserved.
    XPATH_ENCODE_FOR_URI("xpath-encode-for-uri", sets::XPATH_ENCODE_FOR_URI,
        "XPath and XQuery Functions 3.1, encode-for-uri",
        "~bébé" => "~b%C3%A9b%C3%A9");

    /// `fn:iri-to-uri` (6.3): the set of LEIRI, so that `%` and reserved characters stay.
    XPATH_IRI_TO_URI("xpath-iri-to-uri", sets::XPATH_IRI_TO_URI,
        "XPath and XQuery Functions 3.1, iri-to-uri",
        "http://www.example.com/~bébé#50%" => "http://www.example.com/~b%C3%A9b%C3%A9#50%");

    /// `fn:escape-html-uri` (6.4): only bytes outside 0x20-0x7E; SP stays. Serialization 3.1 wants
    /// the text in NFC first, which is left to the caller.
    XPATH_ESCAPE_HTML_URI("xpath-escape-html-uri", sets::XPATH_ESCAPE_HTML_URI,
        "XPath and XQuery Functions 3.1, escape-html-uri",
        "javascript:if (navigator.browserLanguage == 'fr') window.open('bébé');"
            => "javascript:if (navigator.browserLanguage == 'fr') window.open('b%C3%A9b%C3%A9');");

    // ---- PHP's functions. ----

    /// `rawurlencode`, and type `PHP_QUERY_RFC3986`: keeps unreserved.
    PHP_RAWURLENCODE("php-rawurlencode", sets::PHP_RAWURLENCODE, "PHP manual, rawurlencode",
        "foo bar@baz~" => "foo%20bar%40baz~");

    /// `urlencode`, and type `PHP_QUERY_RFC1738`: keeps alphanumerics and `-._`; SP is `+`. `~` is
    /// escaped.
    PHP_URLENCODE("php-urlencode", sets::PHP_URLENCODE_SET with space_as_plus(),
        "PHP manual, urlencode",
        "foo bar@baz~" => "foo+bar%40baz%7E");

    // ---- CSS Values and Units. ----

    /// The component set plus `'`, `(` and `)`: safe inside an unquoted `url()`.
    CSS_URL("css-url", sets::CSS_URL, "CSS Values 4, url()",
        "it's (1).png" => "it%27s%20%281%29.png");

    // ---- Values of HTTP header fields. ----

    /// Keeps *attr-char* (RFC 8187 3.2.1).
    RFC5987("rfc5987", sets::RFC5987, "RFC 8187 3.2.1, attr-char (RFC 5987)",
        "€ rates" => "%E2%82%AC%20rates");

    /// The name or the value of a query parameter in a signature base: the set of
    /// [`FORM`], but SP is `%20`.
    ///
    /// (The RFC refers to the URL Standard's *percent-encode after encoding*, which wrote SP as `%20`
    /// for this set until March 2026. The examples of the RFC decide.)
    HTTP_SIGNATURE("http-signature", sets::FORM_SET, "RFC 9421 2.2.8, @query-param",
        "façade\": " => "fa%C3%A7ade%22%3A%20");

    /// Keeps *baggage-octet* without `%` (W3C Baggage 3.3.1.3): one value, or the value of a property.
    /// A key is a token, and never escaped. A `+` is a plus both ways.
    ///
    /// The decoded value is text: sequences that are not UTF-8 become U+FFFD, as the standard requires.
    BAGGAGE("baggage", sets::BAGGAGE with lossy_text(),
        "W3C Baggage 3.3.1.3, baggage-octet (cookie-octet of RFC 6265)",
        "DF 28; é" => "DF%2028%3B%20%C3%A9",
        decode "a+b%20%FF" => b"a+b \xEF\xBF\xBD");

    /// Keeps *Percent-Byte-Unencoded*: SP and the visible ASCII characters but `%`.
    ///
    /// Decoding never fails, which the standard requires: a malformed triplet stays. Where text is
    /// needed, [`decode_lossy`](crate::decode_lossy) never fails either.
    GRPC_MESSAGE("grpc-message", sets::GRPC_MESSAGE, "gRPC over HTTP/2, Status-Message",
        "100% of café" => "100%25 of caf%C3%A9",
        decode "50% off%" => b"50% off%");

    // ---- RFC 6901 "JavaScript Object Notation (JSON) Pointer": a pointer in a URI's fragment. ----

    /// Keeps *fragment* of RFC 3986 (RFC 6901 6): a whole pointer, whose tokens have `~0` and `~1`
    /// already. The `#` before it is not part of it.
    JSON_POINTER("json-pointer", sets::JSON_POINTER,
        "RFC 6901 6, URI fragment identifier representation",
        "/k\"l/c%d" => "/k%22l/c%25d");

    // ---- RFC 3261 25.1 "SIP": `sip:user@host;parameter=value?header=value`. ----

    /// Keeps *unreserved* and *user-unreserved*: the user. (A password keeps fewer: add `;?/`.)
    SIP_USER("sip-user", sets::SIP_USER, "RFC 3261 25.1, user",
        "j@s0n" => "j%40s0n");

    /// Keeps *unreserved* and *param-unreserved*: the name or the value of a parameter.
    SIP_PARAM("sip-param", sets::SIP_PARAM, "RFC 3261 25.1, paramchar",
        "a=b;c" => "a%3Db%3Bc");

    /// Keeps *unreserved* and *hnv-unreserved*: the name or the value of a header.
    SIP_HEADER("sip-header", sets::SIP_HEADER, "RFC 3261 25.1, hname and hvalue",
        "sip:user@example.com" => "sip:user%40example.com");

    // ---- ECMA-427 "Package-URL": `pkg:npm/%40angular/animation@12.3.1`. ----

    /// Keeps alphanumerics, `.-_~` and `:` (ECMA-427 5.4): one component, one segment of a namespace or
    /// a subpath, or one value of a qualifier. A `+` is a plus both ways.
    PURL("purl", sets::PURL, "ECMA-427 5.4, Package-URL",
        "NSData+zlib v1:2" => "NSData%2Bzlib%20v1:2",
        decode "NSData+zlib" => b"NSData+zlib");

    // ---- The names of Hive's partitions. ----

    /// The name or the value of a column in the name of a Hive partition's folder, as Hive and Spark
    /// write it: 0x00-0x1F, 0x7F and `"#%'*/:=?\{[]^` are escaped, and characters that are not ASCII
    /// stay. Null and the empty text have a name of their own, which
    /// [`escape_path_name`](crate::scheme::hive::escape_path_name) writes.
    ///
    /// The decoder takes triplets for bytes of UTF-8. Hive takes each for a UTF-16 code unit, as
    /// [`unescape_path_name`](crate::scheme::hive::unescape_path_name) does: they differ only on
    /// triplets from `%80` on, which Hive and Spark never write.
    HIVE_PARTITION("hive-partition", sets::HIVE_PARTITION with keep_non_ascii(),
        "Hive, FileUtils.escapePathName",
        "Київ/a=b" => "Київ%2Fa%3Db");

    // ---- WHATWG URL 1.3, once more. ----

    /// Escapes every byte.
    ALL("all", sets::ALL, "WHATWG URL 1.3, percent-encode a byte",
        "a-1" => "%61%2D%31");
}
