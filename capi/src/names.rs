//! The NUL-terminated names of schemes, presets, flags, and backends.

use core::ffi::CStr;

use percent_simd::path::{self, PathPolicy};
use percent_simd::scheme::{self, Scheme};
use percent_simd::{Backend, Flags};

use crate::values::{percent_simd_preset, percent_simd_scheme};

/// A table by number: the index of a line is the number of its variant.
macro_rules! by_number {
    ($enum:ident, $($variant:ident $name:literal $value:expr;)+) => {{
        let mut number = 0;
        $(
            assert!($enum::$variant as u32 == number, "the order of the table is that of the enum");
            number += 1;
        )+
        let _ = number;
        &[$(($name, $value)),+]
    }};
}

pub(crate) const SCHEMES: &[(&CStr, Scheme)] = by_number! { percent_simd_scheme,
    UriComponent c"uri-component" scheme::URI_COMPONENT;
    Form c"form" scheme::FORM;
    UrlPath c"url-path" scheme::URL_PATH;
    UrlQuery c"url-query" scheme::URL_QUERY;
    UriSegment c"uri-segment" scheme::URI_SEGMENT;
    JsComponent c"js-component" scheme::JS_COMPONENT;
    UrlC0 c"url-c0" scheme::URL_C0;
    UrlFragment c"url-fragment" scheme::URL_FRAGMENT;
    UrlSpecialQuery c"url-special-query" scheme::URL_SPECIAL_QUERY;
    UrlUserinfo c"url-userinfo" scheme::URL_USERINFO;
    UrlComponent c"url-component" scheme::URL_COMPONENT;
    FormMailto c"form-mailto" scheme::FORM_MAILTO;
    UriSegmentNc c"uri-segment-nc" scheme::URI_SEGMENT_NC;
    UriQuery c"uri-query" scheme::URI_QUERY;
    UriFragment c"uri-fragment" scheme::URI_FRAGMENT;
    UriUserinfo c"uri-userinfo" scheme::URI_USERINFO;
    UriRegName c"uri-reg-name" scheme::URI_REG_NAME;
    Uri2396 c"uri-2396" scheme::URI_2396;
    Uri1738 c"uri-1738" scheme::URI_1738;
    Uri2396Excluded c"uri-2396-excluded" scheme::URI_2396_EXCLUDED;
    Cgi c"cgi" scheme::CGI;
    Oauth c"oauth" scheme::OAUTH;
    Aws c"aws" scheme::AWS;
    AwsPath c"aws-path" scheme::AWS_PATH;
    JsUri c"js-uri" scheme::JS_URI;
    Template c"template" scheme::TEMPLATE;
    TemplateReserved c"template-reserved" scheme::TEMPLATE_RESERVED;
    TemplateLiteral c"template-literal" scheme::TEMPLATE_LITERAL;
    Leiri c"leiri" scheme::LEIRI;
    XpathEncodeForUri c"xpath-encode-for-uri" scheme::XPATH_ENCODE_FOR_URI;
    XpathIriToUri c"xpath-iri-to-uri" scheme::XPATH_IRI_TO_URI;
    XpathEscapeHtmlUri c"xpath-escape-html-uri" scheme::XPATH_ESCAPE_HTML_URI;
    PhpRawurlencode c"php-rawurlencode" scheme::PHP_RAWURLENCODE;
    PhpUrlencode c"php-urlencode" scheme::PHP_URLENCODE;
    CssUrl c"css-url" scheme::CSS_URL;
    Rfc5987 c"rfc5987" scheme::RFC5987;
    All c"all" scheme::ALL;
    Oauth2 c"oauth2" scheme::OAUTH2;
    S3Key c"s3-key" scheme::S3_KEY;
    HttpSignature c"http-signature" scheme::HTTP_SIGNATURE;
    Baggage c"baggage" scheme::BAGGAGE;
    GrpcMessage c"grpc-message" scheme::GRPC_MESSAGE;
    JsonPointer c"json-pointer" scheme::JSON_POINTER;
    SipUser c"sip-user" scheme::SIP_USER;
    SipParam c"sip-param" scheme::SIP_PARAM;
    SipHeader c"sip-header" scheme::SIP_HEADER;
    Purl c"purl" scheme::PURL;
    HivePartition c"hive-partition" scheme::HIVE_PARTITION;
};

const PRESETS: &[(&CStr, PathPolicy)] = by_number! { percent_simd_preset,
    Strict c"strict" path::STRICT;
    EnvoyKeep c"envoy-keep" path::ENVOY_KEEP;
    EnvoyReject c"envoy-reject" path::ENVOY_REJECT;
    EnvoyRedirect c"envoy-redirect" path::ENVOY_REDIRECT;
    EnvoyUnescape c"envoy-unescape" path::ENVOY_UNESCAPE;
    Spring c"spring" path::SPRING;
    Nginx c"nginx" path::NGINX;
    ApacheReject c"apache-reject" path::APACHE_REJECT;
    ApacheKeep c"apache-keep" path::APACHE_KEEP;
    ApacheUnescape c"apache-unescape" path::APACHE_UNESCAPE;
    Haproxy c"haproxy" path::HAPROXY;
    Tomcat c"tomcat" path::TOMCAT;
    Unknown c"unknown" path::UNKNOWN;
    Objects c"objects" path::OBJECTS;
};

