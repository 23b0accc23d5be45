//! What we set out to reach, row by row: target, measured, met or not.

use std::fmt::Write;

use crate::criterion::{Measured, find};
use crate::results::round;
use crate::sweep::Sweep;
use crate::tables::{DECODE, ENCODE, PEER};

const MEMCPY: &str = "memcpy (the limit)";
const BUFFER: &str = "the active backend, into a buffer";
const SIZES: [usize; 2] = [1 << 10, 1 << 16];

/// What is asked of a figure.
#[derive(Clone, Copy)]
enum Aim<'a> {
    /// Gigabytes of input a second, at least.
    GigabytesPerSecond(f64),
    /// Nanoseconds a call, at most.
    Nanoseconds(f64),
    /// At least this many times as fast as another row of the group.
    TimesAsFast(f64, &'a str),
    /// At most this many times the time of other rows of the group together.
    TimesTheTime(f64, &'a [&'a str]),
    /// At most this many times the time, per byte, of the same row in another group.
    TimesTheTimeOf(f64, &'a str),
    /// At least this many times as fast, per byte, as a row of another group.
    TimesAsFastAs(f64, &'a str, &'a str),
}

impl Aim<'_> {
    fn wanted(self) -> String {
        match self {
            Self::GigabytesPerSecond(aim) => format!("≥ {aim} GB/s"),
            Self::Nanoseconds(aim) => format!("≤ {aim} ns"),
            Self::TimesAsFast(aim, subject) | Self::TimesAsFastAs(aim, _, subject) => {
                format!("≥ {aim}x {}", short(subject))
            }
            Self::TimesTheTime(aim, subjects) => {
                format!(
                    "≤ {aim}x the time of {}",
                    subjects.iter().map(|subject| short(subject)).collect::<Vec<_>>().join(" + ")
                )
            }
            Self::TimesTheTimeOf(aim, group) => format!("≤ {aim}x the time of {group}"),
        }
    }

    /// The figure that is asked for, and whether it is good enough.
    fn measure(self, results: &[Measured], ours: &Measured) -> Option<(f64, bool)> {
        let other = |subject: &str| find(results, &ours.group, subject);
        let (value, aim, least) = match self {
            Self::GigabytesPerSecond(aim) => (ours.gigabytes_per_second(), aim, true),
            Self::Nanoseconds(aim) => (ours.nanoseconds_per_call(), aim, false),
            Self::TimesAsFast(aim, subject) => {
                (other(subject)?.nanoseconds / ours.nanoseconds, aim, true)
            }
            Self::TimesTheTime(aim, subjects) => {
                let theirs = subjects
                    .iter()
                    .map(|subject| Some(other(subject)?.nanoseconds))
                    .sum::<Option<f64>>()?;
                (ours.nanoseconds / theirs, aim, false)
            }
            Self::TimesTheTimeOf(aim, group) => {
                let theirs = find(results, group, &ours.subject)?;
                (theirs.gigabytes_per_second() / ours.gigabytes_per_second(), aim, false)
            }
            Self::TimesAsFastAs(aim, group, subject) => (
                ours.gigabytes_per_second() / find(results, group, subject)?.gigabytes_per_second(),
                aim,
                true,
            ),
        };
        Some((value, if least { value >= aim } else { value <= aim }))
    }
}

/// A subject as the targets call it.
fn short(subject: &str) -> &str {
    match subject {
        MEMCPY => "memcpy",
        PEER => "percent-encoding",
        _ => subject,
    }
}

/// The table under construction.
struct Table<'a> {
    results: &'a [Measured],
    text: String,
}

