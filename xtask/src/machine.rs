//! What the figures were measured on.

use std::path::Path;
use std::process::Command;

use percent_simd::Backend;

/// As a table.
pub(crate) fn describe(root: &Path) -> String {
    let mut table = "| | |\n| --- | --- |\n".to_owned();
    for (name, value) in facts(root) {
        table += &format!("| {name} | {value} |\n");
    }
    table
}

/// Names and values.
pub(crate) fn facts(root: &Path) -> [(&'static str, String); 8] {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map_or("?", |(_, value)| value.trim()).to_owned()
    };
    let cpu = format!(
        "{}, family {}, model {}",
        field("model name"),
        field("cpu family"),
        field("model\t")
    );
    let backends: Vec<_> = Backend::available().map(Backend::name).collect();
    [
        ("CPU", cpu),
        (
            "cores",
            std::thread::available_parallelism().map_or_else(|_| "?".to_owned(), |n| n.to_string()),
        ),
        ("backends", format!("{}; active: {}", backends.join(", "), Backend::active())),
        ("compiler", output(root, "rustc", &["--version"])),
        ("commit", output(root, "git", &["describe", "--always", "--dirty"])),
        ("peers", peers(root)),
        ("date", output(root, "date", &["--utc", "+%Y-%m-%d"])),
        ("command", command()),
    ]
}

fn output(root: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(root).output();
    output
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .map_or_else(|| "?".to_owned(), |text| text.trim().to_owned())
}

/// How this program was called. Of files their names: where they lie is nobody's business.
fn command() -> String {
    let names = |files: String| {
        let names: Vec<String> = files
            .split(',')
            .map(|file| {
                Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned()
            })
            .collect();
        format!("PERCENT_CORPUS={} ", names.join(","))
    };
    let corpus = std::env::var("PERCENT_CORPUS").map_or_else(|_| String::new(), names);
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    format!("`{corpus}cargo run --release -p xtask -- {}`", arguments.join(" "))
}

/// Names and versions of what is measured beside us, from the lock file.
fn peers(root: &Path) -> String {
    const PEERS: [&str; 8] = [
        "percent-encoding",
        "urlencoding",
        "form_urlencoded",
        "url-escape",
        "pct-str",
        "fluent-uri",
        "memchr",
        "simdutf8",
    ];
    let lock = std::fs::read_to_string(root.join("Cargo.lock")).unwrap_or_default();
    let version = |name: &str| {
        let after = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?.1;
        Some(format!("{name} {}", after.split_once('"')?.0))
    };
    PEERS.into_iter().filter_map(version).collect::<Vec<_>>().join(", ")
}