/// The name of each flag, by its bit.
const FLAGS: &[&CStr] = &[
    c"nul",
    c"cr",
    c"lf",
    c"control",
    c"nested",
    c"percent-u",
    c"dot-segment",
    c"raw-traversal",
    c"slash",
    c"backslash",
    c"overlong",
    c"invalid-utf8",
    c"confusable",
    c"bidi",
    c"zero-width",
    c"non-ascii",
    c"unreserved",
    c"windows-name",
    c"truncated-newline",
];

const BACKENDS: &[&CStr] = &[c"scalar", c"sse2", c"ssse3", c"avx2", c"avx512", c"neon", c"simd128"];

/// The scheme with this number, and its name.
pub(crate) fn scheme(number: u32) -> Option<&'static (&'static CStr, Scheme)> {
    static TABLE: &[(&CStr, Scheme)] = SCHEMES;
    TABLE.get(usize::try_from(number).ok()?)
}

/// The number of the scheme with this name.
pub(crate) fn scheme_number(name: &[u8]) -> Option<u32> {
    number_of(SCHEMES.iter().map(|line| line.0), name)
}

/// The policy with this number, and its name.
pub(crate) fn preset(number: u32) -> Option<&'static (&'static CStr, PathPolicy)> {
    static TABLE: &[(&CStr, PathPolicy)] = PRESETS;
    TABLE.get(usize::try_from(number).ok()?)
}

/// The number of the preset with this name.
pub(crate) fn preset_number(name: &[u8]) -> Option<u32> {
    number_of(PRESETS.iter().map(|line| line.0), name)
}

/// The name of a single flag.
pub(crate) fn flag(bits: u32) -> Option<&'static CStr> {
    Flags::from_bits(bits).filter(|_| bits.is_power_of_two())?;
    FLAGS.get(bits.trailing_zeros() as usize).copied()
}

/// The bit of the flag with this name.
pub(crate) fn flag_bits(name: &[u8]) -> Option<u32> {
    number_of(FLAGS.iter().copied(), name).map(|bit| 1 << bit)
}

pub(crate) fn backend(backend: Backend) -> Option<&'static CStr> {
    BACKENDS.iter().find(|name| name.to_bytes() == backend.name().as_bytes()).copied()
}

fn number_of<'a>(mut names: impl Iterator<Item = &'a CStr>, wanted: &[u8]) -> Option<u32> {
    u32::try_from(names.position(|name| name.to_bytes() == wanted)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_those_of_the_library() {
        let same = |name: &CStr, other: &str| name.to_str().unwrap() == other;
        assert_eq!(SCHEMES.len(), scheme::SCHEMES.len());
        assert!(SCHEMES.iter().all(|(name, scheme)| same(name, scheme.name())));
        assert!(
            scheme::SCHEMES.iter().all(|scheme| scheme_number(scheme.name().as_bytes()).is_some())
        );
        assert_eq!(PRESETS.len(), path::PRESETS.len());
        for (name, policy) in path::PRESETS {
            let (ours, same_policy) = preset(preset_number(name.as_bytes()).unwrap()).unwrap();
            assert!(same(ours, name) && same_policy == policy, "{name}");
        }
        assert_eq!(FLAGS.len(), Flags::ALL.iter().count());
        for known in Flags::ALL.iter() {
            assert!(same(flag(known.bits()).unwrap(), known.name().unwrap()));
            assert_eq!(flag_bits(known.name().unwrap().as_bytes()), Some(known.bits()));
        }
        assert_eq!(flag(3), None);
        assert_eq!(flag(0), None);
        assert_eq!(flag(1 << 31), None);
        assert!(
            BACKENDS
                .iter()
                .map(|name| name.to_str().unwrap())
                .eq(Backend::ALL_NAMES.iter().copied())
        );
    }
    /// The constants of the header with this prefix, and their numbers.
    fn constants(prefix: &str) -> Vec<(String, u32)> {
        let header = include_str!("../include/percent_simd.h");
        let number = |text: &str| match text.strip_prefix("(1 << ") {
            Some(bit) => 1 << bit.trim_end_matches(')').parse::<u32>().unwrap(),
            None => text.parse().unwrap(),
        };
        let lines = header.lines().map(|line| line.trim().trim_start_matches("#define "));
        lines
            .filter_map(|line| line.strip_prefix(prefix))
            .map(|line| {
                let (name, value) = line.split_once(' ').unwrap();
                let value = value.trim_start_matches("= ").trim_end_matches(',');
                (name.to_lowercase().replace('_', ""), number(value))
            })
            .collect()
    }

    #[test]
    fn the_header_has_the_names_and_numbers_of_the_library() {
        let listed = |names: Vec<String>| -> Vec<(String, u32)> {
            names.into_iter().map(|name| name.replace('-', "")).zip(0..).collect()
        };
        let schemes = SCHEMES.iter().map(|line| line.1.name().to_owned()).collect();
        assert_eq!(constants("PERCENT_SIMD_SCHEME_"), listed(schemes));
        let presets = PRESETS.iter().map(|line| line.0.to_str().unwrap().to_owned()).collect();
        assert_eq!(constants("PERCENT_SIMD_PRESET_"), listed(presets));
        let flags =
            Flags::ALL.iter().map(|flag| (flag.name().unwrap().replace('-', ""), flag.bits()));
        assert_eq!(constants("PERCENT_SIMD_FLAG_"), flags.collect::<Vec<_>>());
        let results = (0..=u32::from(u8::MAX)).filter_map(|number| {
            let name = crate::result::texts(number)?.0.to_str().unwrap();
            Some((name.replace('-', ""), number))
        });
        assert_eq!(constants("PERCENT_SIMD_RESULT_"), results.collect::<Vec<_>>());
    }
}
