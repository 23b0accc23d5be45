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

impl Measured {
    pub(crate) fn gigabytes_per_second(&self) -> f64 {
        self.bytes / self.nanoseconds
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
            let estimates: Estimates = serde_json::from_slice(&std::fs::read(folder.join("new/estimates.json"))?)?;
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
            folders.extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
    }
    Ok(found)
}
