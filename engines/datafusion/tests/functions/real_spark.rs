//! Against Spark itself: its answers for the same values.

use std::process::{Child, Command};

use crate::urls;
use crate::values::{compare, random, start};

#[test]
#[ignore = "it needs PySpark: PYSPARK_PYTHON=… cargo test -p percent-simd-datafusion -- --ignored"]
fn decoding_and_encoding() {
    compare(spark("spark.py"), random(5_000));
}

#[test]
#[ignore = "it needs PySpark: PYSPARK_PYTHON=… cargo test -p percent-simd-datafusion -- --ignored"]
fn parts_of_urls() {
    urls::compare(spark("parse_url.py"), urls::random(20_000));
}

/// Starts a program of this folder. `PYSPARK_PYTHON` is a Python that has PySpark 4.3; it needs Java
/// 17.
fn spark(program: &str) -> Child {
    let python =
        std::env::var_os("PYSPARK_PYTHON").expect("PYSPARK_PYTHON names a Python with PySpark");
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/functions");
    let program = std::path::Path::new(folder).join(program);
    start(Command::new(python).arg(program)).expect("PYSPARK_PYTHON can be run")
}
