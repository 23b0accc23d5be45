//! `pct man`, `pct completions`, and help.

use std::process::{Command, Stdio};

use crate::support::{VERBS, feed, run, skipped};

fn text(args: &[&str]) -> String {
    let ran = run(args, "");
    assert_eq!((ran.status, &*ran.stderr), (Some(0), ""), "{args:?}");
    String::from_utf8(ran.stdout).expect("text")
}

/// The long options that `--help` describes: those that begin a line.
fn options(help: &str) -> Vec<&str> {
    let lines = help.lines().filter(|line| line.trim_start().starts_with('-'));
    lines
        .filter_map(|line| {
            line.split([' ', ',', '.', '[', '=']).find(|word| word.starts_with("--"))
        })
        .collect()
}

#[test]
fn every_verb_is_known_here() {
    let help = text(&["--help"]);
    let commands = help
        .split("Commands:\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next())
        .expect("a list of verbs");
    let listed: Vec<&str> =
        commands.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed[..listed.len() - 1], VERBS);
    assert_eq!(listed.last(), Some(&"help"));
}

#[test]
fn every_option_stands_in_the_manual() {
    let main = text(&["man"]);
    for verb in VERBS {
        assert!(main.contains(&format!("pct\\-{verb}")), "{verb}");
        let (help, page) = (text(&[verb, "--help"]), text(&["man", verb]));
        let options = options(&help);
        assert!(options.contains(&"--backend") && options.contains(&"--help"), "{options:?}");
        for option in options {
            assert!(page.contains(&option.replace('-', "\\-")), "{verb} {option}");
        }
        assert!(
            page.contains(".SH EXAMPLES") && page.contains(&format!(".TH pct-{verb} 1")),
            "{page}"
        );
    }
    assert!(main.contains(".SH \"EXIT STATUS\"") && main.contains("\\-\\-backend"), "{main}");
    let page = text(&["man", "decode"]);
    for option in ["keep", "reject", "utf8", "times", "strict", "scheme", "jobs", "null"] {
        assert!(
            options(&text(&["decode", "--help"])).contains(&&*format!("--{option}")),
            "{option}"
        );
        assert!(page.contains(&format!("\\-\\-{}", option.replace('-', "\\-"))), "{option}");
    }
    run(&["man", "dekode"], "").failed(&["'dekode'", "a similar value exists: 'decode'"]);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&["completions", shell]);
        for word in VERBS.into_iter().chain(["keep", "strict", "fail"]) {
            assert!(script.contains(word), "{shell} {word}");
        }
    }
    run(&["completions", "tcsh"], "").failed(&["tcsh", "bash, elvish, fish, powershell, zsh"]);
}

#[test]
fn bash_reads_its_completions() {
    let script = text(&["completions", "bash"]);
    let Ok(mut version) = Command::new("bash").arg("--version").stdout(Stdio::null()).spawn()
    else {
        return skipped("there is no bash");
    };
    version.wait().expect("bash ends");
    feed(Command::new("bash").arg("-n"), &script).gave(0, "");
    // Completion of the only verb that begins with `insp`, its only option that begins with
    // `--cou`, and the only flag that begins with `ov`.
    for (words, expected) in [
        ("insp", "inspect"),
        ("inspect --cou", "--count"),
        ("inspect --only ov", "overlong"),
        ("inspect --only ov", "overlong"),
        ("man insp", "inspect"),
    ] {
        let count = words.split(' ').count();
        let ask = format!(
            "{script}\nCOMP_WORDS=(pct {words}); COMP_CWORD={count}; _pct pct \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"; echo \"${{COMPREPLY[@]}}\"\n"
        );
        feed(Command::new("bash").args(["--norc", "--noprofile"]), ask)
            .gave(0, format!("{expected}\n"));
    }
}

#[test]
fn help_of_every_verb_has_examples() {
    for verb in VERBS {
        let help = text(&[verb, "--help"]);
        assert!(help.contains("\nExamples:\n") && help.contains(&format!("pct {verb}")), "{help}");
    }
}

/// `decode` explains the options that verbs share; the others refer to it.
#[test]
fn help_of_fields_is_that_of_the_verb() {
    for verb in ["decode", "encode", "normalize", "check", "inspect", "query"] {
        let help = text(&[verb, "--help"]);
        for part in ["byte for byte", "A record keeps its fields"] {
            assert_eq!(help.contains(part), verb == "decode", "{verb} {part}: {help}");
        }
        assert_eq!(help.contains("pct decode --help"), verb != "decode", "{verb}: {help}");
        assert!(help.contains("numbers from 1, or names"), "{verb}: {help}");
        let short = text(&[verb, "-h"]);
        assert!(
            short.lines().count() < 40 && short.contains(&format!("pct {verb} --help")),
            "{short}"
        );
    }
}