impl Table<'_> {
    /// One target, for a row of some groups. It is met if it is met in all of them; each shows what
    /// was measured there.
    fn row(&mut self, what: &str, aim: Aim, subject: &str, groups: &[String]) {
        let mut figures = Vec::new();
        let mut memcpy = Vec::new();
        let mut met = true;
        for group in groups {
            let Some(ours) = find(self.results, group, subject) else { continue };
            let Some((value, is_met)) = aim.measure(self.results, ours) else { continue };
            met &= is_met;
            let emphasis = if is_met { "" } else { "**" };
            // Where there are several groups, they differ by kind.
            let kind =
                if groups.len() > 1 { group.split('/').nth(1).unwrap_or_default() } else { "" };
            figures.push(format!("{kind} {emphasis}{}{emphasis}", round(value)).trim().to_owned());
            if let Some(limit) = find(self.results, group, MEMCPY) {
                memcpy.push(match aim {
                    Aim::Nanoseconds(_) => (limit.nanoseconds_per_call(), "ns"),
                    _ => (limit.gigabytes_per_second(), "GB/s"),
                });
            }
        }
        memcpy.sort_by(|a, b| a.0.total_cmp(&b.0));
        let memcpy = memcpy
            .get(memcpy.len() / 2)
            .map_or_else(String::new, |(value, unit)| format!("{} {unit}", round(*value)));
        // What was not measured is nothing to judge.
        if figures.is_empty() {
            return;
        }
        let verdict = if met { "met" } else { "**not met**" };
        let _ = writeln!(
            self.text,
            "| {what} | {} | {} | {memcpy} | {verdict} |",
            aim.wanted(),
            figures.join(", ")
        );
    }

    /// A target that holds at 1 KiB and at 64 KiB alike, a row for each size.
    fn both(&mut self, what: &str, aim: Aim, subject: &str, prefix: &str, kinds: &[&str]) {
        for size in SIZES {
            self.row(
                &format!("{what}, {}", size_name(size)),
                aim,
                subject,
                &sized(prefix, kinds, size),
            );
        }
    }
}

fn sized(prefix: &str, kinds: &[&str], size: usize) -> Vec<String> {
    kinds.iter().map(|kind| format!("{prefix}/{kind}/{size}")).collect()
}

fn lines(prefix: &str, kinds: &[&str]) -> Vec<String> {
    kinds.iter().map(|kind| format!("{prefix}/{kind}")).collect()
}

pub(crate) fn table(results: &[Measured], sweep: &Sweep, active: &str) -> String {
    let header =
        "| what | target | measured | memcpy | |\n| --- | --- | --- | ---: | --- |\n".to_owned();
    let mut table = Table { results, text: header };
    avx512(&mut table);
    avx2_and_ssse3(&mut table);
    // Beside the variants, which choose it themselves, it is measured by its name.
    let plain = format!("{active}, into a buffer");
    clean(&mut table, &plain);
    policies(&mut table, &plain);
    short_lines(&mut table, active);
    for backend in sweep.backends() {
        let Some(worst) = sweep.worst(backend, "percent-encoding") else { continue };
        let verdict = if worst.ratio >= 1.0 { "met" } else { "**not met**" };
        let target = "≥ 1x percent-encoding";
        let _ = writeln!(
            table.text,
            "| {backend}, the whole sweep | {target} | {} at {} | | {verdict} |",
            round(worst.ratio),
            worst.place
        );
    }
    table.text
}

fn avx512(table: &mut Table) {
    let subject = "avx512, into a buffer";
    table.both(
        "AVX-512, decode",
        Aim::TimesAsFast(25.0, PEER),
        subject,
        "decode",
        &["query-like", "random"],
    );
    table.both(
        "AVX-512, decode",
        Aim::GigabytesPerSecond(28.0),
        subject,
        "decode",
        &["query-like", "random"],
    );
    table.both(
        "AVX-512, decode",
        Aim::TimesAsFast(15.0, PEER),
        subject,
        "decode",
        &["sparse", "cyrillic", "solid", "malformed"],
    );
    table.row(
        "AVX-512, decode solid, 64 KiB",
        Aim::GigabytesPerSecond(60.0),
        subject,
        &sized("decode", &["solid"], 1 << 16),
    );
    for size in SIZES {
        let aim = format!("decode/random/{size}");
        let groups = sized("decode", &["malformed"], size);
        table.row(
            &format!("AVX-512, decode malformed, {}", size_name(size)),
            Aim::TimesTheTimeOf(1.15, &aim),
            subject,
            &groups,
        );
    }
    table.both(
        "AVX-512, encode",
        Aim::TimesAsFast(30.0, PEER),
        subject,
        "encode",
        &["text", "solid"],
    );
    table.both(
        "AVX-512, encode",
        Aim::GigabytesPerSecond(17.0),
        subject,
        "encode",
        &["text", "solid"],
    );
    table.both(
        "AVX-512, encode sparse",
        Aim::TimesAsFast(10.0, PEER),
        subject,
        "encode",
        &["sparse"],
    );
}

