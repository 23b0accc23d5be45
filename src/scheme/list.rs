//! The schemes by name.

use core::{fmt, str::FromStr};

use super::{
    ALL, AWS, AWS_PATH, BAGGAGE, CGI, CSS_URL, FORM, FORM_MAILTO, GRPC_MESSAGE, HIVE_PARTITION,
    HTTP_SIGNATURE, JS_COMPONENT, JS_URI, JSON_POINTER, LEIRI, OAUTH, OAUTH2, PHP_RAWURLENCODE,
    PHP_URLENCODE, PURL, RFC5987, S3_KEY, SIP_HEADER, SIP_PARAM, SIP_USER, Scheme, TEMPLATE,
    TEMPLATE_LITERAL, TEMPLATE_RESERVED, URI_1738, URI_2396, URI_2396_EXCLUDED, URI_COMPONENT,
    URI_FRAGMENT, URI_QUERY, URI_REG_NAME, URI_SEGMENT, URI_SEGMENT_NC, URI_USERINFO, URL_C0,
    URL_COMPONENT, URL_FRAGMENT, URL_PATH, URL_QUERY, URL_SPECIAL_QUERY, URL_USERINFO,
    XPATH_ENCODE_FOR_URI, XPATH_ESCAPE_HTML_URI, XPATH_IRI_TO_URI,
};
use crate::error::UnknownName;

/// Every scheme, in the order of the standards: WHATWG URL, RFC 3986 and its predecessors, the
/// others.
pub const SCHEMES: &[Scheme] = &[
    URL_C0,
    URL_FRAGMENT,
    URL_QUERY,
    URL_SPECIAL_QUERY,
    URL_PATH,
    URL_USERINFO,
    URL_COMPONENT,
    FORM,
    FORM_MAILTO,
    URI_COMPONENT,
    URI_SEGMENT,
    URI_SEGMENT_NC,
    URI_QUERY,
    URI_FRAGMENT,
    URI_USERINFO,
    URI_REG_NAME,
    URI_2396,
    URI_1738,
    URI_2396_EXCLUDED,
    CGI,
    OAUTH,
    OAUTH2,
    AWS,
    AWS_PATH,
    S3_KEY,
    JS_URI,
    JS_COMPONENT,
    TEMPLATE,
    TEMPLATE_RESERVED,
    TEMPLATE_LITERAL,
    LEIRI,
    XPATH_ENCODE_FOR_URI,
    XPATH_IRI_TO_URI,
    XPATH_ESCAPE_HTML_URI,
    PHP_RAWURLENCODE,
    PHP_URLENCODE,
    CSS_URL,
    RFC5987,
    HTTP_SIGNATURE,
    BAGGAGE,
    GRPC_MESSAGE,
    JSON_POINTER,
    SIP_USER,
    SIP_PARAM,
    SIP_HEADER,
    PURL,
    HIVE_PARTITION,
    ALL,
];

impl Scheme {
    /// The scheme with that [`name`](Self::name), spelled exactly.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        SCHEMES.iter().find(|scheme| scheme.name == name).copied()
    }
}

/// [`Scheme::from_name`], with an error for an unknown name.
///
/// ```
/// use percent_simd::scheme::{self, Scheme};
///
/// assert_eq!("url-path".parse(), Ok(scheme::URL_PATH));
/// let error = "URL_PATH".parse::<Scheme>().unwrap_err();
/// assert_eq!(error.to_string(), "no scheme is named \"URL_PATH\"; names are like \"url-path\"");
/// ```
impl FromStr for Scheme {
    type Err = ParseSchemeError;

    fn from_str(name: &str) -> Result<Self, ParseSchemeError> {
        Self::from_name(name).ok_or_else(|| ParseSchemeError(UnknownName::new(name)))
    }
}

/// The error of parsing an unknown [`Scheme`] name. [`SCHEMES`] lists all schemes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseSchemeError(UnknownName);

impl fmt::Display for ParseSchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no scheme is named {}; names are like \"url-path\"", self.0)
    }
}

impl core::error::Error for ParseSchemeError {}
