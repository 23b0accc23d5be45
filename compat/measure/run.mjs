// Usage: node compat/measure/run.mjs [CALL…]: measures the drop-in packages against the originals, and prints tables for compat/README.md.
//        node compat/measure/run.mjs --write: writes them there.
//        node compat/measure/run.mjs --check: only compares their answers.
//
// Both stand in one program, and take turns. So `url` has to be in it twice: once as published, once a copy of it (made in target/…/measure) whose
// Cargo.toml depends on the drop-in packages by path; nothing else in it is changed. `[patch]` cannot do that, for it replaces a package for all.
//
//   taskset -c 1 node compat/measure/run.mjs              on one core of a machine that is otherwise idle
//   PERCENT_CORPUS=FILE[,FILE]                            real lines, beside those of samples/access.log: URLs, paths or access logs
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { dropIns } from "../../ci/patch.mjs";
import { copyPublished } from "../../ci/published.mjs";
import { machine, writeRegion } from "./readme.mjs";

const url = { name: "url", version: "2.5.8" };

const compat = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const folder = resolve(process.env.CARGO_TARGET_DIR ?? join(compat, "../target"), "measure");
const packages = join(folder, "packages");
copyPublished([url], packages);

const manifest = join(packages, "url/Cargo.toml");
let text = readFileSync(manifest, "utf8");
const dependencies = [`original-url = { package = "url", version = "=${url.version}" }`, `drop-in-url = { package = "url", path = "packages/url" }`];
for (const [name, version] of Object.entries(dropIns)) {
  const path = JSON.stringify(join(compat, name));
  const section = `[dependencies.${name}]\n`;
  if (!text.includes(section)) throw new Error(`${manifest} has no ${section}`);
  text = text.replace(section, `${section}path = ${path}\n`);
  dependencies.push(`original-${name} = { package = "${name}", version = "=${version}" }`, `drop-in-${name} = { package = "${name}", path = ${path} }`);
}
writeFileSync(manifest, text);

const core = `percent-simd = { path = ${JSON.stringify(dirname(compat))}, default-features = false, features = ["simd"] }`; // names the backend
writeFileSync(
  join(folder, "Cargo.toml"),
  `[workspace]
exclude = ["packages"]

[package]
name = "measure"
edition = "2024"
rust-version = "1.89"

[[bin]]
name = "measure"
path = ${JSON.stringify(join(compat, "measure/main.rs"))}

[dependencies]
${[core, ...dependencies].join("\n")}
`,
);
const environment = { ...process.env, CARGO_TARGET_DIR: join(folder, "target") };
execFileSync("cargo", ["build", "--quiet", "--release"], { cwd: folder, env: environment, stdio: "inherit" });
const options = process.argv.slice(2);
const program = join(folder, "target/release/measure");
const run = { encoding: "utf8", env: { ...environment, PERCENT_SAMPLE: join(compat, "../samples/access.log") }, stdio: ["inherit", "pipe", "inherit"] };
const measured = execFileSync(program, options.filter((option) => option !== "--write"), run);
const head = `${machine()}; ${measured}`;
if (!options.includes("--write")) {
  if (measured !== "") console.log(head);
} else {
  writeRegion("measured", head);
}
