//! Measures the speed of `pct` and other tools on a log in the page cache.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use clap::Args;

use crate::results::middle;
use crate::{machine, report};

const MIB: u64 = 1 << 20;

#[derive(Args)]
pub(crate) struct Options {
    /// Size of the log in MiB, a repeated corpus; slow tools read a 16th of it, because rates are
    /// compared
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..))]
    size: u64,
    /// Runs of each tool, in turns
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    runs: u64,
    /// The core to run on; by default the last one
    #[arg(long)]
    core: Option<usize>,
    /// The path of `pct`; by default it is built
    #[arg(long)]
    pct: Option<PathBuf>,
    /// Only print the table
    #[arg(long)]
    print: bool,
}

const LOG: &str = "log";
/// A 16th of the log.
const FEW: &str = "few";
/// Its request targets as URLs, one per line.
const URLS: &str = "urls";
/// The input for the comparison of results.
const SAMPLE: &str = "sample";

struct Tool {
    name: &'static str,
    /// The bash command, with `$python` and `$input`; for `pct`, `name` is the command.
    command: &'static str,
    /// Says the version, or fails; if it is the name's first word with `--version`, nothing.
    version: &'static str,
    note: &'static str,
    /// Tools with the same value here must write the same output.
    same: &'static str,
    input: &'static str,
}

const PCT: Tool = Tool { name: "", command: "", version: "", note: "", same: "", input: LOG };
const SLOW: Tool = Tool { input: FEW, ..PCT };
const QUERY: Tool = Tool { input: URLS, note: "as query --url -k q", ..PCT };

const TOOLS: [Tool; 20] = [
    Tool { name: "pct decode -j 1", same: "decode", ..PCT },
    Tool { name: "pct decode -j 2", same: "decode", ..PCT },
    Tool { name: "pct decode --raw -j 1", same: "raw", ..PCT },
    Tool { name: "pct decode --format combined -j 1", ..PCT },
    Tool { name: "pct decode --only --format combined -f host -f target -j 1", ..PCT },
    Tool { name: "pct check -j 1", ..PCT },
    Tool { name: "pct check --format combined -f target -j 1", ..PCT },
    Tool { name: "pct query --format combined -j 1", ..PCT },
    Tool { name: "pct query --format combined -k q,utm_source -j 1", ..PCT },
    Tool { name: "pct query --format combined --count -j 1", ..PCT },
    Tool { name: "pct query --url -k q -j 1", input: URLS, ..PCT },
    Tool { name: "pct inspect -j 1", ..PCT },
    Tool { name: "pct inspect --count -j 1", ..PCT },
    Tool {
        name: "cat",
        command: "cat $input",
        note: "the limit: it only copies",
        ..PCT
    },
    Tool {
        name: "perl",
        command: "perl -pe 's/%([0-9A-Fa-f]{2})/chr hex $1/eg' $input",
        version: "perl -e 'print qq(perl $^V)'",
        same: "raw",
        ..SLOW
    },
    Tool {
        name: "python3, urllib.parse",
        command: "$python -c 'import sys, urllib.parse
for line in sys.stdin.buffer: sys.stdout.buffer.write(urllib.parse.unquote_to_bytes(line))' < $input",
        version: "$python --version",
        same: "raw",
        ..SLOW
    },
    Tool {
        name: "sed and printf",
        command: r#"sed 's/\\/&&/g; s/%\([0-9A-Fa-f]\{2\}\)/\\x\1/g' $input | xargs -d '\n' printf '%b\n'"#,
        version: "sed --version | sed 1q | tr '\\n' , && xargs --version | sed 's/^/ /; 1q'",
        same: "raw",
        ..SLOW
    },
    Tool {
        name: "gawk",
        command: r#"gawk -b '{ out = ""; while (match($0, /%[0-9A-Fa-f]{2}/)) { out = out substr($0, 1, RSTART - 1) sprintf("%c", strtonum("0x" substr($0, RSTART + 1, 2))); $0 = substr($0, RSTART + 3) } print out $0 }' $input"#,
        same: "raw",
        ..SLOW
    },
    Tool {
        name: "python3, parse_qsl",
        command: r##"$python -c 'import sys, urllib.parse
for line in sys.stdin: print("&".join(value for name, value in urllib.parse.parse_qsl(line.rstrip("\n").partition("#")[0].partition("?")[2], keep_blank_values=True, errors="replace") if name == "q"))' < $input"##,
        version: "$python --version",
        ..QUERY
    },
    Tool {
        name: "trurl",
        command: "trurl --accept-space --url-file $input --get '{query:q}'",
        ..QUERY
    },
];

