use std::borrow::Cow;

use super::expect::{Case, Refusal, expected, refusal};
use super::plan::Plan;
use super::room::Source;
use crate::answers::flags::flags;
use crate::while_active;
use oracle::inspect as inspection;
use percent_simd::{Backend, contains_decoded, inspect as report_of};

/// The largest number of rounds of decoding.
const ROUNDS: usize = 6;

/// Compares `inspect`, `contains_decoded`, and repeated decoding with the oracle.
pub fn inspect(data: &[u8]) {
    let plan = Plan::new(data);
    let source = Source::new(&plan.input, plan.frame);
    let input = source.bytes();
    let decoded = inspection::decoded(input);
    let malformed = inspection::malformed(input).len();
    let strict = oracle::Decode { strict: true, ..oracle::Decode::default() };
    let first = expected(oracle::decode(input, &strict)).err();
    let flags = flags(input);
    let found = inspection::contains(input, &plan.encode.set);
    let n = (plan.frame.extra % ROUNDS) as u32;
    let again = decoded_times(input, &plan.decode, n);
    for backend in Backend::available() {
        let case = Case { backend, policy: &(n, &plan.decode), input };
        let report = while_active(backend, || report_of(input));
        case.same("decoded_len", report.decoded_len(), decoded.len());
        case.same(
            "triplets",
            report.triplets(),
            decoded.iter().filter(|byte| byte.escaped).count(),
        );
        case.same("malformed", report.malformed().map(refusal), first);
        case.same("malformed_count", report.malformed_count(), malformed);
        case.same("flags", report.flags(), flags);

        let set = crate::set(&plan.encode.set);
        let case = Case { backend, policy: &set, input };
        case.same(
            "contains_decoded",
            while_active(backend, || contains_decoded(input, set)),
            found,
        );

        let case = Case { backend, policy: &(n, &plan.decode), input };
        match plan.decoder().on(backend).decode_times(input, n) {
            Ok(decoded) => {
                let (bytes, rounds) = (decoded.output, decoded.rounds);
                case.holds(
                    "unchanged input is borrowed",
                    matches!(bytes, Cow::Borrowed(_)) == (*bytes == *input),
                );
                case.same("decode_times", Ok((bytes.into_owned(), rounds)), again.clone());
            }
            Err(error) => case.same(
                "decode_times",
                Err((refusal(error.error()), error.round())),
                again.clone(),
            ),
        }
    }
}

/// Decodes round after round, until one changes nothing. The options for `+` and a malformed `%`
/// apply to the first round only.
fn decoded_times(
    input: &[u8],
    first: &oracle::Decode,
    n: u32,
) -> Result<(Vec<u8>, u32), (Refusal, u32)> {
    let later = oracle::Decode { plus: false, strict: false, ..first.clone() };
    let mut bytes = input.to_vec();
    for round in 0..n {
        let decoded = expected(oracle::decode(&bytes, if round == 0 { first } else { &later }))
            .map_err(|error| (error, round + 1))?;
        if decoded == bytes {
            return Ok((bytes, round));
        }
        bytes = decoded;
    }
    Ok((bytes, n))
}