fn avx2_and_ssse3(table: &mut Table) {
    let subject = "avx2, into a buffer";
    table.both(
        "AVX2, decode",
        Aim::TimesAsFast(6.0, PEER),
        subject,
        "decode",
        &["query-like", "random"],
    );
    for (size, (mixed, solid, encode)) in
        SIZES.into_iter().zip([(5.0, 10.0, 6.5), (8.0, 28.0, 10.0)])
    {
        let name = size_name(size);
        table.row(
            &format!("AVX2, decode, {name}"),
            Aim::GigabytesPerSecond(mixed),
            subject,
            &sized("decode", &["query-like", "random"], size),
        );
        table.row(
            &format!("AVX2, decode solid, {name}"),
            Aim::GigabytesPerSecond(solid),
            subject,
            &sized("decode", &["solid"], size),
        );
        table.row(
            &format!("AVX2, encode text, {name}"),
            Aim::GigabytesPerSecond(encode),
            subject,
            &sized("encode", &["text"], size),
        );
    }
    table.both("AVX2, encode text", Aim::TimesAsFast(10.0, PEER), subject, "encode", &["text"]);
    let subject = "ssse3, into a buffer";
    table.both("SSSE3, decode", Aim::GigabytesPerSecond(5.0), subject, "decode", &DECODE);
    table.both("SSSE3, encode", Aim::GigabytesPerSecond(5.5), subject, "encode", &ENCODE);
}

fn clean(table: &mut Table, plain: &str) {
    for size in SIZES {
        let memchr = format!("find/clean/{size}");
        let aim = Aim::TimesAsFastAs(1.0, &memchr, "memchr, %");
        for direction in ["decode", "encode"] {
            table.row(
                &format!("{direction} clean, Cow, {}", size_name(size)),
                aim,
                "Cow",
                &sized(direction, &["clean"], size),
            );
        }
    }
    for direction in ["decode", "encode"] {
        for size in [1 << 16, 1 << 20] {
            let what = format!("{direction} clean, into a buffer, {}", size_name(size));
            table.row(
                &what,
                Aim::TimesAsFast(0.85, MEMCPY),
                plain,
                &sized(direction, &["clean"], size),
            );
        }
    }
}

/// Nothing is kept, refused or malformed in these inputs, and they have no `+`.
fn policies(table: &mut Table, plain: &str) {
    let well_formed = &DECODE[..6];
    for policy in ["strict", "keep", "reject", "plus_as_space"] {
        let subject = format!("{policy}, into a buffer");
        table.both(
            &format!("decode, {policy}"),
            Aim::TimesTheTime(1.1, &[plain]),
            &subject,
            "decode",
            well_formed,
        );
    }
    let aim = Aim::TimesTheTime(1.0, &["check, strict", "memcpy and in place"]);
    table.both(
        "decode, strict, in place",
        aim,
        "memcpy and in place, strict",
        "decode",
        well_formed,
    );
}

fn short_lines(table: &mut Table, active: &str) {
    let (decode, encode) = (lines("short-decode", &DECODE), lines("short-encode", &ENCODE));
    // The choice of backend is included only where the active one is asked for.
    let avx512 = if active == "avx512" { BUFFER } else { "none" };
    table.row(
        "AVX-512, decode lines of 8 to 100 bytes",
        Aim::TimesTheTime(1.1, &[MEMCPY]),
        avx512,
        &decode,
    );
    table.row("AVX-512, encode lines of 8 to 100 bytes", Aim::Nanoseconds(15.0), avx512, &encode);
    for (name, subject) in [("AVX2", "avx2, into a buffer"), ("SSSE3", "ssse3, into a buffer")] {
        table.row(
            &format!("{name}, decode lines of 8 to 100 bytes"),
            Aim::Nanoseconds(22.0),
            subject,
            &decode,
        );
        table.row(
            &format!("{name}, encode lines of 8 to 100 bytes"),
            Aim::Nanoseconds(26.0),
            subject,
            &encode,
        );
    }
    for size in [16, 64] {
        table.row(
            &format!("decode clean, Cow, {size} bytes"),
            Aim::Nanoseconds(2.0),
            "Cow",
            &sized("decode", &["clean"], size),
        );
    }
}

fn size_name(size: usize) -> String {
    match size {
        0x10_0000.. => format!("{} MiB", size >> 20),
        0x400.. => format!("{} KiB", size >> 10),
        _ => format!("{size} bytes"),
    }
}

#[cfg(test)]
mod tests;
