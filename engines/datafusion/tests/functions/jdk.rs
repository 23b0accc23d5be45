//! Compares the results with those of `URLDecoder`, `URLEncoder` and `URI` of this machine's JDK.

use std::process::Command;

use crate::urls;
use crate::values::{compare, every_digit, random, skipped, start};

#[test]
fn decoding_and_encoding() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/functions/UrlCodec.java");
    let mut values = random(20_000);
    values.extend(every_digit());
    match start(Command::new("java").arg(program)) {
        Some(child) => compare(child, values),
        None => no_java(),
    }
}

#[test]
fn parts_of_urls() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/functions/UrlParts.java");
    match start(Command::new("java").arg(program)) {
        Some(child) => urls::compare(child, urls::random(20_000)),
        None => no_java(),
    }
}

fn no_java() {
    skipped("the comparison with the JDK: there is no `java` here");
}
