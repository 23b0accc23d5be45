//! The cases in which a peer, or a narrower backend, is faster than our call.

use std::fmt::Write;

use crate::narrower;
use crate::results::Results;
use percent_simd_benches::figures::{ACTIVE, factor, ratio, times};
use percent_simd_benches::peers::peers;

/// Every loss of each machine, on the active backend, the worst first.
pub(crate) fn losses(machines: &[Results]) -> String {
    let mut text = String::new();
    for results in machines {
        let Results { machine, run, figures, .. } = results;
        let (mut pairs, mut lost) = (0, Vec::new());
        for table in &figures.lines {
            let active = table.figures.iter().filter(|row| row.backend == ACTIVE);
            for our in active.filter_map(|row| results.on_active(table, &row.row)) {
                for peer in peers(&our.row).iter().filter_map(|peer| table.row(peer, "")) {
                    pairs += 1;
                    // A ratio printed as 1.00x is no loss.
                    if ratio(peer, our) >= 1.005 {
                        lost.push((table.title(), peer, our));
                    }
                }
            }
        }
        lost.sort_by(|a, b| ratio(b.1, b.2).total_cmp(&ratio(a.1, a.2)));
        let _ = writeln!(
            text,
            "**{}: {}**, commit {}: a peer's call is faster than our equivalent call in {} of {pairs} cases (calls without an equivalent are compared with decoding):\n",
            machine.title(),
            machine.active,
            run.commit,
            lost.len()
        );
        for (title, peer, our) in lost {
            let times = times(peer, our, factor);
            let (peer, our) = (&peer.row, &our.row);
            let _ = writeln!(text, "* {title}: `{peer}` is {times} as fast as our `{our}`");
        }
        if let Some((lost, points, worst)) = figures.worst_length(false) {
            let _ = write!(
                text,
                "\nAt every length up to 300 bytes: {lost} of {points} points are slower than the best call of `percent-encoding`; the worst is `{}`, {}.",
                worst.row, worst.worst
            );
            if let Some((lost, points, _)) = figures.worst_length(true) {
                let _ =
                    write!(text, " Of those up to 24 bytes, without Cyrillic: {lost} of {points}.");
            }
            text.push_str("\n\n");
        }
        let _ = writeln!(text, "{}", narrower::losses(results));
    }
    text
}
