// Usage: node ci/pct-speed.mjs [--size MIB] [--runs N] [--core N] [--pct FILE] [--print]
//
// Measures how fast `pct` and other tools read a log from the page cache, and writes the table between <!-- pct --> and <!-- /pct --> in BENCHMARKS.md
// (--print, or no such marks: to standard output). The log is made of a corpus, repeated up to --size (1024); slow tools read a 16th of it, as rates
// are compared. All run on one core, in turns, --runs (5) times; what they write goes to /dev/null. Those that mean the same as `pct decode --raw` have
// to write the same, or the run fails. A tool that is not there is named in the table as skipped.
//
//   PERCENT_CORPUS=FOLDER                       repeat its apache_access.log instead of samples/access.log
//   apt install gridsite-clients gawk miller    what a Debian lacks
//   cargo install urldecoder --features bin
//   apt install trurl, or jq from 1.8 on        where a Debian is new enough
import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, copyFileSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const MIB = 1024 * 1024;
const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values: options } = parseArgs({
  options: {
    size: { type: "string", default: "1024" },
    runs: { type: "string", default: "5" },
    core: { type: "string", default: String(cpus().length - 1) },
    pct: { type: "string" },
    print: { type: "boolean", default: false },
  },
});
const [size, runs, core] = ["size", "runs", "core"].map((name) => {
  const value = Number(options[name]);
  if (!Number.isInteger(value) || value < (name === "core" ? 0 : 1)) throw new Error(`--${name} takes a number`);
  return value;
});

// ---- the tools --------------------------------------------------------------------------------------------------------------------------------

if (!options.pct) execFileSync("cargo", ["build", "--quiet", "--release", "-p", "percent-simd-cli"], { cwd: root, stdio: "inherit" });
const pct = resolve(options.pct ?? join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "release/pct"));
const help = execFileSync(pct, ["decode", "--help"], { encoding: "utf8" });

