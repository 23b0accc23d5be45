//! Hostile paths of up to three parts, under every preset and on every backend.

use super::{check, check_on, every_path};
use percent_simd::Backend;
use percent_simd::path::{self, PathErrorKind, PathPolicy};
use support::answers::path::PRESETS;

#[test]
fn presets_have_their_documented_fields() {
    for (name, policy, options) in PRESETS {
        assert_eq!(policy, options.policy(), "{name}");
    }
    assert_eq!(PathPolicy::default(), path::STRICT);
    let listed = path::PRESETS
        .iter()
        .map(|&(name, policy)| (name.to_ascii_uppercase().replace('-', "_"), policy));
    assert!(listed.eq(PRESETS.map(|(name, policy, _)| (name.to_owned(), policy))));
}

#[test]
fn every_short_hostile_path_on_every_backend() {
    for parts in 0..=2 {
        every_path(parts, 1, |input| {
            PRESETS.iter().for_each(|&(_, policy, options)| check(options, policy, input))
        });
    }
}

#[test]
fn every_hostile_path_of_three_parts() {
    // Other architectures are mostly emulated, and test fewer paths.
    let step = if cfg!(any(target_arch = "x86_64", target_arch = "x86")) { 1 } else { 13 };
    every_path(3, step, |input| {
        for (_, policy, options) in PRESETS {
            check_on(Backend::active(), options, policy, input, &options.resolve(input));
        }
    });
}

#[test]
fn a_path_that_does_not_begin_with_a_slash() {
    for input in [&b""[..], b"a", b"*", b"%2Fa", b"\\a", b"../a", b"?", b"\0"] {
        for (_, policy, options) in PRESETS {
            assert_eq!(options.resolve(input).err(), Some((0, PathErrorKind::NotAbsolute)));
            check(options, policy, input);
        }
    }
}
