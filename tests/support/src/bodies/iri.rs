use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::answers::iri::{iri_to_uri, part_to_iri, uri_to_iri};
use crate::while_active;
use percent_simd::Backend;
use percent_simd::iri::{self, Part};
use percent_simd::uri::Normalizer;

/// From URI to IRI and back (RFC 3987 3.1 and 3.2).
pub fn iri(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let (other, query) = (part_to_iri(input, false), part_to_iri(input, true));
    let whole = uri_to_iri(input);
    let to_uri = iri_to_uri(input);
    let policy = "from_uri";
    for backend in Backend::available() {
        let case = Case { backend, policy: &policy, input };
        while_active(backend, || {
            let same = |what, got: Cow<'_, str>, expected: &String| {
                case.same_cow(what, got, expected.as_bytes(), String::capacity);
            };
            same("from_uri_part", iri::from_uri_part(input, Part::Other), &other);
            same("from_uri_part of a query", iri::from_uri_part(input, Part::Query), &query);
            same("from_uri", iri::from_uri(input), &whole);
            same("to_uri_bytes", iri::to_uri_bytes(input), &to_uri);
            if let Ok(text) = core::str::from_utf8(input) {
                same("to_uri", iri::to_uri(text), &to_uri);
            }
            // A URI, made an IRI and again a URI.
            let there = iri::from_uri(to_uri.as_bytes());
            case.holds(
                "the way back is equivalent",
                Normalizer::new()
                    .case(false)
                    .dot_segments(false)
                    .equivalent(iri::to_uri(&there).as_bytes(), to_uri.as_bytes()),
            );
            case.holds(
                "an IRI stays as it is",
                matches!(iri::from_uri(there.as_bytes()), Cow::Borrowed(_)),
            );
        });
    }
}
