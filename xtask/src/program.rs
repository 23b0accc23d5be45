//! The speed of `pct` on its own page, from the tables that `ci/pct-speed` writes to `BENCHMARKS.md`.

const LINES: &str = "`pct decode -j 1 < log`";
const FIELDS: &str = "`pct decode --format combined -j 1 < log`";
const SELECTED: &str = "`pct decode --only --format combined -f host -f target -j 1 < log`";
const PERL: &str = "`perl fields.pl < log`";

/// Returns the sentence, or the command whose row the page lacks.
pub(crate) fn speed(page: &str) -> Result<String, String> {
    let [lines, fields] = [LINES, FIELDS].map(|command| {
        let (size, time) = row(page, command)?;
        Ok::<f64, String>(size / time) // MB per millisecond: GB/s
    });
    let (selected, perl) = (row(page, SELECTED)?.1, row(page, PERL)?.1);
    Ok(format!(
        "On one core it decodes {:.1} GB/s of an access log line by line, and {:.1} GB/s of its URLs field by field; it prints two decoded \
         fields {:.1} times as fast as a perl program ([figures](../BENCHMARKS.md#speed-of-pct)).",
        lines?,
        fields?,
        perl / selected
    ))
}

/// The first row of a command: the MB of its input, which precede the table, and its shortest time
/// in milliseconds.
fn row(page: &str, command: &str) -> Result<(f64, f64), String> {
    let mut size = None;
    for line in page.lines() {
        if let Some((_, number)) =
            line.strip_suffix(" MB:").and_then(|title| title.rsplit_once(' '))
        {
            size = number.parse().ok();
        }
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        if cells.next() == Some(command) {
            let least = cells.nth(1).and_then(|cell| cell.parse().ok());
            return size.zip(least).ok_or_else(|| format!("the row of {command} has no figures"));
        }
    }
    Err(format!("there is no row of {command}: ci/pct-speed writes it"))
}

#[test]
fn the_page_of_pct_has_the_figures_of_the_tables() {
    let table = |title: &str, rows: &[(&str, f64)]| {
        let rows: String = rows
            .iter()
            .map(|(name, least)| format!("| {name} | 9.9 ± 0.1 | {least} | 99 | 1.00 |\n"))
            .collect();
        format!(
            "{title}, 600 MB:\n\n| Command | Mean [ms] | Min [ms] | Max [ms] | Relative |\n{rows}\n"
        )
    };
    let first = table("Two fields, decoded", &[(SELECTED, 500.0), (PERL, 2950.0)]);
    let page =
        first.clone() + &table("Verbs", &[("`cat < log`", 20.0), (LINES, 50.0), (FIELDS, 150.0)]);
    let text = speed(&page).unwrap();
    for part in ["12.0 GB/s of an access log", "4.0 GB/s of its URLs", "5.9 times as fast"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(speed(&first).unwrap_err().contains(LINES));
}
