// Usage: node ci/wasm-speed.mjs [--rounds N] [--print] [FILE…]
//
// Times the wasm kernels in Node: ci/costs is built with and without simd128, and both take turns with `decodeURIComponent` and `encodeURIComponent`
// on the lines of samples/access.log and of each FILE (of an access log, the request targets), and on random input of 64 KiB. Answers are compared
// first. Writes the tables between <!-- figures --> and <!-- /figures --> in docs/benchmarks/wasm.md (--print: to the standard output).
//
// Two things are timed. `in memory`: bytes in the module's memory to bytes or text there, all lines by one call, as a program in wasm has them.
// `strings`: a JavaScript string to a JavaScript string, a call a line, with both copies, as a page would call it. Nothing else should run meanwhile.
//
//   --simd FILE --scalar FILE     modules that are built already
//
//   . FOLDER/env.sh     first: the toolchain of ci/cross-setup builds the standard library for wasm
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values: options, positionals } = parseArgs({
  options: {
    rounds: { type: "string", default: "25" },
    print: { type: "boolean", default: false },
    scalar: { type: "string" },
    simd: { type: "string" },
  },
  allowPositionals: true,
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a number above zero");

// ---- the modules ------------------------------------------------------------------------------------------------------------------------------

// Builds ci/costs with these flags; a folder for each, so that neither build replaces the other.
function build(name, flags) {
  if (options[name]) return readFileSync(options[name]);
  const target = join(resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target")), `wasm-${name}`);
  // The linker of rustup's toolchain; Debian's has none.
  const sysroot = execFileSync("rustup", ["run", "stable", "rustc", "--print", "sysroot"], { encoding: "utf8" }).trim();
  const env = {
    ...process.env,
    CARGO_TARGET_DIR: target,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: join(sysroot, "lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld"),
    RUSTC_BOOTSTRAP: "1",
    RUSTFLAGS: flags,
  };
  const args = ["build", "--quiet", "--release", "--lib", "--target", "wasm32-unknown-unknown", "-Zbuild-std=std,panic_abort"];
  execFileSync("cargo", [...args, "--manifest-path", join(root, "ci/costs/Cargo.toml")], { env, stdio: "inherit" });
  return readFileSync(join(target, "wasm32-unknown-unknown/release/percent_simd_costs.wasm"));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class Module {
  constructor(wasm) {
    this.exports = new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports;
  }

  // Gives the module these lines. Views of its memory end when it grows, so they are made after the last allocation.
  load(lines) {
    const all = lines.map((line) => encoder.encode(line));
    const length = all.reduce((sum, line) => sum + line.length, 0);
    // Room for a single string as well, at three bytes for each of its units.
    this.exports.reserve(Math.max(length, 3 * Math.max(...lines.map((line) => line.length))), lines.length);
    this.memory = new Uint8Array(this.exports.memory.buffer);
    let end = 0;
    const ends = new Uint32Array(this.exports.memory.buffer, this.exports.ends(), lines.length);
    all.forEach((line, i) => {
      this.memory.set(line, this.exports.bytes() + end);
      ends[i] = end += line.length;
    });
    this.lines = lines;
  }

  runAll(operation) {
    return this.exports.run(operation);
  }

  // One string: its copy into the module, the call, and the copy of the result.
  string(operation, line) {
    const at = this.exports.bytes();
    const { written } = encoder.encodeInto(line, this.memory.subarray(at));
    const length = this.exports.one(operation, written);
    const from = operation === TO_TEXT ? this.exports.text() : this.exports.output();
    return length < 0 ? undefined : decoder.decode(this.memory.subarray(from, from + length));
  }
}

// The order of OPERATIONS in ci/costs/src/operations.rs.
const [DECODE, PROXY, TO_TEXT, CHECK, , ENCODE] = [0, 1, 2, 3, 4, 5]; // not path::STRICT.check: lines are no paths

const simd = new Module(build("simd", "-C target-feature=+simd128"));
const scalar = new Module(build("scalar", ""));

// ---- inputs -----------------------------------------------------------------------------------------------------------------------------------

function lines(path) {
  const all = readFileSync(path, "utf8").split("\n");
  const targets = all.map((line) => line.split('"')[1]?.match(/^\S+ (\S+) HTTP\//)?.[1]).filter(Boolean);
  return (2 * targets.length > all.length ? targets : all).filter((line) => line !== "" && !line.includes("\uFFFD"));
}

// A small generator, the same on every machine (mulberry32).
function generator(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}
const PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
const letter = (random) => (random(8) === 0 ? "_" : String.fromCharCode(0x410 + random(64)));
const kinds = {
  clean: (random) => PLAIN[random(PLAIN.length)],
  "query-like": (random) => (random(20) === 0 ? ["%20", "%2F", "%3A", "%2C", "%22"][random(5)] : PLAIN[random(PLAIN.length)]),
  text: (random) => (random(8) === 0 ? ' ,"<>#%&'[random(8)] : PLAIN[random(PLAIN.length)]),
  cyrillic: letter,
  "cyrillic, escaped": (random) => encodeURIComponent(letter(random)),
};
function bulk(kind) {
  const random = generator(1);
  let text = "";
  while (text.length < 65536) text += kinds[kind](random);
  return [text];
}

const files = [join(root, "samples/access.log"), ...positionals].map((path) => [basename(path), lines(path)]);
const decoded = [...files, ...["clean", "query-like", "cyrillic, escaped"].map((kind) => [`64 KiB, ${kind}`, bulk(kind)])];
const encoded = [...files, ...["clean", "text", "cyrillic"].map((kind) => [`64 KiB, ${kind}`, bulk(kind)])];

// ---- the same answers -------------------------------------------------------------------------------------------------------------------------

const attempt = (call, line) => {
  try {
    return call(line);
  } catch {
    return undefined;
  }
};
// `decodeURIComponent` refuses malformed triplets, which the plain policy keeps; `encodeURIComponent` keeps five marks more than unreserved characters.
const isWellFormed = (line) => !/%(?![0-9A-Fa-f]{2})/.test(line);
const encodeMarks = (line) => encodeURIComponent(line).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
function verify(module, operation, expected, name, all) {
  module.load(all);
  for (const line of all) {
    if (operation === TO_TEXT && !isWellFormed(line)) continue;
    const ours = module.string(operation, line);
    const theirs = attempt(expected, line);
    if (ours !== theirs) throw new Error(`${name}: ${JSON.stringify(line)} becomes ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`);
  }
}

// ---- measuring --------------------------------------------------------------------------------------------------------------------------------

let sink = 0;
function passes(call) {
  call();
  let n = 1;
  for (;;) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < n; i++) sink += call();
    if (process.hrtime.bigint() - start > 2_000_000n) return n;
    n *= 2;
  }
}

// Nanoseconds a pass of each, the least of all rounds; they take turns.
function measure(calls) {
  const n = calls.map(passes);
  const least = calls.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    calls.forEach((call, i) => {
      const start = process.hrtime.bigint();
      for (let pass = 0; pass < n[i]; pass++) sink += call();
      least[i] = Math.min(least[i], Number(process.hrtime.bigint() - start) / n[i]);
    });
  }
  return least;
}

const builtInPass = (builtIn, all) => () => {
  let length = 0;
  for (const line of all) length += attempt(builtIn, line)?.length ?? 0;
  return length;
};
const stringPass = (module, operation, all) => () => {
  let length = 0;
  for (const line of all) length += module.string(operation, line)?.length ?? 0;
  return length;
};

function format(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

const output = [];
function table(title, heads, rows) {
  output.push(`### ${title}\n`, `| | ${heads.join(" | ")} |`, `| --- |${" ---: |".repeat(heads.length)}`);
  for (const [name, ...cells] of rows) output.push(`| ${name} | ${cells.join(" | ")} |`);
  output.push("");
}

// `expected` answers as we do; `builtIn` is what is timed.
function compare(operation, builtIn, expected, inputs) {
  const memory = [];
  const strings = [];
  for (const [name, all] of inputs) {
    verify(simd, operation, expected, name, all);
    verify(scalar, operation, expected, name, all);
    const [ours, plain, theirs, string] = measure([
      () => simd.runAll(operation),
      () => scalar.runAll(operation),
      builtInPass(builtIn, all),
      stringPass(simd, operation, all),
    ]);
    const each = all.length > 1 ? all.length : 1000; // nanoseconds a line, or microseconds for one text
    const cells = (ns) => format(ns / each);
    const unit = all.length > 1 ? "ns" : "µs";
    memory.push([name, `${cells(ours)} ${unit}`, `${cells(plain)} ${unit}`, `${cells(theirs)} ${unit}`, `${format(plain / ours)}x`, `${format(theirs / ours)}x`]);
    strings.push([name, `${cells(string)} ${unit}`, `${cells(theirs)} ${unit}`, `${format(theirs / string)}x`]);
  }
  return [memory, strings];
}

const memoryHeads = (builtIn) => ["simd128", "scalar", builtIn, "to scalar", `to ${builtIn}`];
const stringHeads = (builtIn) => ["simd128, with both copies", builtIn, "ratio"];
const [decodeMemory, decodeStrings] = compare(TO_TEXT, decodeURIComponent, decodeURIComponent, decoded);
const [encodeMemory, encodeStrings] = compare(ENCODE, encodeURIComponent, encodeMarks, encoded);
table("Decoding to text, in memory", memoryHeads("`decodeURIComponent`"), decodeMemory);
table("Encoding, in memory", memoryHeads("`encodeURIComponent`"), encodeMemory);
table("Decoding, strings", stringHeads("`decodeURIComponent`"), decodeStrings);
table("Encoding, strings", stringHeads("`encodeURIComponent`"), encodeStrings);

const others = [];
for (const [name, all] of decoded) {
  simd.load(all);
  scalar.load(all);
  for (const [operation, title] of [[DECODE, "decode"], [PROXY, "decode, strict, keep and reject"], [CHECK, "check, strict, keep and reject"]]) {
    const [ours, plain] = measure([() => simd.runAll(operation), () => scalar.runAll(operation)]);
    const unit = all.length > 1 ? "ns" : "µs";
    const each = all.length > 1 ? all.length : 1000;
    others.push([`${title}: ${name}`, `${format(ours / each)} ${unit}`, `${format(plain / each)} ${unit}`, `${format(plain / ours)}x`]);
  }
}
table("Policies, in memory", ["simd128", "scalar", "ratio"], others);

const commit = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
const facts = `Commit ${commit}; Node ${process.versions.node} (V8 ${process.versions.v8}) on ${cpus()[0]?.model.trim() ?? "an unknown CPU"}; the least of ${rounds} rounds.\n`;
const text = [facts, ...output].join("\n");
if (options.print) {
  process.stdout.write(text);
} else {
  const page = join(root, "docs/benchmarks/wasm.md");
  const old = readFileSync(page, "utf8");
  const marks = /<!-- figures -->[^]*<!-- \/figures -->/;
  if (!marks.test(old)) throw new Error(`${page} has no <!-- figures --> … <!-- /figures -->`);
  writeFileSync(page, old.replace(marks, () => `<!-- figures -->\n\n${text}\n<!-- /figures -->`));
}
if (Number.isNaN(sink)) throw new Error("a pass gave no number"); // and so every pass has to be made