/// The environment of the tools.
struct Place {
    core: usize,
    pct: PathBuf,
    python: String,
    folder: PathBuf,
}

impl Place {
    /// Runs a bash command in the folder.
    fn bash(&self, core: &str, text: &str, stdout: Stdio) -> std::io::Result<Output> {
        let mut command = Command::new("taskset");
        command.args(["-c", core, "bash", "-o", "pipefail", "-c", text]).env("LC_ALL", "C");
        command.env("pct", &self.pct).env("python", &self.python).current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(stdout).output()
    }

    /// Runs a tool. Only `pct` may exit with 1, which reports a malformed `%`.
    fn run(&self, tool: &Tool, input: &str, stdout: Stdio) -> Result<Vec<u8>, Box<dyn Error>> {
        let is_ours = tool.command.is_empty();
        let ours = tool.name.replacen("pct", "\"$pct\"", 1) + " $input";
        let two = tool.name.ends_with("-j 2").then(|| format!("0,{}", self.core.max(1)));
        let cores = two.unwrap_or_else(|| self.core.to_string());
        let text = format!("input={input}; {}", if is_ours { &ours } else { tool.command });
        let output = self.bash(&cores, &text, stdout)?;
        if output.status.success() || (is_ours && output.status.code() == Some(1)) {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("{}: {}\n{said}", tool.name, output.status).into())
    }

    /// The first line of a program's version; empty if the program is missing.
    fn version(&self, tool: &Tool) -> Option<String> {
        let program =
            tool.name.split(' ').next().map(|name| if name == "pct" { "\"$pct\"" } else { name });
        let usual = format!("{} --version", program?);
        let asked = if tool.version.is_empty() { &usual } else { tool.version };
        let output = self.bash(&self.core.to_string(), asked, Stdio::piped()).ok()?;
        let said = String::from_utf8_lossy(&output.stdout);
        said.lines().next().filter(|_| output.status.success()).map(str::to_owned)
    }
}

