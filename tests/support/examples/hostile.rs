//! Passes standard input to one call of the library, for `ci/linear`, which counts the instructions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::io::{self, Read};

use percent_simd::form;
use percent_simd::path::{NGINX, STRICT, TOMCAT};
use percent_simd::request_line::RequestLine;
use percent_simd::uri::{self, Normalizer};
use percent_simd::{iri, js};

fn main() -> io::Result<()> {
    let call = std::env::args().nth(1).unwrap_or_default();
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let text = &*text;
    match &*call {
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
            let mut hasher = DefaultHasher::new();
            Normalizer::new().key(text).hash(&mut hasher);
            black_box((hasher.finish(), uri::repair(text), Normalizer::new().normalize(text)));
        }
        "iri" => {
            black_box((iri::from_uri(text), iri::to_uri(text)));
        }
        "js" => {
            black_box((js::unescape(text).is_ok(), js::decode_uri(text).is_ok(), js::escape(text)));
        }
        _ => return Err(io::Error::other(format!("no call {call}"))),
    }
    Ok(())
}
