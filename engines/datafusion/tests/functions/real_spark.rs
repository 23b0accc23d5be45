//! Against Spark itself: its `try_url_decode` and `url_encode` on the same values.

use std::process::Command;

use crate::values::{compare, random, start};

/// `PYSPARK_PYTHON` is a Python that has PySpark 4.3; it needs Java 17.
#[test]
#[ignore = "it needs PySpark: PYSPARK_PYTHON=… cargo test -p percent-simd-datafusion -- --ignored"]
fn decoding_and_encoding() {
    let python =
        std::env::var_os("PYSPARK_PYTHON").expect("PYSPARK_PYTHON names a Python with PySpark");
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/functions/spark.py");
    let child = start(Command::new(python).arg(program)).expect("PYSPARK_PYTHON can be run");
    compare(child, random(5_000));
}
