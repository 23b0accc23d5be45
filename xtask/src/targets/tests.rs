use super::{Aim, MEMCPY, Table};
use crate::criterion::Measured;

fn measured(group: &str, subject: &str, nanoseconds: f64) -> Measured {
    Measured {
        group: group.to_owned(),
        subject: subject.to_owned(),
        nanoseconds,
        spread: 0.0,
        calls: 64.0,
        bytes: 65536.0,
    }
}

fn row(results: &[Measured], aim: Aim, subject: &str, groups: &[&str]) -> String {
    let mut table = Table { results, text: String::new() };
    table.row(
        "what",
        aim,
        subject,
        &groups.iter().map(|&group| group.to_owned()).collect::<Vec<_>>(),
    );
    table.text
}

#[test]
fn a_target_is_met_only_if_every_group_meets_it() {
    let results = [
        measured("decode/a/1024", "us", 65536.0 / 30.0),
        measured("decode/b/1024", "us", 65536.0 / 20.0),
    ];
    let aim = Aim::GigabytesPerSecond(25.0);
    assert_eq!(
        row(&results, aim, "us", &["decode/a/1024"]),
        "| what | ≥ 25 GB/s | 30.0 |  | met |\n"
    );
    let both = row(&results, aim, "us", &["decode/a/1024", "decode/b/1024"]);
    assert_eq!(both, "| what | ≥ 25 GB/s | a 30.0, b **20.0** |  | **not met** |\n");
}

#[test]
fn what_is_absent_has_no_row() {
    assert_eq!(row(&[], Aim::Nanoseconds(2.0), "us", &["decode/a/16"]), "");
}

#[test]
fn times_are_held_against_memcpy_and_sums() {
    let group = "decode/a/1024";
    let results = [
        measured(group, "us", 220.0),
        measured(group, MEMCPY, 200.0),
        measured(group, "check", 10.0),
    ];
    assert!(
        row(&results, Aim::TimesTheTime(1.1, &[MEMCPY]), "us", &[group]).ends_with("| met |\n")
    );
    assert!(
        row(&results, Aim::TimesTheTime(1.0, &[MEMCPY, "check"]), "us", &[group])
            .contains("| **1.05** |")
    );
}
