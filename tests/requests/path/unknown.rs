//! An unknown server may do anything with the paths that `UNKNOWN` forwards.

use std::collections::BTreeMap;

use super::every_path;
use percent_simd::path::{self, PathPolicy, Prefix};
use support::answers::path::decoded;
use support::corpus;
use support::spellings::{self, SERVERS, grouped};

/// The path in a server that decodes twice, reads `\` as `/`, cuts at NUL, `?` and `#`, drops
/// parameters, merges slashes, and resolves dot segments.
fn read(target: &str) -> Vec<Vec<u8>> {
    let whole = decoded(&decoded(target.as_bytes()));
    let path = whole.split(|byte| b"\0?#".contains(byte)).next().unwrap();
    let mut segments: Vec<Vec<u8>> = Vec::new();
    for segment in path.split(|byte| b"/\\".contains(byte)) {
        match segment.split(|&byte| byte == b';').next().unwrap() {
            b"" | b"." => {}
            b".." => drop(segments.pop()),
            name => segments.push(name.to_vec()),
        }
    }
    segments
}

fn different(policy: PathPolicy, path: &[u8]) -> Option<bool> {
    let resolved = policy.resolve(path).ok()?;
    let judged = resolved.segments().filter(|segment| !segment.is_empty());
    Some(!judged.map(|segment| segment.into_owned()).eq(read(&policy.target(path).unwrap())))
}

#[test]
fn every_server_reads_the_path_that_was_judged() {
    let (mut accepted, mut others) = (0, 0);
    every_path(4, 5, |path| {
        let is_different = different(path::UNKNOWN, path);
        assert_ne!(is_different, Some(true), "{}", path.escape_ascii());
        accepted += usize::from(is_different.is_some());
        others += usize::from(different(path::STRICT, path) == Some(true));
    });
    assert!(accepted > 1_000 && others > 500, "{accepted}, {others}");
    for path in ["/admin;x", "/admin%3Bx", "/%2561dmin", "/admin%3Fx", "/admin%23x", "/a%25"] {
        assert!(path::UNKNOWN.check(path).is_err() && path::STRICT.check(path).is_ok(), "{path}");
    }
}

/// The number of spellings of `/admin` that pass a rule on it, by server.
#[test]
fn spellings_that_pass_a_rule() {
    let admin = Prefix::new("/admin").unwrap();
    let passing = |policy: PathPolicy| {
        let mut passing = [0; SERVERS.len()];
        for target in spellings::all() {
            let path = corpus::path(target.as_bytes()).unwrap();
            let Ok(resolved) = policy.resolve(path) else { continue };
            if !resolved.is_under(&admin) {
                let forwarded = policy.target(path).unwrap();
                for (count, server) in passing.iter_mut().zip(SERVERS) {
                    *count += usize::from(server.serves_admin(&forwarded));
                }
            }
        }
        passing
    };
    assert_eq!(passing(path::UNKNOWN), [0; 5]);
    let of_strict = passing(path::STRICT);
    let documentation = include_str!("../../../src/path/presets.md");
    for count in [spellings::all().len(), of_strict[4]] {
        assert!(documentation.contains(&grouped(count)), "{of_strict:?}");
    }
}

/// The number of an access log's paths that both presets refuse: the documented one.
#[test]
fn paths_of_a_log() {
    let log = include_bytes!("../../../samples/access.log");
    let paths: Vec<&[u8]> = corpus::lines(log).into_iter().filter_map(corpus::path).collect();
    let refused = |policy: PathPolicy| {
        let mut kinds = BTreeMap::new();
        for error in paths.iter().filter_map(|path| policy.check(path).err()) {
            *kinds.entry(error.kind().name()).or_insert(0) += 1;
        }
        (kinds.values().sum::<usize>(), kinds)
    };
    let (strict, mut kinds) = refused(path::STRICT);
    assert_eq!((paths.len(), strict), (1500, 153));
    kinds.extend([("escaped-percent", 12), ("rejected", 27)]);
    assert_eq!(refused(path::UNKNOWN), (192, kinds));
    let documentation = include_str!("../../../src/path/presets.md");
    let claim = "`STRICT` refuses 153 of 1,500 paths of an access log, `UNKNOWN` 192";
    assert!(documentation.contains(claim));
}
