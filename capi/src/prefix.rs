//! The comparison of a path with a prefix, without an allocation.

use core::{iter, str};

use percent_simd::Decoder;
use percent_simd::path::Prefix;

use crate::result::{Failure, percent_simd_result};

/// Letters of ASCII are equal in either case. For percent_simd_path_is_under.
pub const PERCENT_SIMD_PREFIX_IGNORE_CASE: u32 = 1;

/// True if the first segments of a resolved path are those of the prefix.
pub(crate) fn is_under(path: &[u8], prefix: &[u8], options: u32) -> Result<bool, Failure> {
    let Some(path) = path.strip_prefix(b"/") else {
        return Err(percent_simd_result::InvalidArgument.into());
    };
    let segments = || path.split(|&byte| byte == b'/');
    // No policy resolves to a path with a dot segment, so such a path is not resolved.
    let is_dot_segment = |segment| same(segment, b".", false) || same(segment, b"..", false);
    if options & !PERCENT_SIMD_PREFIX_IGNORE_CASE != 0 || segments().any(is_dot_segment) {
        return Err(percent_simd_result::InvalidArgument.into());
    }
    let refused = |position| Failure::at(position, percent_simd_result::Prefix);
    let prefix = str::from_utf8(prefix).map_err(|error| refused(error.valid_up_to()))?;
    Prefix::new(prefix).map_err(|error| refused(error.position()))?;
    let ignores_case = options != 0;
    let mut segments = segments();
    let mut wanted = prefix.strip_suffix('/').unwrap_or(prefix).split('/').skip(1);
    Ok(wanted.all(|wanted| {
        segments.next().is_some_and(|segment| same(segment, wanted.as_bytes(), ignores_case))
    }))
}

/// True if the segment decodes to `wanted`.
fn same(segment: &[u8], wanted: &[u8], ignores_case: bool) -> bool {
    let fold = |byte: u8| if ignores_case { byte.to_ascii_lowercase() } else { byte };
    decoded(segment).map(fold).eq(wanted.iter().copied().map(fold))
}

fn decoded(mut segment: &[u8]) -> impl Iterator<Item = u8> {
    iter::from_fn(move || {
        let (&first, rest) = segment.split_first()?;
        let mut value = [0; 3];
        let is_triplet = first == b'%'
            && segment.get(..3).is_some_and(|triplet| {
                Decoder::new().decode_into(triplet, &mut value).is_ok_and(|len| len == 1)
            });
        segment = if is_triplet { &segment[3..] } else { rest };
        Some(if is_triplet { value[0] } else { first })
    })
}

#[cfg(test)]
mod tests {
    use percent_simd::path::PRESETS;

    use super::*;

    /// Segments in several spellings, up to three of them for a path, and prefixes of some paths.
    const SEGMENTS: [&str; 14] = [
        "",
        "a",
        "%61",
        "A",
        "a%2Fb",
        "a/b",
        "caf%C3%A9",
        "%25",
        "%2561",
        "a;x",
        "a%3Bx",
        "%2e%2e",
        "%FF",
        "b",
    ];
    const PREFIXES: [&str; 13] = [
        "/",
        "/a",
        "/a/",
        "/A",
        "/a/b",
        "/a/b/b",
        "/café",
        "/%",
        "/a;x",
        "/%61x",
        "/b/%",
        "/\u{FFFD}",
        "/a/café/A",
    ];

    #[test]
    fn a_prefix_is_that_of_the_library() {
        let mut under = 0;
        for (one, two, three) in SEGMENTS.iter().flat_map(|one| {
            SEGMENTS
                .iter()
                .flat_map(move |two| SEGMENTS[..3].iter().map(move |three| (one, two, three)))
        }) {
            let path = format!("/{one}/{two}/{three}");
            for (name, policy) in PRESETS {
                let (Ok(resolved), Ok(target)) = (policy.resolve(&path), policy.target(&path))
                else {
                    continue;
                };
                for prefix in
                    PREFIXES.iter().filter_map(|text| Prefix::new(text).ok().zip(Some(text)))
                {
                    for (options, wanted) in [(0, prefix.0), (1, prefix.0.ignoring_ascii_case())] {
                        let expected = resolved.is_under(&wanted);
                        for path in [&resolved.path[..], target.as_bytes()] {
                            let found = is_under(path, prefix.1.as_bytes(), options);
                            assert_eq!(found.ok(), Some(expected), "{name} {path:?} {}", prefix.1);
                        }
                        under += usize::from(expected);
                    }
                }
            }
        }
        assert!(under > 5_000, "{under}");
    }
}
