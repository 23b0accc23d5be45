//! A preset's reading of a target, in a server's form.

use percent_simd::path::{PathError, PathErrorKind, PathPolicy};
use percent_simd::request_line::{RequestLine, RequestLineError};
use percent_simd::sets::URI_SEGMENT;
use percent_simd::{AsciiSet, Decoder, Encoder};

use crate::servers::Kind;

/// The library's reading of a target.
pub(crate) type Ours = Result<Accepted, Refusal>;

/// A target that a preset accepts.
#[derive(Clone, Debug)]
pub(crate) struct Accepted {
    pub(crate) output: Vec<u8>,
    pub(crate) target: Vec<u8>,
    /// True if the client is redirected to the target.
    pub(crate) redirect: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Line(RequestLineError),
    Path(PathError),
    NoPath,
}

impl Refusal {
    pub(crate) fn path_kind(self) -> Option<PathErrorKind> {
        match self {
            Self::Path(error) => Some(error.kind()),
            Self::Line(_) | Self::NoPath => None,
        }
    }
}

/// The path of `GET TARGET HTTP/1.1` under a policy.
pub(crate) fn ours(policy: PathPolicy, target: &[u8]) -> Ours {
    let line = [b"GET ", target, b" HTTP/1.1\r\n"].concat();
    let line = RequestLine::parse(&line).map_err(Refusal::Line)?;
    let path = match line.target.path().ok_or(Refusal::NoPath)? {
        b"" => b"/", // RFC 9110 4.2.3
        path => path,
    };
    let resolved = policy.resolve(path).map_err(Refusal::Path)?;
    let target = policy.target(path).map_err(Refusal::Path)?.into_owned().into_bytes();
    Ok(Accepted { output: resolved.path.into_owned(), target, redirect: resolved.redirect })
}

/// True if a server that shows this path agrees with its preset.
pub(crate) fn shows(kind: Kind, seen: &[u8], accepted: &Accepted) -> bool {
    match kind {
        // The server shows the forwarded path, in which unreserved characters are decoded.
        Kind::HaProxy | Kind::Envoy(_) => escaped(seen) == accepted.target,
        _ => means(kind, seen, accepted),
    }
}

/// True if a server that shows this path reads the target's value.
pub(crate) fn means(kind: Kind, seen: &[u8], accepted: &Accepted) -> bool {
    match kind {
        Kind::HaProxy | Kind::Envoy(_) => escaped(seen) == accepted.target,
        // The server shows kept escapes as written.
        Kind::ApacheNoDecode => upper(seen) == upper(&value(kind, &accepted.output)),
        _ => seen == value(kind, &accepted.output),
    }
}

/// A path with triplets for all characters that a URI cannot hold, and digits in upper case.
pub(crate) fn escaped(path: &[u8]) -> Vec<u8> {
    const PATH: Encoder = Encoder::new(URI_SEGMENT.remove(b'/')).keep_escapes(true);
    upper(PATH.encode(path).as_bytes())
}

/// The path of the output, decoded like the server's.
pub(crate) fn value(kind: Kind, output: &[u8]) -> Vec<u8> {
    decoded(output, if kind == Kind::ApacheNoDecode { b"/" } else { b"" })
}

/// The decoded bytes, without the triplets of `keep`.
fn decoded(bytes: &[u8], keep: &[u8]) -> Vec<u8> {
    let decoder = Decoder::new().keep(AsciiSet::from_bytes(keep));
    decoder.decode(bytes).expect("this decoder refuses nothing").into_owned()
}

/// The bytes with upper-case hex digits in triplets.
pub(crate) fn upper(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() {
        if bytes[at] == b'%' {
            bytes.iter_mut().skip(at + 1).take(2).for_each(|digit| digit.make_ascii_uppercase());
        }
    }
    bytes
}
