use std::borrow::Cow;

use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use crate::{check, while_active};
use percent_simd::Backend;

/// Every function that decodes to bytes: Cow, append, buffers of every kind of size, in place,
/// length, check.
pub fn decode(data: &[u8]) {
    let plan = Plan::new(data);
    check::decode(&plan.input, &plan.decode, plan.frame);

    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    // The simple call, without options and backend, and the peer.
    let plain = oracle::decode(input, &oracle::Decode::default())
        .expect("the plain policy refuses nothing");
    for backend in Backend::available() {
        let case = Case { backend, policy: &"none", input };
        let ours = while_active(backend, || percent_simd::decode(input));
        case.same_bytes("decode()", &ours, &plain);
        case.holds(
            "decode() borrows unchanged input",
            matches!(ours, Cow::Borrowed(_)) == (plain == input),
        );
    }
    assert_eq!(
        Cow::from(percent_encoding::percent_decode(input)),
        plain,
        "percent-encoding, of {:?}",
        input.escape_ascii().to_string()
    );
}
