// Usage: node ci/compat.mjs [PACKAGE…]: runs the tests that published packages hold, on the originals and on the drop-in packages of compat/.
//        Without names it runs all but the large ones.
//
// cargo gets the packages from the registry; they are copied into a workspace of their own, target/…/compat, so that their tests can run there.
// First with percent-encoding and form_urlencoded as published, then with the two lines of compat/README.md in that workspace's Cargo.toml. A test
// that passes the first time has to pass the second time. The logs are in target/…/compat, too. What cannot be run says SKIPPED and why.
import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkDropIns, patch } from "./patch.mjs";
import { copyPublished } from "./published.mjs";

// What is tested: the package, its version, the options of `cargo test`, and what of its tests stays out. Those that are large are tested by name only.
// Dependencies that only tests and benchmarks have, and none of these tests needs, are not built.
const packages = [
  { name: "url", version: "2.5.8", options: ["--features=serde,expose_internals"] }, // among them the Web Platform Tests
  { name: "serde_urlencoded", version: "0.7.1", options: [] },
  { name: "serde_html_form", version: "0.4.1", options: [] },
  { name: "serde_qs", version: "1.1.3", options: [] },
  { name: "cookie", version: "0.18.2", options: ["--features=percent-encode"] },
  { name: "hyper-util", version: "0.1.21", options: ["--features=client-proxy", "--lib"], skipped: "tests/: they are about connections" },
  { name: "rocket_http", version: "0.5.2", options: ["--lib"], skipped: "doc tests: they need rocket, which the package does not name" },
  {
    name: "reqwest",
    version: "0.13.5",
    options: ["--no-default-features", "--features=blocking,charset,cookies,form,http2,json,multipart,query,stream"],
    skipped: "TLS: C code that takes minutes to build (and tests/, which are not in the package)",
  },
  {
    name: "axum",
    version: "0.8.9",
    options: ["--features=http2,macros,multipart,ws,__private,axum-macros/__private", "--lib", "--tests"],
    skipped: "doc tests: nearly all are only compiled, and that takes two minutes",
  },
  {
    name: "vrl", // Vector's language
    version: "0.38.0",
    isLarge: true,
    options: ["--no-default-features", "--features=stdlib-base,enable_crypto_functions,enable_env_functions,enable_system_functions", "--lib"],
    unneeded: ["criterion"],
    skipped: "http_request: it brings TLS, C code that takes minutes to build; tests/: they are about its prompt and TLS",
  },
  {
    name: "datafusion-spark",
    version: "55.2.0", // as in engines/Cargo.lock
    isLarge: true,
    options: ["--lib"],
    unneeded: ["criterion", "datafusion", "tokio"],
    skipped: "its feature core, and doc tests: they need the whole of DataFusion",
  },
];

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const workspace = resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "compat");
const environment = {
  ...process.env,
  CARGO_TARGET_DIR: join(workspace, "target"),
  CARGO_TERM_COLOR: "never",
  CARGO_INCREMENTAL: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  RUSTFLAGS: "--cap-lints=warn", // some refuse to compile where a newer compiler warns
};

function writeWorkspace(patched) {
  writeFileSync(join(workspace, "Cargo.toml"), `[workspace]\nmembers = ["packages/*"]\nresolver = "2"\n${patched ? patch() : ""}`);
}

