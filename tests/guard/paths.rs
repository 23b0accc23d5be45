//! Paths at the edge of a page.

use percent_simd::path::{self, PathIntoError};

use crate::guarded::{Edge, PREFILL};
use crate::on_every_backend;

#[test]
fn path() {
    on_every_backend(18, |backend, number, content, source, target| {
        let (_, policy) = path::PRESETS[number % path::PRESETS.len()];
        let policy = policy.on(backend);
        let content = &[b"/", content].concat();
        // Elsewhere in memory, `tests/requests` compares it with the oracle.
        let expected = policy
            .resolve(content)
            .map(|resolved| resolved.path.into_owned())
            .map_err(|error| (error.position(), error.kind()));
        for edge in Edge::BOTH {
            let context =
                || format!("{backend}, {policy:?}, {} at {edge:?}", content.escape_ascii());
            let resolved = policy
                .resolve(source.holding(content, edge))
                .map(|resolved| resolved.path.into_owned());
            assert_eq!(
                resolved.map_err(|error| (error.position(), error.kind())),
                expected,
                "{}",
                context()
            );
            let needed = match policy.target_into(content, &mut []) {
                Err(PathIntoError::OutputTooSmall(error)) => error.needed(),
                _ => usize::MAX,
            };
            if needed <= target.len {
                let forwarded = policy.target(content).expect("the policy accepts it");
                let room = target.holding(&vec![PREFILL; needed], edge);
                let written = policy.target_into(source.holding(content, edge), room);
                assert_eq!(written, Ok(forwarded.len()), "{}", context());
                assert_eq!(&room[..forwarded.len()], forwarded.as_bytes(), "{}", context());
            }
            let result = policy
                .resolve_in_place(target.holding(content, edge))
                .map_err(|error| (error.position(), error.kind()));
            assert_eq!(
                result,
                expected.as_ref().map(Vec::len).map_err(|&error| error),
                "{}",
                context()
            );
            let range = edge.range(content.len(), target.len);
            // SAFETY: as in `prefilled`, whose borrow has ended.
            let left = unsafe { core::slice::from_raw_parts(target.start(), target.len) };
            assert!(
                left[range.clone()].starts_with(expected.as_deref().unwrap_or(content)),
                "{}",
                context()
            );
            assert!(
                left[..range.start].iter().chain(&left[range.end..]).all(|&byte| byte == PREFILL),
                "{}: written outside",
                context()
            );
        }
    });
}
