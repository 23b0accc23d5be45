//! What a preset makes of a target beside what a server makes of it.

use percent_simd::Decoder;
use percent_simd::path::{PathError, PathErrorKind, PathPolicy, TARGET};
use percent_simd::request_line::{RequestLine, RequestLineError};
use percent_simd::sets::AsciiSet;

use crate::client::Answer;
use crate::known;
use crate::servers::{Kind, Server};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    SamePath,
    BothRefuse,
    Known(&'static str),
    Different,
}

/// The first time: a target under the server's preset, and at the server.
pub(crate) fn of_target(server: &Server, target: &[u8], ours: &Ours, theirs: &Answer) -> Verdict {
    match (ours, theirs) {
        (Ok(output), Answer::Path(seen)) if shows(server.kind, seen, output) => Verdict::SamePath,
        (Err(_), Answer::Refused(_) | Answer::Closed) => Verdict::BothRefuse,
        _ => known::of_target(server, target, ours, theirs)
            .map_or(Verdict::Different, Verdict::Known),
    }
}

/// The second time: the output of any preset, written as a target, at the server.
pub(crate) fn of_output(kind: Kind, output: &[u8], theirs: &Answer) -> Verdict {
    // A slash in a name is no other slash, though both are shown as one.
    let is_lost = known::has_kept_slash(output) && !kind.keeps_slashes();
    match theirs {
        Answer::Path(seen) if !is_lost && means(kind, seen, output) => Verdict::SamePath,
        _ => known::of_output(kind, output, theirs).map_or(Verdict::Different, Verdict::Known),
    }
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
fn means(kind: Kind, seen: &[u8], output: &[u8]) -> bool {
    match kind {
        Kind::HaProxy => upper(seen) == upper(TARGET.encode(output).as_bytes()),
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

/// The same with upper-case hex digits in triplets.
pub(crate) fn upper(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() {
        if bytes[at] == b'%' {
            bytes.iter_mut().skip(at + 1).take(2).for_each(|digit| digit.make_ascii_uppercase());
        }
    }
    bytes
}
