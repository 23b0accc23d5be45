//! Reads what criterion has measured, and shows it as the tables want it.

use std::error::Error;
use std::path::Path;

use serde::Deserialize;

use crate::results::{Figure, Results, middle, variation};

/// One figure.
pub(crate) struct Measured {
    /// What is done, to what: `decode/clean/1024`.
    pub(crate) group: String,
    /// By whom, and how.
    pub(crate) subject: String,
    /// Time for the whole pool.
    pub(crate) nanoseconds: f64,
    /// How far the samples of a pass lie apart, or the passes, whichever is more; as a part of the
    /// time.
    pub(crate) spread: f64,
    /// Inputs in the pool.
    pub(crate) calls: f64,
    /// Bytes of input in the pool.
    pub(crate) bytes: f64,
}

impl Measured {
    pub(crate) fn gigabytes_per_second(&self) -> f64 {
        self.bytes / self.nanoseconds
    }

    pub(crate) fn nanoseconds_per_call(&self) -> f64 {
        self.nanoseconds / self.calls
    }
}

/// All figures of a machine.
pub(crate) fn figures(results: &Results) -> Vec<Measured> {
    let view = |figure: &Figure| Measured {
        group: figure.group.clone(),
        subject: figure.subject.clone(),
        nanoseconds: middle(&figure.ns),
        spread: figure.spread.max(variation(&figure.ns)),
        calls: figure.calls,
        bytes: figure.bytes,
    };
    results.criterion.iter().map(view).collect()
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

#[derive(Deserialize)]
struct Benchmark {
    group_id: String,
    function_id: Option<String>,
    throughput: Throughput,
}

#[derive(Deserialize)]
enum Throughput {
    ElementsAndBytes { elements: f64, bytes: f64 },
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

/// All figures below a folder, in order of their names: what one benchmark has left there.
pub(crate) fn read(folder: &Path, bench: &str) -> Result<Vec<Figure>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let benchmark = folder.join("new/benchmark.json");
        if benchmark.exists() {
            let benchmark: Benchmark = serde_json::from_slice(&std::fs::read(benchmark)?)?;
            let estimates: Estimates =
                serde_json::from_slice(&std::fs::read(folder.join("new/estimates.json"))?)?;
            let Throughput::ElementsAndBytes { elements, bytes } = benchmark.throughput;
            let median = estimates.median.point_estimate;
            found.push(Figure {
                bench: bench.to_owned(),
                group: benchmark.group_id,
                subject: benchmark.function_id.unwrap_or_default(),
                calls: elements,
                bytes,
                ns: vec![(median * 10.0).round() / 10.0],
                spread: (estimates.median_abs_dev.point_estimate / median * 1e4).round() / 1e4,
            });
            continue;
        }
        if let Ok(entries) = std::fs::read_dir(&folder) {
            folders
                .extend(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()));
        }
    }
    found.sort_by(|a, b| (&a.group, &a.subject).cmp(&(&b.group, &b.subject)));
    Ok(found)
}
