// Usage: node engines/measure/report.mjs [--rows N] [--folder FOLDER]: measures, and writes the tables of engines/README.md.
//
// First `cargo bench`: batches of rows, on one core, the last one. Then the program `queries`: whole queries over a Parquet file of N rows (10,000,000) in a
// FOLDER, on all cores; and over one whose rows repeat, on one core, with DuckDB (`pip install duckdb`) beside. Half an hour, most of which is building.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROWS = 8192; // of a batch, as in benches/functions.rs
const DISTINCT = 5000; // of the file whose rows repeat: they fit into a dictionary page
const engines = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const readme = join(engines, "README.md");
const MEASURED = /(<!-- measured: begin -->\n)[^]*(<!-- measured: end -->)/;
if (!MEASURED.test(readFileSync(readme, "utf8"))) throw new Error(`${readme} lacks the lines "measured: begin" and "measured: end"`);
const target = process.env.CARGO_TARGET_DIR ?? join(engines, "target");
const { values: options } = parseArgs({ options: { rows: { type: "string", default: "10000000" }, folder: { type: "string" } } });

const run = (command, ...args) => execFileSync(command, args, { cwd: engines, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
const lines = (...command) => run(...command).split("\n").map((line) => JSON.parse(line));
const cargo = ["--profile", "measure", "-p", "percent-simd-engines-measure"];
execFileSync("cargo", ["build", "--bins", "--benches", ...cargo], { cwd: engines, stdio: "inherit" });
const core = ["taskset", "-c", String(cpus().length - 1)];
run(...core, "cargo", "bench", ...cargo);
const folder = resolve(options.folder ?? mkdtempSync(join(tmpdir(), "percent-simd-")));
const [file, repeated] = ["", `-${DISTINCT}-distinct`].map((kind) => join(folder, `percent-simd-${options.rows}-rows${kind}.parquet`));
const program = join(target, "measure", "queries"); // `cargo run` would build it anew, without the features of benches
const queries = lines(program, file, "--rows", options.rows);
const ofTargets = lines(...core, program, repeated, "--rows", options.rows, "--distinct", String(DISTINCT));
const duckdb = lines(...core, "python3", join(engines, "measure", "duckdb_queries.py"), repeated);
if (!options.folder) rmSync(folder, { recursive: true });

const isChanged = run("git", "status", "--porcelain", "--untracked-files=no") !== "";
const commit = run("git", "rev-parse", "--short=7", "HEAD") + (isChanged ? " and changes" : "");
const date = new Date().toISOString().slice(0, 10);
const text = [`${cpus()[0].model}; batches on one core, queries on all; ${run("rustc", "--version")}; commit ${commit}; ${date}.`];
const times = (ratio) => `${ratio < 10 ? ratio.toFixed(1) : ratio < 1000 ? ratio.toFixed(0) : "> 1000"}x`;
const seconds = (time) => time?.toFixed(2) ?? "";
const row = (...cells) => text.push(`| ${cells.join(" | ")} |`);
function head(about, ...titles) {
  text.push("", ...about);
  row(...titles);
  row(...titles.map((title) => (["function", "rows", "type", "query"].includes(title) ? "---" : "---:")));
}

head([], "function", "rows", "type", "here, ns a row", "`datafusion-spark`", "ratio", "loop of `percent-encoding`", "ratio");
const shown = (ns) => (ns < 0.1 ? ns.toPrecision(1) : ns < 10 ? ns.toFixed(1) : ns.toFixed(0));
for (const name of ["decode", "encode"]) {
  for (const content of ["clean", "half", "solid"]) {
    for (const type of ["Utf8", "Utf8View"]) {
      // Criterion writes `/` in the name of a group as `_`.
      const estimates = (side) => JSON.parse(readFileSync(join(target, "criterion", `${name}_${content}_${type}`, side, "new", "estimates.json"), "utf8"));
      const [ours, spark, loop] = ["percent-simd", "datafusion-spark", "percent-encoding"].map((side) => estimates(side).median.point_estimate / ROWS);
      row(`\`url_${name}\``, content, `\`${type}\``, shown(ours), shown(spark), times(spark / ours), shown(loop), times(loop / ours));
    }
  }
}

const [{ rows, threads, backend, ...reading }] = queries; // the first one calls no function
const size = `${rows.toLocaleString("en")} rows`;
head(
  [`Queries over ${size} in Parquet, ${threads === 1 ? "one thread" : `${threads} threads`}, \`${backend}\`, in seconds:`, ""],
  ...["query", "here: wall time", "CPU time", "`datafusion-spark`: wall time", "CPU time", "ratio of CPU times", "less what reading takes"],
);
queries.forEach(({ query, "percent-simd": ours, "datafusion-spark": spark }, index) => {
  const alone = (spark.cpu - reading["datafusion-spark"].cpu) / (ours.cpu - reading["percent-simd"].cpu);
  row(`\`${query}\``, ...[ours.wall, ours.cpu, spark.wall, spark.cpu].map(seconds), times(spark.cpu / ours.cpu), index === 0 ? "" : times(alone));
});

head(
  [`Queries over ${size} that repeat ${DISTINCT.toLocaleString("en")} request targets, on one core, \`${backend}\`, in seconds of CPU time:`, ""],
  ...["query", "here", "`datafusion-spark`", `DuckDB ${duckdb[0].version}`, "ratio to DuckDB"],
);
ofTargets.forEach(({ query, answer, "percent-simd": ours, "datafusion-spark": spark }, index) => {
  const given = answer.trim().split("\n").at(-2).match(/\d+/g).join(); // the row of the table
  if (given !== duckdb[index].answer.join()) throw new Error(`${query} gives ${given}, and with DuckDB ${duckdb[index].answer}`);
  row(`\`${query}\``, ...[ours.cpu, spark?.cpu, duckdb[index].cpu].map(seconds), times(duckdb[index].cpu / ours.cpu));
});
text.push("", "DuckDB has no function for a parameter: there the last query is a regular expression and its own `url_decode`.");

writeFileSync(readme, readFileSync(readme, "utf8").replace(MEASURED, (_, begin, end) => `${begin}${text.join("\n")}\n${end}`));
