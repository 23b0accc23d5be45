//! The most frequent calls of `percent-encoding`, `form_urlencoded` and `url` in programs.

mod inputs;
mod side;

use std::borrow::Cow;
use std::hint::black_box;

use form_urlencoded::{Serializer, byte_serialize, parse};
use inputs::Takes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};
use url::Url;

const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Measures an expression on every pool of inputs.
macro_rules! call {
    ($name:literal, $takes:ident, $text:ident => $value:expr) => {
        for (input, pool) in inputs::pools(Takes::$takes) {
            let answer = |$text: &String| format!("{:?}", $value);
            let answers: Vec<String> = pool.iter().map(answer).collect();
            side::measure($name, &input, pool.len(), &answers.concat(), || {
                for $text in &pool {
                    let $text: &str = black_box($text);
                    let _value = black_box($value);
                }
            });
        }
    };
}

fn main() {
    side::choose_backend();
    call!("Cow::from(percent_decode(..))", Encoded, text => Cow::from(percent_decode(text.as_bytes())));
    call!("percent_decode(..).decode_utf8()", Encoded, text => percent_decode(text.as_bytes()).decode_utf8());
    call!("percent_decode(..).collect::<Vec<u8>>()", Encoded, text => percent_decode(text.as_bytes()).collect::<Vec<u8>>());
    call!("utf8_percent_encode(.., component).to_string()", Raw, text => utf8_percent_encode(text, COMPONENT).to_string());
    call!("utf8_percent_encode(.., component).collect::<String>()", Raw, text => utf8_percent_encode(text, COMPONENT).collect::<String>());
    call!("form_urlencoded::parse(..).into_owned().collect()", Form, text => parse(text.as_bytes()).into_owned().collect::<Vec<_>>());
    call!("byte_serialize(..).collect::<String>()", Raw, text => byte_serialize(text.as_bytes()).collect::<String>());
    call!("Serializer::append_pair", Raw, text => Serializer::new(String::new()).append_pair("name", text).finish());
    call!("Url::parse(..), query_pairs()", Url, text => {
        Url::parse(text).map(|url| url.query_pairs().map(|(name, value)| name.len() + value.len()).sum::<usize>())
    });
}
