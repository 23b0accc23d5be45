// Usage: node engines/measure/report.mjs [--rows N] [--folder FOLDER]: measures, and writes the tables of engines/README.md.
//        node engines/measure/report.mjs --table: writes them once more, from what the last run has left in engines/target.
//
// First `cargo bench`: batches of rows, on one core, the last one. Then the program `queries`: whole queries over a Parquet file of N rows (10,000,000) in a
// FOLDER, on all cores; and over one whose rows repeat, on one core, with DuckDB (`pip install duckdb`) beside. Half an hour, most of which is building.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROWS = 8192; // of a batch, as in benches/functions.rs
const engines = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const target = process.env.CARGO_TARGET_DIR ?? join(engines, "target");
const left = { criterion: join(target, "criterion"), queries: join(target, "queries.jsonl"), repeated: join(target, "repeated.jsonl"), duckdb: join(target, "duckdb.jsonl") };
const DISTINCT = 5000; // of the file whose rows repeat: they fit into a dictionary page
const { values: options } = parseArgs({
  options: { rows: { type: "string", default: "10000000" }, folder: { type: "string" }, table: { type: "boolean", default: false } },
});

if (!options.table) {
  const cargo = ["--profile", "measure", "-p", "percent-simd-engines-measure"];
  execFileSync("cargo", ["build", "--bins", "--benches", ...cargo], { cwd: engines, stdio: "inherit" });
  const run = (command, ...args) => execFileSync(command, args, { cwd: engines, stdio: ["ignore", "pipe", "inherit"] });
  const core = ["taskset", "-c", String(cpus().length - 1)];
  process.stdout.write(run(...core, "cargo", "bench", ...cargo));
  const folder = resolve(options.folder ?? mkdtempSync(join(tmpdir(), "percent-simd-")));
  const queries = [join(target, "measure", "queries"), "--rows", options.rows, "--folder", folder]; // `cargo run` would build it anew, without the features of benches
  writeFileSync(left.queries, run(...queries));
  writeFileSync(left.repeated, run(...core, ...queries, "--distinct", String(DISTINCT)));
  const file = join(folder, `percent-simd-${options.rows}-rows-${DISTINCT}-distinct.parquet`);
  writeFileSync(left.duckdb, run(...core, "python3", join(engines, "measure", "duckdb_queries.py"), file));
  if (!options.folder) rmSync(folder, { recursive: true });
}

const said = (command, ...args) => execFileSync(command, args, { encoding: "utf8", cwd: engines }).trim();
const isChanged = said("git", "status", "--porcelain", "--untracked-files=no") !== "";
const commit = said("git", "rev-parse", "--short=7", "HEAD") + (isChanged ? " and changes" : "");
const date = new Date().toISOString().slice(0, 10);
const times = (ratio) => `${ratio < 10 ? ratio.toFixed(1) : ratio < 1000 ? ratio.toFixed(0) : "> 1000"}x`;
const text = [`${cpus()[0].model}; batches on one core, queries on all; ${said("rustc", "--version")}; commit ${commit}; ${date}.`, ""];

// Nanoseconds a row, by what criterion calls a group.
const groups = new Map();
for (const group of readdirSync(left.criterion)) {
  for (const one of readdirSync(join(left.criterion, group), { withFileTypes: true })) {
    const folder = join(left.criterion, group, one.name, "new");
    if (!one.isDirectory() || !existsSync(join(folder, "benchmark.json"))) continue;
    const json = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const { group_id, value_str } = json("benchmark.json");
    groups.set(group_id, { ...groups.get(group_id), [value_str]: json("estimates.json").median.point_estimate / ROWS });
  }
}
const shown = (ns) => (ns < 0.1 ? ns.toPrecision(1) : ns < 10 ? ns.toFixed(1) : ns.toFixed(0));
text.push("| function | rows | type | here, ns a row | `datafusion-spark` | ratio | loop of `percent-encoding` | ratio |");
text.push("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |");
for (const name of ["decode", "encode"]) {
  for (const content of ["clean", "half", "solid"]) {
    for (const type of ["Utf8", "Utf8View"]) {
      const group = groups.get(`${name}/${content}/${type}`);
      const [ours, spark, loop] = ["percent-simd", "datafusion-spark", "percent-encoding"].map((one) => group[one]);
      const cells = [`\`url_${name}\``, content, `\`${type}\``, shown(ours), shown(spark), times(spark / ours), shown(loop), times(loop / ours)];
      text.push(`| ${cells.join(" | ")} |`);
    }
  }
}

// Without them, `--table` has the batches alone.
const lines = (file) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : []);
const queries = lines(left.queries);
if (queries.length > 0) {
  const { rows, threads, backend } = queries[0];
  text.push("", `Queries over ${rows.toLocaleString("en")} rows in Parquet, ${threads === 1 ? "one thread" : `${threads} threads`}, \`${backend}\`, in seconds:`, "");
  text.push("| query | here: wall time | CPU time | `datafusion-spark`: wall time | CPU time | ratio of CPU times | less what reading takes |");
  text.push("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  queries.forEach(({ query, "percent-simd": ours, "datafusion-spark": spark }, index) => {
    const reading = queries[0]; // calls no function
    const ratio = times(spark.cpu / ours.cpu);
    const alone = (spark.cpu - reading["datafusion-spark"].cpu) / (ours.cpu - reading["percent-simd"].cpu);
    const cells = [`\`${query}\``, ...[ours.wall, ours.cpu, spark.wall, spark.cpu].map((time) => time.toFixed(2)), ratio, index === 0 ? "" : times(alone)];
    text.push(`| ${cells.join(" | ")} |`);
  });
}

const duckdb = lines(left.duckdb);
if (duckdb.length > 0) {
  const [{ rows, backend }, { version }] = [lines(left.repeated)[0], duckdb[0]];
  text.push("", `Queries over ${rows.toLocaleString("en")} rows that repeat ${DISTINCT.toLocaleString("en")} request targets, on one core, \`${backend}\`, in seconds of CPU time:`, "");
  text.push(`| query | here | \`datafusion-spark\` | DuckDB ${version} | ratio to DuckDB |`);
  text.push("| --- | ---: | ---: | ---: | ---: |");
  lines(left.repeated).forEach(({ query, answer, "percent-simd": ours, "datafusion-spark": spark }, index) => {
    const given = answer.trim().split("\n").at(-2).match(/\d+/g).join(); // the row of the table
    if (given !== duckdb[index].answer.join()) throw new Error(`${query} gives ${given}, and with DuckDB ${duckdb[index].answer}`);
    const cells = [`\`${query}\``, ...[ours.cpu, spark?.cpu, duckdb[index].cpu].map((cpu) => cpu?.toFixed(2) ?? ""), times(duckdb[index].cpu / ours.cpu)];
    text.push(`| ${cells.join(" | ")} |`);
  });
  text.push("", "DuckDB has no function for a parameter: there the last query is a regular expression and its own `url_decode`.");
}

const readme = join(engines, "README.md");
const [begin, end] = ["<!-- measured: begin -->\n", "<!-- measured: end -->"];
const old = readFileSync(readme, "utf8");
const [from, to] = [old.indexOf(begin), old.indexOf(end)];
if (from < 0 || to < from) throw new Error(`${readme} lacks ${begin.trim()} and ${end}`);
writeFileSync(readme, `${old.slice(0, from + begin.length)}${text.join("\n")}\n${old.slice(to)}`);
