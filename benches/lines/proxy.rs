//! Rows of a proxy: paths checked and resolved, and request lines parsed.

use percent_simd::Backend;
use percent_simd::path::{self, PathError};
use percent_simd::request_line::RequestLine;

use super::decode::Values;
use super::set::{Expected, Position, Set, row};
use percent_simd_benches::peers::{HTTPARSE, PARSED_AND_RESOLVED};
use percent_simd_benches::percent_encoding_decode;
use support::corpus::path as path_of;

/// The expected results for paths and request lines, from the scalar code, because no peer has such
/// calls.
pub(crate) struct Judged {
    resolved: Vec<Expected>,
    checked: Vec<Result<(), PathError>>,
    /// The paths of request lines.
    parsed: Vec<Expected>,
}

/// A request line for a target.
pub(crate) fn request_line(target: &[u8]) -> Vec<u8> {
    [b"GET ", target, b" HTTP/1.1\r\n"].concat()
}

impl Judged {
    /// Verifies that an accepted path that only decoding can have changed equals the result of
    /// `percent-encoding`.
    pub(crate) fn of(paths: &[&[u8]], lines: &[&[u8]]) -> Self {
        let scalar = Backend::from_name("scalar").expect("it is always there");
        let active = Backend::active();
        scalar.set_active();
        let policy = path::STRICT.on(scalar);
        let resolve = |path: &[u8]| -> Expected {
            let resolved = policy.resolve(path).map_err(|error| error.at())?.path.into_owned();
            let decoded = percent_encoding_decode(path);
            let reshaped = |window: &[u8]| matches!(window, b"//" | b"/.");
            if !decoded.windows(2).any(reshaped) && !decoded.iter().any(|byte| b"%;".contains(byte))
            {
                assert_eq!(resolved, *decoded, "{path:?}");
            }
            Ok(resolved)
        };
        let parse = |line: &&[u8]| -> Expected {
            let parsed = RequestLine::parse(line).map_err(|error| error.at())?;
            let path = parsed.target.path().expect("GET asks for a path");
            assert_eq!(Some(path), path_of(&line[4..line.len() - 11]), "{line:?}");
            Ok(path.to_vec())
        };
        let judged = Self {
            resolved: paths.iter().map(|path| resolve(path)).collect(),
            checked: paths.iter().map(|path| policy.check(path)).collect(),
            parsed: lines.iter().map(parse).collect(),
        };
        active.set_active();
        judged
    }

    /// The share of paths that are accepted.
    pub(crate) fn accepted(&self) -> f64 {
        self.checked.iter().filter(|answer| answer.is_ok()).count() as f64
            / self.checked.len() as f64
    }
}

/// All rows of ours about paths.
pub(crate) fn ours<'a>(
    set: &mut Set<'a>,
    paths: &'a [&'a [u8]],
    values: &'a Values,
    judged: &Judged,
) {
    row!(set, "path::STRICT.check", paths, == &judged.checked, |path| path::STRICT.check(path));
    row!(set, "path::STRICT.resolve", paths, &judged.resolved, |path| path::STRICT
        .resolve(path)
        .map(|resolved| resolved.path));
    let resolve = |path: &mut [u8]| path::STRICT.resolve_in_place(path);
    values.in_place(set, "path::STRICT.resolve_in_place", &judged.resolved, resolve);
}

/// `httparse` on the same lines. It also needs the empty line after the header, which has no
/// fields.
pub(crate) fn peer<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let heads: Vec<Vec<u8>> = lines.iter().map(|line| [line, &b"\r\n"[..]].concat()).collect();
    for head in &heads {
        if let Ok(path) = parsed_by_peer(head) {
            assert_eq!(
                path.as_bytes(),
                &head["GET ".len()..head.len() - " HTTP/1.1\r\n\r\n".len()]
            );
        }
    }
    set.push(HTTPARSE, move |calls| {
        for head in heads.iter().take(calls) {
            let _ = std::hint::black_box(parsed_by_peer(std::hint::black_box(head)));
        }
    });
}

fn parsed_by_peer(head: &[u8]) -> Result<&str, httparse::Error> {
    let mut request = httparse::Request::new(&mut []);
    match request.parse(head)? {
        httparse::Status::Complete(_) => Ok(request.path.expect("it is complete")),
        httparse::Status::Partial => panic!("{head:?} ends in an empty line"),
    }
}

/// All rows of ours about request lines.
pub(crate) fn requests<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]], judged: &Judged) {
    row!(set, "RequestLine::parse", lines, &judged.parsed, |line| {
        RequestLine::parse(line).map(|line| line.target.path().unwrap_or_default())
    });
    // The error's position counts from the start of the path.
    let resolved = judged.parsed.iter().zip(&judged.resolved);
    let resolved: Vec<Expected> =
        resolved.map(|(parsed, path)| parsed.clone().and_then(|_| path.clone())).collect();
    row!(set, PARSED_AND_RESOLVED, lines, &resolved, |line| match RequestLine::parse(line) {
        Ok(line) => path::STRICT
            .resolve(line.target.path().unwrap_or_default())
            .map(|resolved| resolved.path)
            .map_err(|error| error.position()),
        Err(error) => Err(error.position()),
    });
}