// What a program says first when it is asked for its version; nothing if there is no such program.
function version(program, ...args) {
  const { status, stdout } = spawnSync(program, args.length > 0 ? args : ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim().split("\n")[0] : undefined;
}
const python = version("python3", "-c", "import sys; print(sys.executable)"); // not a wrapper that starts it

const ours = (args, more = {}) => ({ name: `pct ${args}`, command: `"$pct" ${args} "$input"`, version: version(pct), ...more });
const hex = "[0-9A-Fa-f]";
const tools = [
  ours("decode -j 1"),
  ours("decode -j 2", { cores: 2, same: "pct decode -j 1" }),
  ours("decode --raw -j 1"),
  ours("decode --format combined -j 1", { missing: help.includes("--format") ? undefined : "this pct has no --format" }),
  ours("decode --only --format combined -f host -f target -j 1"),
  ours("check -j 1"),
  ours("check --format combined -f target -j 1"),
  ours("query --format combined -j 1"),
  ours("query --format combined -k q,utm_source -j 1"),
  ours("query --format combined --count -j 1"),
  ours("query --url -k q -j 1", { urls: true }),
  ours("inspect -j 1"),
  ours("inspect --summary -j 1"),
  { name: "cat", command: 'cat "$input"', version: version("cat"), note: "the limit: it only copies" },
  {
    name: "perl",
    command: `perl -pe 's/%(${hex}{2})/chr hex $1/eg' "$input"`,
    version: version("perl", "-e", "print qq(perl $^V)"),
    slow: true,
    same: "pct decode --raw -j 1",
  },
  {
    name: "python3, urllib.parse",
    command: `"$python" -c 'import sys, urllib.parse
for line in sys.stdin.buffer: sys.stdout.buffer.write(urllib.parse.unquote_to_bytes(line))' < "$input"`,
    shown: "for line in sys.stdin.buffer: sys.stdout.buffer.write(urllib.parse.unquote_to_bytes(line))",
    version: python && version(python),
    slow: true,
    same: "pct decode --raw -j 1",
  },
  {
    name: "sed and printf",
    command: `sed 's/\\\\/&&/g; s/%\\(${hex}\\{2\\}\\)/\\\\x\\1/g' "$input" | xargs -d '\\n' printf '%b\\n'`,
    version: version("sed") && version("xargs") && `${version("sed")}, ${version("xargs")}`,
    slow: true,
    same: "pct decode --raw -j 1",
  },
  {
    name: "gawk",
    command: `gawk -b '{ out = ""; while (match($0, /%${hex}{2}/)) { out = out substr($0, 1, RSTART - 1) sprintf("%c", strtonum("0x" substr($0, RSTART + 1, 2))); $0 = substr($0, RSTART + 3) } print out $0 }' "$input"`,
    version: version("gawk"),
    hint: "apt install gawk",
    slow: true,
    same: "pct decode --raw -j 1",
  },
  {
    name: "python3, parse_qsl",
    command: `"$python" -c 'import sys, urllib.parse
for line in sys.stdin: print("&".join(value for name, value in urllib.parse.parse_qsl(line.rstrip("\\n").partition("#")[0].partition("?")[2], keep_blank_values=True, errors="replace") if name == "q"))' < "$input"`,
    shown: "for line in sys.stdin: print(\"&\".join(value for name, value in urllib.parse.parse_qsl(QUERY, keep_blank_values=True, errors=\"replace\") if name == \"q\"))",
    version: python && version(python),
    urls: true,
    slow: true,
    note: "as query --url -k q",
  },
  {
    name: "perl, q",
    command: `perl -ne 'chomp; s/#.*//s; s/^[^?]*\\??//; print join("&", map { s/^q=//; tr/+/ /; s/%(${hex}{2})/chr hex $1/eg; $_ } grep { /^q=/ } split /&/), "\\n"' "$input"`,
    version: version("perl", "-e", "print qq(perl $^V)"),
    urls: true,
    slow: true,
    note: "as query --url -k q",
  },
  {
    name: "trurl",
    command: `trurl --accept-space --url-file "$input" --get '{query:q}'`,
    version: version("trurl"),
    hint: "apt install trurl, from Debian 13 on",
    urls: true,
    slow: true,
    note: "as query --url -k q",
  },
  {
    name: "jq, @urid",
    command: `jq -Rr '[split("#")[0] | split("?")[1] // "" | split("&")[] | select(startswith("q=")) | .[2:] | gsub("\\\\+"; " ") | @urid] | join("&")' "$input"`,
    version: version("jq", "-n", '"%41" | @urid') && version("jq"),
    hint: "it must be 1.8 or later, for @urid",
    urls: true,
    slow: true,
    note: "as query --url -k q",
  },
  {
    name: "mlr (Miller)",
    command: `mlr --icsvlite --ifs space --allow-ragged-csv-input --implicit-csv-header --ojsonl cut -o -f 1,7 "$input"`,
    version: version("mlr"),
    hint: "apt install miller",
    slow: true,
    note: "as decode --only -f host -f target --json, but it cannot decode",
  },
  {
    name: "urlencode -d (gridsite-clients)",
    command: `xargs -d '\\n' urlencode -d < "$input"`,
    version: version("dpkg-query", "-W", "gridsite-clients")?.replace("\t", " "),
    hint: "apt install gridsite-clients; it has no urldecode",
    slow: true,
    note: "joins lines by spaces, and + is a space",
  },
  {
    name: "urldecoder",
    command: `RAYON_NUM_THREADS=1 urldecoder --no-output "$scratch"`,
    version: version("urldecoder"),
    hint: "cargo install urldecoder --features bin",
    inPlace: true,
    slow: true,
    note: "decodes what begins with http:// or https:// alone, and rewrites the file",
  },
];
const reason = (tool) => tool.missing ?? (tool.version ? undefined : `not there${tool.hint ? ` (${tool.hint})` : ""}`);
const present = tools.filter((tool) => !reason(tool));

// ---- inputs -----------------------------------------------------------------------------------------------------------------------------------

const corpus = process.env.PERCENT_CORPUS ? join(process.env.PERCENT_CORPUS, "apache_access.log") : join(root, "samples/access.log");
const folder = mkdtempSync(join(tmpdir(), "pct-speed-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.on("SIGINT", () => process.exit(130));

// The corpus again and again, whole, at least once.
function repeated(name, bytes) {
  const text = readFileSync(corpus);
  if (text.at(-1) !== 10) throw new Error(`${corpus} does not end with a newline`);
  const path = join(folder, name);
  const file = openSync(path, "w");
  for (let written = 0; written === 0 || written + text.length <= bytes; written += text.length) writeSync(file, text);
  closeSync(file);
  return path;
}
const sample = repeated("sample.log", 4 * MIB);
const large = repeated("large.log", size * MIB);
const small = repeated("small.log", (size * MIB) / 16);
const scratch = join(folder, "scratch.log");

// The request targets of the corpus as URLs, one a line, as often as `small` has them.
const urls = join(folder, "urls.txt");
const targets = readFileSync(small, "latin1").matchAll(/"[A-Z]+ (\/[^ "]*) HTTP\//g);
writeFileSync(urls, Array.from(targets, ([, target]) => `https://www.example.com${target}\n`).join(""), "latin1");

// Runs a tool once; what it wrote, or nothing if that goes to /dev/null. A status of 1 is what `pct check` says of a malformed %.
function run(tool, input, stdout) {
  const cores = tool.cores === 2 ? `0,${Math.max(core, 1)}` : String(core);
  const environment = { ...process.env, LC_ALL: "C", pct, python, input, scratch };
  const result = spawnSync("taskset", ["-c", cores, "bash", "-o", "pipefail", "-c", tool.command], {
    env: environment,
    stdio: ["ignore", stdout, "pipe"],
    maxBuffer: 64 * MIB,
  });
  if (result.error) throw result.error;
  if (result.status !== 0 && !(result.status === 1 && tool.name.startsWith("pct "))) {
    throw new Error(`${tool.name}: status ${result.status}\n${result.stderr}`);
  }
  return result.stdout;
}

// ---- the same answers -------------------------------------------------------------------------------------------------------------------------

const answers = new Map();
const answer = (tool) => answers.get(tool.name) ?? answers.set(tool.name, run(tool, sample, "pipe")).get(tool.name);
for (const tool of present.filter((tool) => tool.same)) {
  const expected = answer(present.find((other) => other.name === tool.same));
  if (!answer(tool).equals(expected)) throw new Error(`${tool.name} does not write what ${tool.same} writes`);
}

// ---- measuring --------------------------------------------------------------------------------------------------------------------------------

const seconds = new Map(present.map((tool) => [tool, []]));
const inputOf = (tool) => (tool.urls ? urls : tool.slow ? small : large);
const nowhere = openSync("/dev/null", "w");
for (const path of [large, small, urls]) execFileSync("cat", [path], { stdio: ["ignore", nowhere, "inherit"] }); // into the page cache
for (let round = 0; round < runs; round++) {
  for (const tool of present) {
    if (tool.inPlace) copyFileSync(inputOf(tool), scratch);
    const start = process.hrtime.bigint();
    run(tool, inputOf(tool), nowhere);
    seconds.get(tool).push(Number(process.hrtime.bigint() - start) / 1e9);
  }
  process.stderr.write(`round ${round + 1} of ${runs}\n`);
}

// ---- the table --------------------------------------------------------------------------------------------------------------------------------

function measured(tool) {
  const sorted = seconds.get(tool).toSorted((a, b) => a - b);
  const median = (sorted[Math.floor((runs - 1) / 2)] + sorted[Math.ceil((runs - 1) / 2)]) / 2;
  return { median, spread: (sorted.at(-1) - sorted[0]) / median, rate: statSync(inputOf(tool)).size / 1e9 / median };
}
const reference = measured(tools[0]).rate;
const limit = measured(tools.find((tool) => tool.name === "cat")).rate;
const cells = (tool) => {
  const name = `${tool.name}${tool.note ? ` (${tool.note})` : ""}`;
  if (reason(tool)) return [name, "skipped", reason(tool), "", "", "", ""];
  const { median, spread, rate } = measured(tool);
  const ratio = reference / rate;
  const spreadShown = spread > 0.05 ? ` ±${Math.round(spread * 50)}%` : "";
  return [name, `${(statSync(inputOf(tool)).size / MIB).toFixed(0)} MiB`, `${median.toFixed(3)}${spreadShown}`, rate.toFixed(3), (rate / limit).toFixed(2), ratio.toFixed(ratio < 10 ? 2 : 0), tool.version];
};
const commit = version("git", "-C", root, "describe", "--always", "--dirty") ?? "unknown";
const code = (text) => `\`\`${text.replace(/\n/g, " ; ")}\`\``;
const table = [
  `${cpus()[0].model}; core ${core} (\`-j 2\`: two cores); ${runs} runs, medians; commit ${commit}. The log: ${basename(corpus)}, repeated.`,
  "",
  "| tool | input | seconds | GB/s | of `cat` | times as long as `pct decode -j 1` | version |",
  "| --- | --: | --: | --: | --: | --: | --- |",
  ...tools.map((tool) => `| ${cells(tool).join(" | ")} |`),
  "",
  "The commands:",
  "",
  ...present.filter((tool) => !tool.name.startsWith("pct ")).map((tool) => `- ${tool.name}: ${code(tool.shown ?? tool.command)}`),
].join("\n");

const [open, close] = ["<!-- pct -->", "<!-- /pct -->"];
const report = join(root, "BENCHMARKS.md");
const text = readFileSync(report, "utf8");
const [from, to] = [text.indexOf(open), text.indexOf(close)];
if (options.print || from < 0 || to < from) {
  console.log(table);
  if (!options.print) console.error(`BENCHMARKS.md lacks ${open} and ${close}: nothing was written`);
} else {
  writeFileSync(report, `${text.slice(0, from + open.length)}\n${table}\n${text.slice(to)}`);
}
