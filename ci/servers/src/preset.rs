//! What a preset makes of a target, and how a server would show it.

use percent_simd::Decoder;
use percent_simd::path::{PathError, PathErrorKind, PathPolicy, TARGET};
use percent_simd::request_line::{RequestLine, RequestLineError};
use percent_simd::sets::AsciiSet;

use crate::servers::Kind;

/// What the library makes of a target.
pub(crate) type Ours = Result<Vec<u8>, Refusal>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// By the parser of request lines.
    Line(RequestLineError),
    /// By the policy.
    Path(PathError),
    /// A target without a path.
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
    Ok(policy.resolve(path).map_err(Refusal::Path)?.path.into_owned())
}

/// Whether a server that shows this path sees what the output of its own preset says.
pub(crate) fn shows(kind: Kind, seen: &[u8], output: &[u8]) -> bool {
    match kind {
        // It shows an encoded path, and its preset keeps the same triplets as they are written.
        Kind::HaProxy => upper(&decoded(seen, b"%/\\;")) == upper(output),
        _ => means(kind, seen, output),
    }
}

/// Whether a server that shows this path sees the value that the output stands for.
pub(crate) fn means(kind: Kind, seen: &[u8], output: &[u8]) -> bool {
    match kind {
        Kind::HaProxy => upper(seen) == upper(TARGET.encode(output).as_bytes()),
        // It shows what stays escaped as it is written.
        Kind::ApacheNoDecode => upper(seen) == upper(&value(kind, output)),
        _ => seen == value(kind, output),
    }
}

/// The path of that output where the server shows a decoded one.
pub(crate) fn value(kind: Kind, output: &[u8]) -> Vec<u8> {
    decoded(output, if kind == Kind::ApacheNoDecode { b"/" } else { b"" })
}

/// Decoded but for the triplets of some values.
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