/// Measures, and writes the table to BENCHMARKS.md.
pub(crate) fn run(options: &Options, root: &Path) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release", "-p", "percent-simd-cli"]).current_dir(root);
    if options.pct.is_none() {
        machine::status(&mut cargo)?;
    }
    let target = machine::target(root);
    let mut python = Command::new("python3");
    python.args(["-c", "import sys; print(sys.executable)"]); // not a wrapper that starts it
    let place = Place {
        core: options.core.unwrap_or(std::thread::available_parallelism()?.get() - 1),
        pct: std::path::absolute(options.pct.clone().unwrap_or(target.join("release/pct")))?,
        python: machine::stdout(&mut python).unwrap_or_default().trim().to_owned(),
        folder: target.join("pct-speed"),
    };
    std::fs::create_dir_all(&place.folder)?;
    let corpus = std::env::var_os("PERCENT_CORPUS").map(PathBuf::from);
    let corpus =
        corpus.map_or(root.join("samples/access.log"), |folder| folder.join("apache_access.log"));
    let log = std::fs::read(&corpus).map_err(|error| format!("{}: {error}", corpus.display()))?;
    if log.last() != Some(&b'\n') {
        return Err(format!("{} does not end with a newline", corpus.display()).into());
    }
    let urls = urls(&String::from_utf8_lossy(&log));
    let few = repeats(&log, options.size * MIB / 16);
    for (name, text, times) in [
        (SAMPLE, &*log, repeats(&log, 4 * MIB)),
        (LOG, &log, repeats(&log, options.size * MIB)),
        (FEW, &log, few),
        (URLS, urls.as_bytes(), few),
    ] {
        let mut file = File::create(place.folder.join(name))?;
        for _ in 0..times {
            file.write_all(text)?;
        }
    }

    let tools = TOOLS.map(|tool| (place.version(&tool), tool));
    let present = || tools.iter().filter(|(version, _)| version.is_some()).map(|(_, tool)| tool);
    let mut answers = BTreeMap::new();
    for tool in present().filter(|tool| !tool.same.is_empty()) {
        let answer = place.run(tool, SAMPLE, Stdio::piped())?;
        let (first, expected) =
            answers.entry(tool.same).or_insert_with(|| (tool.name, answer.clone()));
        if *expected != answer {
            return Err(format!("{} does not write what {first} writes", tool.name).into());
        }
    }
    for input in [LOG, FEW, URLS] {
        std::io::copy(&mut File::open(place.folder.join(input))?, &mut std::io::sink())?; // into the page cache
    }
    let mut seconds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for round in 1..=options.runs {
        for tool in present() {
            let start = Instant::now();
            place.run(tool, tool.input, Stdio::null())?;
            seconds.entry(tool.name).or_default().push(start.elapsed().as_secs_f64());
        }
        eprintln!("round {round} of {}", options.runs);
    }

    let head = format!(
        "{}; core {} (`-j 2`: two cores); {} runs, medians. The log: {}, repeated.",
        machine::line(root),
        place.core,
        options.runs,
        corpus.file_name().unwrap_or_default().display()
    );
    let mut text = format!(
        "{head}\n\n| tool | input | seconds | GB/s | of `cat` | times as long as `pct decode -j 1` | version |\n\
         | --- | --: | --: | --: | --: | --: | --- |\n"
    );
    let size = |tool: &Tool| place.folder.join(tool.input).metadata().map_or(0, |file| file.len());
    let median = |tool: &Tool| middle(&seconds[tool.name]);
    let rate = |tool: &Tool| size(tool) as f64 / 1e9 / median(tool);
    let [reference, limit] = ["pct decode -j 1", "cat"]
        .map(|name| present().find(|tool| tool.name == name).map_or(f64::NAN, rate));
    for (version, tool) in &tools {
        let note = if tool.note.is_empty() { String::new() } else { format!(" ({})", tool.note) };
        write!(text, "| {}{note} ", tool.name)?;
        let Some(version) = version else {
            writeln!(text, "| skipped | not there, or too old |  |  |  |  |")?;
            continue;
        };
        let (rate, median) = (rate(tool), median(tool));
        let times = seconds[tool.name].iter().copied();
        let spread =
            (times.clone().fold(0.0, f64::max) - times.fold(f64::INFINITY, f64::min)) / median;
        let spread =
            if spread > 0.05 { format!(" ±{:.0}%", spread * 50.0) } else { String::new() };
        let (part, times) = (rate / limit, reference / rate);
        let decimals = if times < 10.0 { 2 } else { 0 };
        let mebibytes = size(tool) as f64 / MIB as f64;
        write!(text, "| {mebibytes:.0} MiB | {median:.3}{spread} | {rate:.3} ")?;
        writeln!(text, "| {part:.2} | {times:.decimals$} | {version} |")?;
    }
    text += "\nThe commands:\n\n";
    for tool in present().filter(|tool| !tool.command.is_empty()) {
        writeln!(text, "- {}: ``{}``", tool.name, tool.command.replace('\n', "; "))?;
    }
    std::fs::remove_dir_all(place.folder)?;
    report::print_or_write(&text, (!options.print).then_some("BENCHMARKS.md"), "pct", root)
}

/// The number of whole repetitions of a text within a number of bytes, at least one.
fn repeats(text: &[u8], bytes: u64) -> u64 {
    (bytes / text.len() as u64).max(1)
}

/// The request targets of a log as URLs, one per line.
fn urls(log: &str) -> String {
    let target = |line: &'_ str| {
        let mut request = line.split('"').nth(1)?.split(' ');
        let target = request.nth(1).filter(|target| target.starts_with('/'))?;
        let is_request = request.next()?.starts_with("HTTP/");
        is_request.then(|| format!("https://www.example.com{target}\n"))
    };
    log.lines().filter_map(target).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn targets_become_urls() {
        let log = "h - - [d] \"GET /a?b=%20 HTTP/1.1\" 200 1 \"/c\" \"d\"\nh \"GET a HTTP/1.1\"\nh \"\\x16\"\n\n";
        assert_eq!(super::urls(log), "https://www.example.com/a?b=%20\n");
    }
}
