//! Speeds in GB/s: the README's figures of one machine.

use crate::results::Results;
use percent_simd_benches::figures::{ACTIVE, middle};
use percent_simd_benches::peers::PEER;

/// The codecs, with their names on the page.
pub(crate) const NAMES: [&str; 4] =
    ["percent-encoding", "urlencoding", "percent-simd, AVX2", "percent-simd, AVX-512"];

/// Inputs that need no explanation: lines like real ones, and two sizes.
const INPUTS: [(&str, &str); 4] = [
    ("web URLs", "URLs"),
    ("wiki links", "links of Wikipedia"),
    ("1 KiB, query-like", "1 KiB of a query"),
    ("64 KiB, query-like", "64 KiB of a query"),
];

/// The speeds of an input, in the order of [`NAMES`].
pub(crate) struct Input {
    pub(crate) title: String,
    pub(crate) rates: [Option<f64>; 4],
}

/// Decoding, then encoding, to a Cow.
pub(crate) fn inputs(results: &Results) -> Vec<Input> {
    let of_kind = |kind: &'static str| {
        INPUTS.iter().filter_map(move |&(file, name)| {
            let tables = &results.figures.lines;
            let table = tables.iter().find(|table| table.file == file && table.kind == kind)?;
            let rate = |row: &str, backend: &str| {
                let row = table.row(row, backend)?;
                Some(table.mean / middle(&row.least))
            };
            let ours = format!("{kind} (Cow)");
            let avx512 = if results.machine.active == "avx512" { ACTIVE } else { "avx512" };
            let size = if table.mean < 256.0 {
                format!(", {:.0} bytes each", table.mean)
            } else {
                String::new()
            };
            Some(Input {
                title: format!("{kind} {name}{size}"),
                rates: [
                    rate(PEER, ""),
                    rate(&format!("urlencoding::{kind}_binary"), ""),
                    rate(&ours, "avx2"),
                    rate(&ours, avx512),
                ],
            })
        })
    };
    of_kind("decode").chain(of_kind("encode")).collect()
}

/// The precision in which two runs agree.
pub(crate) fn shown(rate: f64) -> String {
    if rate < 9.95 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}
