//! Rows that inspect, compared with decoding and a check of the decoded bytes.

use percent_simd::inspect;

use super::look::decoded_and_looked_at;
use super::set::{Column, Set, row};

/// The kinds of tables: lines without `%`, bytes >= 0x80 and `..`, and the others.
pub(crate) const CLEAN: &str = "inspect, clean";
pub(crate) const DIRTY: &str = "inspect, dirty";

/// The row that `inspect` is compared with.
pub(crate) const LOOK: &str = "percent-encoding, Cow, and a look at it";

/// Whether `inspect` finds nothing to examine closely.
pub(crate) fn is_clean(line: &[u8]) -> bool {
    line.is_ascii() && !line.contains(&b'%') && !line.windows(2).any(|two| two == b"..")
}

/// The decoded length, and the number of malformed `%`.
type Answer = (usize, usize);

fn expected(lines: &[&[u8]]) -> Vec<Answer> {
    let look = |line: &&[u8]| {
        let look = decoded_and_looked_at(line);
        (look.decoded_len, look.malformed)
    };
    lines.iter().map(look).collect()
}

pub(crate) fn peer<'a>(set: &mut Set<'a>, lines: &'a [&'a [u8]]) {
    let expected = expected(lines);
    row!(set, LOOK, lines, == &expected, |line| {
        let look = decoded_and_looked_at(line);
        std::hint::black_box(look.flags);
        (look.decoded_len, look.malformed)
    });
}

pub(crate) fn ours<'a>(set: &mut Set<'a>, _: Column, lines: &'a [&'a [u8]]) {
    let expected = expected(lines);
    row!(set, "inspect", lines, == &expected, |line| {
        let report = inspect(line);
        std::hint::black_box(report.flags());
        (report.decoded_len(), report.malformed_count())
    });
}