// Takes dependencies for development out of a copy's Cargo.toml.
function leaveOut(name, dependencies) {
  const manifest = join(workspace, "packages", name, "Cargo.toml");
  const sections = readFileSync(manifest, "utf8").split(/^(?=\[)/m);
  for (const each of dependencies) {
    const at = sections.findIndex((section) => section.startsWith(`[dev-dependencies.${each}]\n`));
    if (at < 0) throw new Error(`${manifest} has no dev-dependency ${each}`);
    sections.splice(at, 1);
  }
  writeFileSync(manifest, sections.join(""));
}

// What a log says of each test, by program and name ("ok", "FAILED", "ignored"); a name may be there more than once.
function read(log) {
  const results = new Map();
  let program = "";
  let passed = 0; // as the test harness counts them
  for (const line of log.split("\n")) {
    program = line.match(/^ +(?:Running|Doc-tests) (.*?)(?: \(.*\))?$/)?.[1] ?? program;
    passed += Number(line.match(/^test result: .*? (\d+) passed/)?.[1] ?? 0);
    // The signs are those of url's tests/wpt.rs, which is without the harness.
    const [, test, said] = line.match(/^(?:test )?(.*) \.\.\. (ok|FAILED|ignored|✅|❌|🟠)/u) ?? [];
    if (!test) continue;
    if (said === "✅") passed++;
    const result = { "✅": "ok", "❌": "FAILED", "🟠": "FAILED" }[said] ?? said;
    const key = `${program}: ${test}`;
    results.set(key, [...(results.get(key) ?? []), result]);
  }
  if (passed === 0 || count(results, "ok") !== passed) throw new Error(`${count(results, "ok")} tests that passed were read, and there are ${passed}`);
  return results;
}

// Runs the tests of a package.
function test({ name, options }, run) {
  const log = join(workspace, `${name}-${run}.log`);
  const output = openSync(log, "w");
  const { status } = spawnSync("cargo", ["test", "--no-fail-fast", `--package=${name}`, ...options], {
    cwd: workspace,
    env: environment,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const text = readFileSync(log, "utf8");
  if (/^error: could not compile/m.test(text)) throw new Error(`${text}\nthe tests of ${name} do not compile ${run} the drop-in packages`);
  const results = read(text);
  if (status !== 0 && count(results, "FAILED") === 0) throw new Error(`${text}\nthe tests of ${name} end badly ${run} the drop-in packages`);
  return results;
}

const count = (results, wanted) => [...results.values()].flat().filter((result) => result === wanted).length;
const passes = (results, key) => (results.get(key) ?? []).filter((result) => result === "ok").length;

const names = process.argv.slice(2);
const unknown = names.filter((name) => !packages.some((each) => each.name === name));
if (unknown.length > 0) throw new Error(`no package ${unknown.join(", ")} is known here, but ${packages.map(({ name }) => name).join(", ")}`);
const wanted = packages.filter(({ name, isLarge }) => (names.length === 0 ? !isLarge : names.includes(name)));
copyPublished(wanted, join(workspace, "packages"));
for (const { name, unneeded = [] } of wanted) leaveOut(name, unneeded);
rmSync(join(workspace, "Cargo.lock"), { force: true });
const runs = {};
for (const run of ["without", "with"]) {
  writeWorkspace(run === "with");
  checkDropIns(workspace, run === "with");
  runs[run] = wanted.map((each) => test(each, run));
}

let lost = 0;
wanted.forEach(({ name, version, skipped }, index) => {
  const before = runs.without[index];
  const after = runs.with[index];
  const failing = count(before, "FAILED");
  console.log(
    `tests of ${name} ${version}: ${count(before, "ok")} pass without the drop-in packages, ${count(after, "ok")} with them` +
      (failing > 0 ? `; ${failing} fail without` : ""),
  );
  if (skipped) console.log(`SKIPPED: ${name}, ${skipped}`);
  for (const key of before.keys()) {
    if (passes(after, key) >= passes(before, key)) continue;
    console.error(`passes without the drop-in packages, not with them: ${name}, ${key}`);
    lost++;
  }
});
const others = packages.map(({ name }) => name).filter((name) => !wanted.some((each) => each.name === name));
if (others.length > 0) console.log(`SKIPPED: packages that are tested by name, not in this run: node ci/compat.mjs ${others.join(" ")}`);
if (lost > 0) console.error(`see ${workspace}/*-with.log`);
process.exitCode = lost > 0 ? 1 : 0;
