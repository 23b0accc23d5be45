//! The keys under which well-known servers log URLs.

/// The keys of URLs in the access logs of Caddy, Google Cloud, Cloudflare, Azure and Traefik, and in
/// those that nginx and others are told to write as JSON.
pub(super) const OF_JSON: [&str; 18] = [
    "/request/uri",
    "/request/headers/Referer/*",
    "/httpRequest/requestUrl",
    "/httpRequest/referer",
    "ClientRequestURI",
    "ClientRequestPath",
    "ClientRequestReferer",
    "requestUri",
    "/properties/requestUri",
    "RequestPath",
    "request_Referer",
    "request",
    "request_uri",
    "uri",
    "url",
    "path",
    "http_referer",
    "referer",
];

/// The keys whose values are URLs in the logs of Heroku, of Go programs and of those like them.
pub(super) const OF_LOGFMT: [&str; 10] = [
    "path",
    "url",
    "uri",
    "target",
    "request",
    "request_uri",
    "request_url",
    "requestURI",
    "referer",
    "http_referer",
];
