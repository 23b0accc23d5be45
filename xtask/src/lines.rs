//! Runs the benchmark of real lines, and keeps its figures as data of the machine.

use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::{bench, machine};

/// Where the last run has left its tables, in the target folder.
const TABLES: &str = "lines.md";
const FIGURES: &str = "lines.json";

/// The tables of the last run; empty if there was none.
pub(crate) fn markdown(target: &Path) -> Result<String, Box<dyn Error>> {
    let file = target.join(TABLES);
    Ok(if file.exists() { std::fs::read_to_string(file)? } else { String::new() })
}

/// Runs the benchmark, and writes its figures into `benches/results/`, a file for each CPU.
pub(crate) fn measure(
    root: &Path,
    target: &Path,
    command: &mut Command,
) -> Result<(), Box<dyn Error>> {
    let figures = target.join(FIGURES);
    command.arg("--json").arg(&figures).stdout(File::create(target.join(TABLES))?);
    bench::status(command)?;
    let facts = machine::facts(root);
    let name = file_name(&facts[0].1);
    let mut data = Map::new();
    data.extend(facts.map(|(name, value)| (name.to_owned(), Value::from(value))));
    data.insert("figures".to_owned(), serde_json::from_slice(&std::fs::read(figures)?)?);
    let folder = root.join("benches/results");
    std::fs::create_dir_all(&folder)?;
    let text = one_figure_a_line(&serde_json::to_string(&data)?);
    std::fs::write(folder.join(format!("lines-{name}.json")), text)?;
    Ok(())
}

/// So that the difference between two runs can be read.
fn one_figure_a_line(json: &str) -> String {
    json.replace("{\"", "\n{\"").trim_start().to_owned() + "\n"
}

/// `amd-epyc-family-25-model-17` for `AMD EPYC, family 25, model 17`.
fn file_name(cpu: &str) -> String {
    let words = cpu.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{file_name, one_figure_a_line};

    #[test]
    fn a_cpu_names_its_file() {
        assert_eq!(file_name("Intel(R) Xeon(R), family 6"), "intel-r-xeon-r-family-6");
    }

    #[test]
    fn each_figure_has_its_line() {
        let json = r#"{"CPU":"x","figures":[{"row":"a"},{"row":"b"}]}"#;
        assert_eq!(
            one_figure_a_line(json),
            "{\"CPU\":\"x\",\"figures\":[\n{\"row\":\"a\"},\n{\"row\":\"b\"}]}\n"
        );
    }
}
