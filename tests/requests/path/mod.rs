//! Paths of requests: compared with the steps of the documentation, done the slow way; the tables
//! of the presets; and the request targets of known attacks.

use std::borrow::Cow;

use crate::answers::path::{Expected, Options, Refusal, decoded, forwarded, is_safe};
use percent_simd::Backend;
use percent_simd::path::{self, EscapedPercent, PathPolicy, Resolved};

mod errors;
mod every;
mod places;
mod properties;
mod tables;
mod vectors;

fn check_on(
    backend: Backend,
    options: Options,
    policy: PathPolicy,
    input: &[u8],
    expected: &Result<Expected, Refusal>,
) {
    let what = || format!("on {backend}, b\"{}\" under {options:?}", input.escape_ascii());
    let policy = policy.on(backend);
    let refusal = |error: path::PathError| (error.position(), error.kind());
    let checked = policy.check(input).map_err(refusal);
    let resolved = policy.resolve(input).map_err(refusal);
    let is_resolved = policy.is_resolved(input).map_err(refusal);
    let mut buffer = input.to_vec();
    let in_place = policy.resolve_in_place(&mut buffer).map_err(refusal);
    match expected {
        Err(error) => {
            assert_eq!(checked, Err(*error), "check {}", what());
            assert_eq!(resolved, Err(*error), "resolve {}", what());
            assert_eq!(is_resolved, Err(*error), "is_resolved {}", what());
            assert_eq!(in_place, Err(*error), "resolve_in_place {}", what());
            assert_eq!(buffer, input, "an error changes nothing: {}", what());
        }
        Ok(Expected { output, value, redirect }) => {
            assert_eq!(checked, Ok(()), "check {}", what());
            let Resolved { path, redirect: redirected, .. } =
                resolved.as_ref().unwrap_or_else(|error| panic!("{error:?}: {}", what()));
            assert!(
                **path == **output,
                "resolve gives b\"{}\", not b\"{}\", {}",
                path.escape_ascii(),
                output.escape_ascii(),
                what()
            );
            assert_eq!(
                matches!(path, Cow::Borrowed(_)),
                output == input,
                "borrowed exactly if unchanged: {}",
                what()
            );
            if let Cow::Owned(owned) = path {
                assert!(
                    owned.capacity() <= owned.len() + owned.len() / 8 + 64,
                    "memory is wasted: {}",
                    what()
                );
            }
            assert_eq!(
                (*redirected, policy.redirects(input)),
                (*redirect, *redirect),
                "redirect, {}",
                what()
            );
            assert_eq!(
                in_place.map(|len| &buffer[..len]),
                Ok(&output[..]),
                "resolve_in_place {}",
                what()
            );
            if options.escaped_percent != EscapedPercent::Decode {
                let target = path::TARGET.encode(path);
                assert_eq!(is_resolved, Ok(target.as_bytes() == input), "{}", what());
                let once_more = decoded(path);
                assert_eq!(&once_more, value, "one more decoding gives the value: {}", what());
                assert_eq!(forwarded(options, policy, path), Ok(()), "{}", what());
                assert!(
                    is_safe(options, &once_more),
                    "b\"{}\", {}",
                    once_more.escape_ascii(),
                    what()
                );
                assert!(
                    resolved
                        .unwrap()
                        .segments()
                        .all(|segment| !matches!(&*segment, b"." | b"..") && !segment.contains(&0)),
                    "{}",
                    what()
                );
            }
        }
    }
}

fn check(options: Options, policy: PathPolicy, input: &[u8]) {
    let expected = options.resolve(input);
    for backend in crate::common::backends() {
        check_on(backend, options, policy, input, &expected);
    }
}

#[test]
fn resolved_paths_are_equal_if_path_and_redirect_are() {
    let resolve = |path| path::STRICT.resolve(path).unwrap();
    assert_eq!(resolve("/a/%62"), resolve("/a/%62"));
    assert_ne!(resolve("/a/b"), resolve("/a/c"));
    let mut other = resolve("/a/b");
    other.redirect = !other.redirect;
    assert_ne!(resolve("/a/b"), other);
}

/// The parts that hostile paths are made of, after the first `/`.
const HOSTILE: [&str; 23] = [
    "/", ".", "..", "%2e", "%2E", "%2f", "%2F", "%5c", "\\", ";", "%3B", "%25", "%", "2", "e",
    "%32", "%65", "%00", "\n", "%7f", "%c0", "%af", "é",
];

/// Every path of this many parts, or every `step`th.
fn every_path(parts: usize, step: usize, mut visit: impl FnMut(&[u8])) {
    for number in (0..HOSTILE.len().pow(parts as u32)).step_by(step) {
        let mut path = String::from("/");
        (0..parts).for_each(|place| {
            path.push_str(HOSTILE[number / HOSTILE.len().pow(place as u32) % HOSTILE.len()])
        });
        visit(path.as_bytes());
    }
}
