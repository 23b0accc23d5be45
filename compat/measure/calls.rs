//! What is measured: each call once for the originals and once for the drop-in packages, from the
//! same lines.

use crate::inputs::Takes;

/// A call.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
    /// Makes it for each input of a pool; so that nothing but the loop comes between two of them.
    pub(crate) run: fn(&[String]),
    /// What it answers, to be compared.
    pub(crate) answer: fn(&str) -> String,
}

/// Counts what is written to it.
struct Sink(usize);

impl std::fmt::Write for Sink {
    fn write_str(&mut self, piece: &str) -> std::fmt::Result {
        self.0 += piece.len();
        Ok(())
    }
}

/// A call by an expression for its value, and, if that says too little, another one for its answer.
macro_rules! call {
    ($name:literal, $takes:ident, $text:ident => $value:expr) => { call!($name, $takes, $text => $value, $value) };
    ($name:literal, $takes:ident, $text:ident => $value:expr, $answer:expr) => {
        Call {
            name: $name,
            takes: Takes::$takes,
            run: |pool| {
                for item in pool {
                    let $text: &str = black_box(item);
                    let _value = black_box($value);
                }
            },
            answer: |$text: &str| format!("{:?}", $answer),
        }
    };
}

macro_rules! side {
    ($side:ident: $percent:ident, $form:ident, $url:ident) => {
        pub(crate) mod $side {
            use std::borrow::Cow;
            use std::fmt::Write;
            use std::hint::black_box;

            use $form::{Serializer, byte_serialize, parse};
            use $percent::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};
            use $url::Url;

            use super::{Call, Sink};
            use crate::inputs::Takes;

            const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
            const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');

            pub(crate) const CALLS: [Call; 15] = [
                call!("percent_decode(..).decode_utf8()", Encoded, text => percent_decode(text.as_bytes()).decode_utf8()),
                call!("percent_decode(..).decode_utf8_lossy()", Encoded, text => percent_decode(text.as_bytes()).decode_utf8_lossy()),
                call!("Cow::from(percent_decode(..))", Encoded, text => Cow::from(percent_decode(text.as_bytes()))),
                call!("percent_decode(..).collect::<Vec<u8>>()", Encoded, text => percent_decode(text.as_bytes()).collect::<Vec<u8>>()),
                call!("utf8_percent_encode(.., component).to_string()", Raw, text => utf8_percent_encode(text, COMPONENT).to_string()),
                call!("utf8_percent_encode(.., query).to_string()", Raw, text => utf8_percent_encode(text, QUERY).to_string()),
                call!("Cow::from(utf8_percent_encode(.., component))", Raw, text => Cow::from(utf8_percent_encode(text, COMPONENT))),
                call!("utf8_percent_encode(.., component).collect::<String>()", Raw, text => utf8_percent_encode(text, COMPONENT).collect::<String>()),
                call!("write!(.., utf8_percent_encode(.., component))", Raw, text => {
                    let mut sink = Sink(0);
                    write!(sink, "{}", utf8_percent_encode(text, COMPONENT)).map(|()| sink.0)
                }),
                call!("utf8_percent_encode(.., component).for_each(..)", Raw, text => {
                    let mut len = 0;
                    utf8_percent_encode(text, COMPONENT).for_each(|piece| len += black_box(piece).len());
                    len
                }),
                call!("for (..) in form_urlencoded::parse(..)", Encoded, text => {
                    let mut len = 0;
                    for pair in parse(text.as_bytes()) {
                        let (name, value) = black_box(pair);
                        len += name.len() + value.len();
                    }
                    len
                }, parse(text.as_bytes()).collect::<Vec<_>>()),
                call!("form_urlencoded::parse(..).into_owned().collect()", Encoded, text => parse(text.as_bytes()).into_owned().collect::<Vec<_>>()),
                call!("byte_serialize(..).collect::<String>()", Raw, text => byte_serialize(text.as_bytes()).collect::<String>()),
                call!("Serializer::append_pair", Raw, text => Serializer::new(String::new()).append_pair("name", text).finish()),
                call!("Url::parse(..), query_pairs()", Url, text => {
                    Url::parse(text).map(|url| url.query_pairs().map(|(name, value)| name.len() + value.len()).sum::<usize>())
                }, Url::parse(text).map(|url| (url.to_string(), url.query_pairs().into_owned().collect::<Vec<_>>()))),
            ];
        }
    };
}

side!(original: original_percent_encoding, original_form_urlencoded, original_url);
side!(drop_in: drop_in_percent_encoding, drop_in_form_urlencoded, drop_in_url);
