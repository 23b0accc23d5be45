// Usage: node engines/measure/report.mjs [FOLDER]: the table of engines/README.md, from what `cargo bench` has left in FOLDER (criterion's, by default
// that in engines/target).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROWS = 8192; // of a batch, as in benches/functions.rs
const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(process.env.CARGO_TARGET_DIR ?? join(here, "..", "target"), "criterion");

const json = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));
const table = new Map(); // group: { function: ns a row }
for (const group of readdirSync(folder)) {
  for (const one of readdirSync(join(folder, group), { withFileTypes: true })) {
    if (!one.isDirectory() || !existsSync(join(folder, group, one.name, "new", "benchmark.json"))) continue;
    const { group_id, value_str } = json(group, one.name, "new", "benchmark.json");
    const row = table.get(group_id) ?? {};
    row[value_str] = json(group, one.name, "new", "estimates.json").median.point_estimate / ROWS;
    table.set(group_id, row);
  }
}

const shown = (ns) => (ns < 0.1 ? ns.toPrecision(1) : ns < 10 ? ns.toFixed(1) : ns.toFixed(0));
const times = (ratio) => (ratio < 10 ? ratio.toFixed(1) : ratio < 1000 ? ratio.toFixed(0) : "> 1000") + "x";
console.log("| function | rows | type | percent-simd, ns a row | datafusion-spark | ratio | loop of percent-encoding | ratio |");
console.log("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |");
for (const name of ["decode", "encode"]) {
  for (const content of ["clean", "half", "solid"]) {
    for (const type of ["Utf8", "Utf8View"]) {
      const row = table.get(`${name}/${content}/${type}`);
      if (!row) continue;
      const [ours, spark, loop] = [row["percent-simd"], row["datafusion-spark"], row["percent-encoding"]];
      const cells = [`\`url_${name}\``, content, `\`${type}\``, shown(ours), shown(spark), times(spark / ours), shown(loop), times(loop / ours)];
      console.log(`| ${cells.join(" | ")} |`);
    }
  }
}
