//! A constant for each scheme but those of forms, by the standard that defines it.

mod aws;
mod cgi;
mod css;
mod hive;
mod http;
mod iri;
pub(crate) mod js;
mod json_pointer;
mod oauth;
mod php;
mod purl;
mod sip;
mod template;
mod uri;
mod url;
mod xpath;

pub use aws::{AWS, AWS_PATH, S3_KEY};
pub use cgi::CGI;
pub use css::CSS_URL;
pub use hive::HIVE_PARTITION;
pub use http::{BAGGAGE, GRPC_MESSAGE, HTTP_SIGNATURE, RFC5987};
pub use iri::LEIRI;
pub use js::{JS_COMPONENT, JS_URI};
pub use json_pointer::JSON_POINTER;
pub use oauth::{OAUTH, OAUTH2};
pub use php::{PHP_RAWURLENCODE, PHP_URLENCODE};
pub use purl::PURL;
pub use sip::{SIP_HEADER, SIP_PARAM, SIP_USER};
pub use template::{TEMPLATE, TEMPLATE_LITERAL, TEMPLATE_RESERVED};
pub use uri::{
    URI_1738, URI_2396, URI_2396_EXCLUDED, URI_COMPONENT, URI_FRAGMENT, URI_QUERY, URI_REG_NAME,
    URI_SEGMENT, URI_SEGMENT_NC, URI_USERINFO,
};
pub use url::{
    ALL, URL_C0, URL_COMPONENT, URL_FRAGMENT, URL_PATH, URL_QUERY, URL_SPECIAL_QUERY, URL_USERINFO,
};
pub use xpath::{XPATH_ENCODE_FOR_URI, XPATH_ESCAPE_HTML_URI, XPATH_IRI_TO_URI};
