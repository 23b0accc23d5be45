//! The functions of Apache Spark, with Spark's answers.

mod decode;
mod encode;
mod jdk;
mod key;
mod parse_url;
mod uri;
mod url_part;

pub(crate) use decode::UrlDecode;
pub(crate) use encode::UrlEncode;
pub(crate) use parse_url::ParseUrl;
