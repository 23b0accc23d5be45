// Usage: node compat/measure/programs/run.mjs vrl|datafusion-spark: measures a program that depends on the originals, with the drop-in packages and without.
//        --write: writes the table to compat/README.md instead of printing it. --built: builds nothing, and measures what the last run has built.
//
// A package is made in target/…/programs, whose one program is NAME.rs of this folder, and is built twice: without the two lines of `[patch]`, and with
// them. Both programs take turns; their answers have to be the same. `taskset -c 1` keeps them on one core.
//   PERCENT_CORPUS=FILE[,FILE]      real lines for vrl, beside those of samples/access.log: URLs, paths or access logs
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkDropIns, patch } from "../../../ci/patch.mjs";
import { machine, writeRegion } from "../readme.mjs";

const ROUNDS = 15;
const sides = ["without", "with"];

// What each program depends on, and the packages whose speed counts. The others, what parses and plans, are not optimised, for the build takes long enough;
// what little of them a call meets flatters neither side.
const programs = {
  vrl: {
    dependencies: [
      `original-percent-encoding = { package = "percent-encoding", version = "2.3.2" }`, // for inputs.rs, on either side
      `vrl = { version = "=0.38.0", default-features = false, features = ["stdlib-base", "test"] }`,
    ],
    optimised: ["bytes", "bytestring", "url", "vrl"],
  },
  "datafusion-spark": {
    dependencies: [
      `arrow = { version = "59", default-features = false }`,
      `datafusion-common = { version = "55.2", default-features = false }`,
      `datafusion-expr = { version = "55.2", default-features = false }`,
      `datafusion-spark = { version = "=55.2.0", default-features = false }`, // as in engines/Cargo.lock
    ],
    optimised: ["arrow-array", "arrow-buffer", "arrow-data", "datafusion-spark", "url"],
  },
};

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");
const {
  values: options,
  positionals: [name],
} = parseArgs({ allowPositionals: true, options: { write: { type: "boolean", default: false }, built: { type: "boolean", default: false } } });
if (!Object.hasOwn(programs, name)) throw new Error(`name one of ${Object.keys(programs).join(", ")}`);
const workspace = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "programs", name);
const program = (side) => join(workspace, side);

function build(side) {
  const { dependencies, optimised } = programs[name];
  const settings = optimised.map((each) => `${each}.opt-level = 3\n`).join("");
  writeFileSync(
    join(workspace, "Cargo.toml"),
    `[workspace]

[package]
name = "measure-${name}"
edition = "2024"

[[bin]]
name = "measure-${name}"
path = ${JSON.stringify(join(here, `${name}.rs`))}

[dependencies]
percent-simd = { path = ${JSON.stringify(root)}, default-features = false, features = ["simd"] }
${dependencies.join("\n")}

[profile.release.package]
"*".opt-level = 0
${["form_urlencoded", "memchr", "percent-encoding", "percent-simd", "simdutf8"].map((each) => `${each}.opt-level = 3\n`).join("")}${settings}${side === "with" ? patch() : ""}`,
  );
  checkDropIns(workspace, side === "with");
  const env = { ...process.env, CARGO_TARGET_DIR: join(workspace, "target"), CARGO_PROFILE_RELEASE_DEBUG: "0" };
  execFileSync("cargo", ["build", "--release"], { cwd: workspace, env, stdio: "inherit" });
  copyFileSync(join(workspace, `target/release/measure-${name}`), program(side));
}

// What a program says: the backend, then a line for each input.
function run(side) {
  const lines = [join(root, "samples/access.log"), process.env.PERCENT_CORPUS].filter(Boolean).join(",");
  const said = execFileSync(program(side), { encoding: "utf8", env: { ...process.env, PERCENT_LINES: lines } });
  const [{ backend }, ...figures] = said.trim().split("\n").map((line) => JSON.parse(line));
  return { backend, figures };
}

mkdirSync(workspace, { recursive: true });
if (!options.built) {
  rmSync(join(workspace, "Cargo.lock"), { force: true });
  sides.forEach(build);
}
const rounds = Array.from({ length: ROUNDS }, () => Object.fromEntries(sides.map((side) => [side, run(side)])));
const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
const [first] = rounds;
const rows = first.with.figures.map(({ call, input, answer }, index) => {
  for (const round of rounds) {
    for (const side of sides) {
      if (round[side].figures[index].answer !== answer) throw new Error(`${call}, ${input}: the answers differ`);
    }
  }
  const [without, with_] = sides.map((side) => rounds.map((round) => round[side].figures[index].ns));
  const ratio = median(rounds.map((_, round) => without[round] / with_[round]));
  return `| \`${call}\` | ${input} | ${median(without).toFixed(0)} | ${median(with_).toFixed(0)} | ${ratio.toFixed(2)} |\n`;
});
const table = `${machine()}; \`${first.with.backend}\`; medians of ${ROUNDS} rounds.

| call | input | originals, ns | drop-ins, ns | ratio |
| --- | --- | ---: | ---: | ---: |
${rows.join("")}`;
if (options.write) writeRegion(name, table);
else console.log(table);
