//! The program `queries` on a small file: it fails if the functions here and those of
//! `datafusion-spark` give different answers.

use std::process::Command;

use serde_json::Value;

#[test]
fn answers_agree() {
    let cases: [(&[&str], usize); 2] = [(&[], 4), (&["--distinct", "100"], 3)];
    for (options, of_spark) in cases {
        let file = format!("{}/{}.parquet", env!("CARGO_TARGET_TMPDIR"), options.len());
        let _ = std::fs::remove_file(&file); // of an earlier run
        let output = Command::new(env!("CARGO_BIN_EXE_queries"))
            .args([&*file, "--rows", "20000"])
            .args(options)
            .output()
            .expect("the program starts");
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        let lines = String::from_utf8(output.stdout).expect("JSON is text");
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
        let times = |side: &'static str| {
            lines.iter().filter(move |line| line[side]["cpu"].is_f64()).count()
        };
        assert_eq!((times("percent-simd"), times("datafusion-spark")), (4, of_spark), "{lines:?}");
    }
}
