//! The functions of Apache Spark, with Spark's answers.

mod decode;
mod encode;
mod jdk;

pub(crate) use decode::UrlDecode;
pub(crate) use encode::UrlEncode;
