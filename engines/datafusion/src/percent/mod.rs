//! Percent-encoding as WHATWG URL and RFC 3986 define it: policies for decoding, schemes for
//! encoding.

mod decode;
mod encode;
mod options;
mod percent_u;
mod scheme;

pub(crate) use decode::PercentDecode;
pub(crate) use encode::PercentEncode;
