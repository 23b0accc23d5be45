//! The tests of published packages, with and without the drop-in packages.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::machine;

/// A package to test. No selected test needs the `unneeded` development dependencies, so they are
/// not built.
struct Tested {
    name: &'static str,
    version: &'static str,
    /// The arguments of `cargo test`, separated by spaces.
    options: &'static str,
    unneeded: &'static [&'static str],
    /// The skipped tests, and the reason.
    skipped: &'static str,
    /// Tested only if named.
    is_large: bool,
}

const ALL: Tested =
    Tested { name: "", version: "", options: "", unneeded: &[], skipped: "", is_large: false };

const PACKAGES: [Tested; 13] = [
    // among them the Web Platform Tests
    Tested { name: "url", version: "2.5.8", options: "--features=serde,expose_internals", ..ALL },
    Tested { name: "serde_urlencoded", version: "0.7.1", ..ALL },
    Tested { name: "serde_html_form", version: "0.4.1", ..ALL },
    Tested { name: "serde_qs", version: "1.1.3", ..ALL },
    Tested { name: "cookie", version: "0.18.2", options: "--features=percent-encode", ..ALL },
    Tested {
        name: "hyper-util",
        version: "0.1.21",
        options: "--features=client-proxy --lib",
        skipped: "tests/: they are about connections",
        ..ALL
    },
    Tested {
        name: "rocket_http",
        version: "0.5.2",
        options: "--lib",
        skipped: "doc tests: they need rocket, which the package does not name",
        ..ALL
    },
    Tested {
        name: "reqwest",
        version: "0.13.5",
        options: "--no-default-features --features=blocking,charset,cookies,form,http2,json,multipart,query,stream",
        skipped: "TLS: C code that takes minutes to build (and tests/, which are not in the package)",
        ..ALL
    },
    Tested {
        name: "axum",
        version: "0.8.9",
        options: "--features=http2,macros,multipart,ws,__private,axum-macros/__private --lib --tests",
        skipped: "doc tests: nearly all are only compiled, and that takes two minutes",
        ..ALL
    },
    Tested {
        name: "object_store",
        version: "0.14.2",
        options: "--features=aws-base,azure-base,gcp-base,http-base,reqwest,ring,reqwest/rustls-no-provider --lib",
        skipped: "TLS, and doc tests: they need it",
        ..ALL
    },
    Tested { name: "tonic", version: "0.14.9", options: "--lib", ..ALL },
    // Vector's language
    Tested {
        name: "vrl",
        version: "0.38.0",
        options: "--no-default-features --features=stdlib-base,enable_crypto_functions,enable_env_functions,enable_system_functions --lib",
        unneeded: &["criterion"],
        skipped: "http_request: it brings TLS, C code that takes minutes to build; tests/: they are about its prompt and TLS",
        is_large: true,
    },
    Tested {
        name: "datafusion-spark",
        version: "55.2.0", // as in engines/Cargo.lock
        options: "--lib",
        unneeded: &["criterion", "datafusion", "tokio"],
        skipped: "its feature core, and doc tests: they need the whole of DataFusion",
        is_large: true,
    },
];

pub(crate) fn run(names: &[String], root: &Path) -> Result<(), Box<dyn Error>> {
    let known = PACKAGES.map(|each| each.name);
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("no package {name} is known here, but {}", known.join(", ")).into());
    }
    let is_wanted = |each: &Tested| match names {
        [] => !each.is_large,
        _ => names.iter().any(|name| name == each.name),
    };
    let (wanted, others): (Vec<_>, Vec<_>) = PACKAGES.into_iter().partition(is_wanted);
    let workspace = machine::target(root).join("compat");
    let published: Vec<_> = wanted.iter().map(|each| (each.name, each.version)).collect();
    copy_published(&published, &workspace.join("packages"))?;
    for each in &wanted {
        leave_out(each.unneeded, &workspace.join("packages").join(each.name).join("Cargo.toml"))?;
    }
    machine::status(Command::new("rm").arg("-f").arg(workspace.join("Cargo.lock")))?;
    let mut runs = Vec::new();
    for (run, patch) in [("without", String::new()), ("with", super::patch(root))] {
        let text = format!("[workspace]\nmembers = ['packages/*']\nresolver = '2'\n{patch}");
        std::fs::write(workspace.join("Cargo.toml"), text)?;
        super::check_drop_ins(root, &workspace, run == "with")?;
        runs.push(
            wanted.iter().map(|each| test(each, run, &workspace)).collect::<Result<Vec<_>, _>>()?,
        );
    }
    let mut lost = 0;
    for (index, Tested { name, version, skipped, .. }) in wanted.iter().enumerate() {
        let [before, after] = [&runs[0][index], &runs[1][index]];
        println!(
            "tests of {name} {version}: {} pass without the drop-in packages, {} with them; {} fail without",
            before.passed(),
            after.passed(),
            before.failed
        );
        if !skipped.is_empty() {
            println!("SKIPPED: {name}, {skipped}");
        }
        for (test, times) in &before.passes {
            if after.passes.get(test).is_none_or(|after| after < times) {
                eprintln!("passes without the drop-in packages, not with them: {name}, {test}");
                lost += 1;
            }
        }
    }
    if !others.is_empty() {
        let others: Vec<_> = others.iter().map(|each| each.name).collect();
        println!(
            "SKIPPED: packages that are tested by name, not in this run: cargo run -p xtask -- compat test {}",
            others.join(" ")
        );
    }
    if lost == 0 {
        Ok(())
    } else {
        Err(format!("{lost} tests are lost: see {}/*-with.log", workspace.display()).into())
    }
}

