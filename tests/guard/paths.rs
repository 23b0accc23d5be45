//! Paths at the edge of a page.

use percent_simd::path::{self, PathIntoError};

use support::check::Place;

use crate::guarded::{Edge, Edged};
use crate::on_every_backend;

#[test]
fn path() {
    on_every_backend(18, |backend, number, content, source| {
        let (_, policy) = path::PRESETS[number % path::PRESETS.len()];
        let policy = policy.on(backend);
        let content = &[b"/", content].concat();
        // `tests/requests` compares this result, elsewhere in memory, with the oracle.
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
            if needed < usize::MAX {
                let forwarded = policy.target(content).expect("the policy accepts it");
                let mut room = Edged::room(needed, edge);
                let written = policy.target_into(source.holding(content, edge), room.bytes_mut());
                assert_eq!(written, Ok(forwarded.len()), "{}", context());
                assert!(room.holds(forwarded.as_bytes()), "{}", context());
            }
            let mut buffer = Edged::new(content, edge);
            let result = policy
                .resolve_in_place(buffer.bytes_mut())
                .map_err(|error| (error.position(), error.kind()));
            assert_eq!(
                result,
                expected.as_ref().map(Vec::len).map_err(|&error| error),
                "{}",
                context()
            );
            assert!(buffer.holds(expected.as_deref().unwrap_or(content)), "{}", context());
        }
    });
}
