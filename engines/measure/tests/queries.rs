//! The program `queries` on a small file. Figures are not looked at.

use std::process::Command;

use serde_json::Value;

/// It fails where the functions here and those of `datafusion-spark` give different answers.
#[test]
fn answers_agree() {
    runs(&[], &["percent-simd", "datafusion-spark"]);
}

#[test]
fn answers_for_repeated_rows_agree() {
    let lines = runs(&["--distinct", "100"], &["percent-simd"]);
    let of_spark = lines.iter().filter(|line| line["datafusion-spark"].is_object());
    assert_eq!(of_spark.count(), 3, "{lines:?}");
}

fn runs(options: &[&str], sides: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_queries"))
        .args(["--rows", "20000", "--runs", "1", "--folder", env!("CARGO_TARGET_TMPDIR")])
        .args(options)
        .output()
        .expect("the program starts");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    let lines = String::from_utf8(output.stdout).expect("JSON is text");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(lines.len(), 4, "{messages}");
    for line in &lines {
        assert_eq!(line["rows"], 20_000, "{line}");
        for side in sides {
            assert!(line[side]["wall"].is_f64() && line[side]["cpu"].is_f64(), "{line}");
        }
    }
    lines
}
