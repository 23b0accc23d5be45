//! Reads what criterion has measured.

use std::error::Error;
use std::path::Path;

use serde::Deserialize;

/// One figure.
pub(crate) struct Measured {
    /// What is done, to what: `decode/clean/1024`.
    pub(crate) group: String,
    /// By whom, and how.
    pub(crate) subject: String,
    /// Median time for the whole pool.
    pub(crate) nanoseconds: f64,
    /// Median absolute deviation, as a part of the median.
    pub(crate) spread: f64,
    /// Bytes of input in the pool.
    pub(crate) bytes: f64,
}

/// How many lines the pools of the groups `short-*` have.
const LINES: f64 = 8192.0;

impl Measured {
    pub(crate) fn gigabytes_per_second(&self) -> f64 {
        self.bytes / self.nanoseconds
    }

    /// Of groups that end in a size, and of those of generated lines.
    pub(crate) fn nanoseconds_per_call(&self) -> f64 {
        let size = self.group.rsplit('/').next().and_then(|size| size.parse::<f64>().ok());
        self.nanoseconds / size.map_or(LINES, |size| self.bytes / size)
    }
}

/// The figure of one subject in one group.
pub(crate) fn find<'a>(
    results: &'a [Measured],
    group: &str,
    subject: &str,
) -> Option<&'a Measured> {
    results.iter().find(|result| result.group == group && result.subject == subject)
}

/// All groups, each with its figures, in order of their names.
pub(crate) fn groups(results: &[Measured]) -> Vec<(&str, Vec<&Measured>)> {
    let mut names: Vec<&str> = results.iter().map(|result| &*result.group).collect();
    names.sort_unstable();
    names.dedup();
    names
        .into_iter()
        .map(|name| (name, results.iter().filter(|result| result.group == name).collect()))
        .collect()
}

/// Three figures that count, about.
pub(crate) fn round(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: Option<String>,
    throughput: Throughput,
}

#[derive(Deserialize)]
struct Throughput {
    #[serde(rename = "Bytes")]
    bytes: f64,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
    median_abs_dev: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// All figures below a folder.
pub(crate) fn read(folder: &Path) -> Result<Vec<Measured>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let benchmark = folder.join("new/benchmark.json");
        if benchmark.exists() {
            let benchmark: Benchmark = serde_json::from_slice(&std::fs::read(benchmark)?)?;
            let estimates: Estimates =
                serde_json::from_slice(&std::fs::read(folder.join("new/estimates.json"))?)?;
            found.push(Measured {
                group: benchmark.group_id,
                subject: benchmark.function_id.unwrap_or_default(),
                nanoseconds: estimates.median.point_estimate,
                spread: estimates.median_abs_dev.point_estimate / estimates.median.point_estimate,
                bytes: benchmark.throughput.bytes,
            });
            continue;
        }
        if let Ok(entries) = std::fs::read_dir(&folder) {
            folders
                .extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::Measured;

    #[test]
    fn calls_are_counted_by_the_name_of_the_group() {
        let measured = |group: &str, nanoseconds, bytes| {
            Measured {
                group: group.to_owned(),
                subject: String::new(),
                nanoseconds,
                spread: 0.0,
                bytes,
            }
            .nanoseconds_per_call()
        };
        assert_eq!(measured("decode/clean/16", 8192.0, 65536.0), 2.0);
        assert_eq!(measured("short-decode/clean", 8192.0, 1e6), 1.0);
    }
}
