use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use percent_simd::Backend;

/// At most this many changing bytes are searched for in one input.
const STEPS: usize = 4;

/// `Decoder::find` and `Encoder::find`: from the start, then after each match, and before it.
pub fn find(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    walk(
        &plan,
        &source,
        &plan.decode,
        |input| oracle::decode_find(input, &plan.decode),
        |backend, input| plan.decoder().on(backend).find(input),
    );
    walk(
        &plan,
        &source,
        &plan.encode,
        |input| oracle::encode_find(input, &plan.encode),
        |backend, input| plan.encoder().on(backend).find(input),
    );

    // The peer reports only whether anything changes.
    let plain = oracle::Decode::default();
    let changes = matches!(
        percent_encoding::percent_decode(&plan.input).into(),
        std::borrow::Cow::<[u8]>::Owned(_)
    );
    assert_eq!(
        oracle::decode_find(&plan.input, &plain).is_some(),
        changes,
        "{:?}",
        plan.input.escape_ascii().to_string()
    );
}

fn walk(
    plan: &Plan,
    source: &Source,
    policy: &dyn core::fmt::Debug,
    expected: impl Fn(&[u8]) -> Option<usize>,
    find: impl Fn(Backend, &[u8]) -> Option<usize>,
) {
    let mut from = 0;
    for _ in 0..STEPS {
        let input = &source.bytes()[from..];
        let found = expected(input);
        // The part before the match contains no match, unless the cut splits a triplet.
        let before = &input[..found.unwrap_or(0)];
        let found_before = expected(before);
        for backend in Backend::available() {
            Case { backend, policy, input }.same("find", find(backend, input), found);
            Case { backend, policy, input: before }.same(
                "find",
                find(backend, before),
                found_before,
            );
        }
        let Some(found) = found else { break };
        // The search continues after the match, or inside its triplet.
        from = (from + found + 1 + plan.frame.extra % 3).min(source.bytes().len());
    }
}
