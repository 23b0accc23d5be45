//! Calls of the library on a piece of text, repeated: `hostile COUNT [CALL PIECE]…`. `ci/linear` counts
//! the instructions of [`measured`] for each call, with one, two and four times the number of pieces.

use std::hint::black_box;

use percent_simd::form;
use percent_simd::path::{NGINX, STRICT, TOMCAT};
use percent_simd::request_line::RequestLine;
use percent_simd::uri::{self, Normalizer};
use percent_simd::{Encoder, iri, js, sets};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, cases @ ..] = &arguments[..] else { panic!("no count") };
    let count: usize = count.parse().expect("the count is a number");
    let text = |case: &[String]| {
        let [call, piece] = case else { panic!("a call without a piece") };
        (call.clone(), piece.repeat(4 * count))
    };
    // All texts come first, because instructions between two calls are counted, too.
    let texts: Vec<_> = cases.chunks(2).map(text).collect();
    for (call, text) in &texts {
        for part in [4, 2, 1] {
            measured(call, &text[..text.len() / part]);
        }
    }
}

#[inline(never)]
fn measured(call: &str, text: &str) {
    match call {
        "form" => {
            let pairs = form::parse(text);
            black_box(pairs.fold(0, |sum, pair| sum + pair.name().len() + pair.value().len()));
        }
        "inspect" => {
            black_box(percent_simd::inspect(text).flags());
        }
        "path" => {
            let path = format!("/{text}");
            black_box((STRICT.check(&path).is_ok(), STRICT.resolve(&path).is_ok()));
            black_box((NGINX.resolve(&path).is_ok(), TOMCAT.resolve(&path).is_ok()));
        }
        "request" => {
            black_box(RequestLine::parse(text).is_ok());
        }
        "uri" => {
            black_box((uri::repair(text), Normalizer::new().normalize(text)));
        }
        "iri" => {
            black_box((iri::from_uri(text), iri::to_uri(text)));
        }
        "pieces" => {
            let encoder = Encoder::new(sets::URI_COMPONENT);
            for encoder in [encoder, encoder.keep_escapes(true), encoder.keep_non_ascii(true)] {
                black_box(encoder.pieces(text).count());
            }
        }
        "js" => {
            black_box((js::unescape(text).is_ok(), js::decode_uri(text).is_ok(), js::escape(text)));
        }
        other => panic!("no call {other}"),
    }
}
