use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::while_active;
use oracle::form::{self as form_steps, Options};
use oracle::variants as steps;
use percent_simd::Backend;
use percent_simd::scheme::data_url::DataUrl;
use percent_simd::scheme::http_signature::{QueryParamError, query_param};
use percent_simd::scheme::php::http_build_query;
use percent_simd::scheme::rfc8187::ExtValue;
use percent_simd::scheme::{
    self, alpn, aws, cgi, hive, modsecurity, multipart, sf_display, template, urn,
};

/// RFC 3986 2.3, and the characters that AWS, RFC 6570 and PHP keep.
const UNRESERVED: &[u8] = b"-._~";

/// The functions of variants with special rules, against the steps of their documents.
pub fn variants(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let text = &*String::from_utf8_lossy(input);
    for backend in Backend::available() {
        let case = Case { backend, policy: &"variants", input };
        while_active(backend, || {
            whole(&case, text);
            display_strings(&case, text);
            parts(&case, text);
        });
    }
}

/// Each byte that is neither a letter, a digit nor kept is escaped.
fn escaped(text: &[u8], kept: &[u8], plus: bool) -> String {
    let piece = |&byte: &u8| match byte {
        b' ' if plus => "+".to_owned(),
        _ if byte.is_ascii_alphanumeric() || kept.contains(&byte) => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.iter().map(piece).collect()
}

fn same<T: AsRef<[u8]> + ToOwned + ?Sized>(
    case: &Case<'_>,
    what: &str,
    got: Cow<'_, T>,
    of: &[u8],
    expected: &[u8],
) {
    case.same_bytes(what, (*got).as_ref(), expected);
    case.same(what, matches!(got, Cow::Borrowed(_)), of == expected);
}

/// Functions of a whole text.
fn whole(case: &Case<'_>, text: &str) {
    let (input, bytes) = (case.input, text.as_bytes());
    for (what, got, expected) in [
        ("hive, unescaped", hive::unescape_path_name(text), steps::hive_unescape(text)),
        ("multipart, a name", multipart::name(text), steps::multipart_name(text, false)),
        ("multipart, a file", multipart::file_name(text), steps::multipart_name(text, true)),
        ("aws", scheme::AWS.encode(text), escaped(bytes, UNRESERVED, false)),
        ("aws, a key", scheme::AWS_PATH.encode(text), escaped(bytes, b"-._~/", false)),
    ] {
        same(case, what, got, bytes, expected.as_bytes());
    }
    case.same("hive, escaped", &*hive::escape_path_name(text), &*steps::hive_escape(text));
    let prefix: String = text.chars().take(9).collect();
    case.same(
        "template, a prefix",
        &*template::value_prefix(text, 9),
        &*escaped(prefix.as_bytes(), UNRESERVED, false),
    );
    for (uni, got) in
        [(false, modsecurity::url_decode(input)), (true, modsecurity::url_decode_uni(input))]
    {
        same(case, "modsecurity", got, input, &steps::modsecurity(input, uni));
    }
    // RFC 8187 3.2.1, attr-char.
    let value = escaped(bytes, b"!#$&+-.^_`|~", false);
    case.same("ext-value", ExtValue::new(text, "en").to_string(), format!("UTF-8'en'{value}"));
    case.same("ext-value", &*ExtValue::new(text, "").value(), text);
    // RFC 7639 2.2: a protocol name has one spelling as a token.
    let tchar = b"!#$&'*+-.^_`|~";
    same(case, "alpn", alpn::encode(input), input, escaped(input, tchar, false).as_bytes());
    let name = decoded(input);
    let is_token = !input.is_empty() && escaped(&name, tchar, false).as_bytes() == input;
    case.same("alpn, checked", alpn::check(input).is_ok(), is_token);
    case.same("alpn, decoded", alpn::decode(input).ok().as_deref(), is_token.then_some(&*name));
}

/// Percent-decoding without any option.
fn decoded(bytes: &[u8]) -> Vec<u8> {
    oracle::decode(bytes, &oracle::Decode::default()).expect("this policy refuses nothing")
}

/// RFC 9651: the input as a display string, between quotes, and its serialization.
fn display_strings(case: &Case<'_>, text: &str) {
    let serialized = sf_display::serialize(text);
    case.same("serialized", &serialized, &steps::sf_display_serialize(text));
    case.same("read again", sf_display::parse(&serialized).as_deref(), Ok(text));
    for input in [case.input, &[b"%\"", case.input].concat(), &[b"%\"", case.input, b"\""].concat()]
    {
        let expected = steps::sf_display_parse(input);
        let got = sf_display::parse_prefix(input).ok();
        case.same("a prefix", got.map(|(text, len)| (text.into_owned(), len)), expected.clone());
        let expected = expected.filter(|(_, len)| *len == input.len()).map(|(text, _)| text);
        case.same("checked", sf_display::check(input).is_ok(), expected.is_some());
        case.same("parsed", sf_display::parse(input).ok().map(Cow::into_owned), expected);
    }
}

/// Functions that take a text apart, or put it together.
fn parts(case: &Case<'_>, text: &str) {
    let input = case.input;
    // Fetch, data: URL processor: the fragment is removed first.
    let url = [b"data:", input].concat();
    let rest = input.split(|&byte| byte == b'#').next().unwrap_or_default();
    let comma = rest.iter().position(|&byte| byte == b',');
    let body = comma.map(|comma| decoded(&rest[comma + 1..]));
    case.same("data: URL", DataUrl::parse(&url).map(|url| url.body().into_owned()), body);

    // RFC 8141 3.1: hex digits in upper case, and triplets decoded.
    let name = format!("urn:x:{text}");
    for other in
        [name.to_ascii_uppercase(), String::from_utf8_lossy(&decoded(name.as_bytes())).into()]
    {
        let keys = [&name, &other].map(|name| steps::urn_key(name));
        let expected = keys[0].is_some() && keys[0] == keys[1];
        case.same("equivalent URNs", urn::equivalent(&name, &other), expected);
    }

    // RFC 3875 4.4.
    let words: Option<Vec<&[u8]>> = match input {
        b"" => Some(Vec::new()),
        _ => (!input.contains(&b'=')).then(|| input.split(|&byte| byte == b'+').collect()),
    };
    case.same("keywords", cgi::keywords(input).map(Iterator::collect), words);

    // A form's pairs, written by other rules.
    let options = Options { semicolons: false, mailto: false };
    let pairs = form_steps::pairs(input, options);
    let written = |kept: &[u8], plus| -> Vec<(String, String)> {
        let one = |text: &String| escaped(text.as_bytes(), kept, plus);
        pairs.iter().map(|(name, value)| (one(name), one(value))).collect()
    };
    let joined = |pairs: &[(String, String)]| {
        pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    let given = || pairs.iter().map(|(name, value)| (name, value));
    for (kind, kept, plus) in
        [(scheme::PHP_URLENCODE, &b"-._"[..], true), (scheme::PHP_RAWURLENCODE, UNRESERVED, false)]
    {
        case.same("PHP's query", http_build_query(given(), kind), joined(&written(kept, plus)));
    }
    let mut sorted = written(UNRESERVED, false);
    sorted.sort();
    case.same("canonical query", aws::canonical_query(given()), joined(&sorted));

    // RFC 9421 2.2.8: names and values as in a `mailto:` form, each name once.
    let signed = written(b"*-._", false);
    for (name, _) in &signed {
        let mut values = signed.iter().filter(|(other, _)| other == name).map(|(_, value)| value);
        let expected = match (values.next(), values.next()) {
            (Some(value), None) => Ok(value.clone()),
            _ => Err(QueryParamError::Repeated),
        };
        case.same("signed", query_param(input, name).map(|value| value.to_string()), expected);
    }
}