/// Removes development dependencies from a copy's Cargo.toml.
fn leave_out(unneeded: &[&str], manifest: &Path) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(manifest)?;
    let mut sections: Vec<&str> = text.split("\n[").collect();
    for each in unneeded {
        let head = format!("dev-dependencies.{each}]\n");
        let at = sections.iter().position(|section| section.starts_with(&head));
        sections.remove(at.ok_or_else(|| format!("{}: no [{head}", manifest.display()))?);
    }
    Ok(std::fs::write(manifest, sections.join("\n["))?)
}

/// Runs the tests of a package.
fn test(tested: &Tested, run: &str, workspace: &Path) -> Result<Results, Box<dyn Error>> {
    let log = workspace.join(format!("{}-{run}.log", tested.name));
    let output = File::create(&log)?;
    let status = Command::new("cargo")
        .args(["test", "--no-fail-fast", "--package", tested.name])
        .args(tested.options.split_whitespace())
        .current_dir(workspace)
        .env("CARGO_TARGET_DIR", workspace.join("target"))
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("RUSTFLAGS", "--cap-lints=warn") // a newer compiler's warnings stop some packages
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .status()?;
    let text = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
    let bad = |what: String| {
        format!("{text}\nthe tests of {} {run} the drop-in packages: {what}", tested.name)
    };
    if text.lines().any(|line| line.starts_with("error: could not compile")) {
        return Err(bad("they do not compile".to_owned()).into());
    }
    let results = Results::read(&text).map_err(&bad)?;
    if !status.success() && results.failed == 0 {
        return Err(bad(status.to_string()).into());
    }
    Ok(results)
}

/// The results in a log.
#[derive(Default)]
struct Results {
    /// The number of passes of a test, by program and name: a name may occur several times.
    passes: BTreeMap<String, usize>,
    failed: usize,
}

impl Results {
    fn passed(&self) -> usize {
        self.passes.values().sum()
    }

    fn read(log: &str) -> Result<Self, String> {
        let mut results = Self::default();
        let mut program = "";
        let mut passed = 0; // counted like the test harness
        for line in log.lines() {
            let indented = line.strip_prefix(' ').map_or("", str::trim_start);
            if let Some(name) =
                indented.strip_prefix("Running ").or(indented.strip_prefix("Doc-tests "))
            {
                program = name.split(" (").next().unwrap_or(name);
            }
            if line.starts_with("test result: ") {
                let before = line.split(" passed").next().and_then(|line| line.rsplit(' ').next());
                passed += before.and_then(|count| count.parse().ok()).unwrap_or(0);
            }
            let Some((test, said)) =
                line.strip_prefix("test ").unwrap_or(line).rsplit_once(" ... ")
            else {
                continue;
            };
            // url's tests/wpt.rs has no harness, and prints these marks.
            if said.starts_with("ok") || said.starts_with('✅') {
                *results.passes.entry(format!("{program}: {test}")).or_default() += 1;
                passed += usize::from(said.starts_with('✅'));
            } else if ["FAILED", "❌", "🟠"].iter().any(|sign| said.starts_with(sign)) {
                results.failed += 1;
            }
        }
        if passed == 0 || results.passed() != passed {
            return Err(format!(
                "{} tests that passed were read, and there are {passed}",
                results.passed()
            ));
        }
        Ok(results)
    }
}

/// Copies published packages, each a name and a version, to folder/NAME.
fn copy_published(wanted: &[(&str, &str)], folder: &Path) -> Result<(), Box<dyn Error>> {
    let scratch = folder.with_file_name("sources"); // a package that depends on all of them
    let line = |(name, version)| {
        format!("{name} = {{ version = '={version}', default-features = false }}\n")
    };
    let dependencies: String = wanted.iter().copied().map(line).collect();
    std::fs::create_dir_all(scratch.join("src"))?;
    std::fs::write(scratch.join("src/lib.rs"), "")?;
    let head = "[workspace]\n[package]\nname = 'sources'\nedition = '2024'\n[dependencies]\n";
    std::fs::write(scratch.join("Cargo.toml"), format!("{head}{dependencies}"))?;
    let found = super::of_host(&scratch)?;
    machine::status(Command::new("rm").arg("-rf").arg(folder))?;
    std::fs::create_dir_all(folder)?;
    for (name, version) in wanted {
        let package = found.iter().find(|each| each.name == *name && each.version == *version);
        let package = package.ok_or_else(|| format!("cargo has no {name} {version}"))?;
        machine::status(
            Command::new("cp").arg("-Rp").arg(package.folder()).arg(folder.join(name)),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Results;

    #[test]
    fn a_log_is_read() {
        let log = "     Running unittests src/lib.rs (target/debug/deps/a-1)\ntest a ... ok\ntest a ... ok\ntest b ... FAILED\n\
            test result: FAILED. 2 passed; 1 failed\n   Doc-tests a\ntest c (line 1) ... ignored, why\ntest a ... ok\n\
            test result: ok. 1 passed; 0 failed\n<http://a> ... ✅\n";
        let results = Results::read(log).expect("its counts agree");
        assert_eq!((results.passed(), results.failed), (4, 1));
        assert_eq!(results.passes["unittests src/lib.rs: a"], 2);
        assert!(Results::read("test a ... ok\ntest result: ok. 2 passed\n").is_err());
        assert!(Results::read("").is_err());
    }
}
