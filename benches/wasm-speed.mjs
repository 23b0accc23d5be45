// Usage: node benches/wasm-speed.mjs [FILE…]
//
// Times the wasm kernels in Node: benches/operations, built with and without simd128, takes turns with `decodeURIComponent` and `encodeURIComponent` on the lines
// of samples/access.log and of each FILE, and on random text of 64 KiB. Answers are compared first. Writes the tables to docs/benchmarks/wasm.md, which
// says what the columns are. Nothing else should run meanwhile.
//
//   . FOLDER/env.sh     first: the toolchain of ci/cross-setup builds the standard library for wasm
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROUNDS = 25;
const [TO_TEXT, ENCODE] = [2, 5]; // of OPERATIONS in benches/operations/src/lib.rs
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const page = join(root, "docs/benchmarks/wasm.md");
const FIGURES = /<!-- figures -->[^]*<!-- \/figures -->/;
if (!FIGURES.test(readFileSync(page, "utf8"))) throw new Error(`${page} lacks the lines "figures" and "/figures"`);
const run = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim();

function build(name, flags) {
  const target = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), `wasm-${name}`);
  // The linker of rustup's toolchain; Debian's has none.
  const linker = join(run("rustup", "run", "stable", "rustc", "--print", "sysroot"), "lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld");
  const env = { CARGO_TARGET_DIR: target, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: linker, RUSTC_BOOTSTRAP: "1", RUSTFLAGS: flags };
  const args = "build --quiet --release --lib --target wasm32-unknown-unknown -Zbuild-std=std,panic_abort --manifest-path benches/operations/Cargo.toml";
  execFileSync("cargo", args.split(" "), { cwd: root, env: { ...process.env, ...env }, stdio: "inherit" });
  return new WebAssembly.Module(readFileSync(join(target, "wasm32-unknown-unknown/release/percent_simd_operations.wasm")));
}
const simd = build("simd", "-C target-feature=+simd128");
const scalar = build("scalar", "");

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// An instance with room for this many bytes and inputs. Views of its memory end when it grows, so they are made after the allocation.
function instance(module, length, inputs) {
  const { exports } = new WebAssembly.Instance(module);
  exports.reserve(length, inputs);
  const text = (at, length) => decoder.decode(new Uint8Array(exports.memory.buffer, at, length));
  const [room, ends] = [new Uint8Array(exports.memory.buffer, exports.bytes(), length), new Uint32Array(exports.memory.buffer, exports.ends(), inputs)];
  return { ...exports, text, room, ends };
}

// A pass over all lines by one call.
function inMemory(module, operation, lines) {
  const all = lines.map((line) => encoder.encode(line));
  const { room, ends, run } = instance(module, all.reduce((sum, line) => sum + line.length, 0), lines.length);
  let end = 0;
  all.forEach((line, i) => {
    room.set(line, end);
    ends[i] = end += line.length;
  });
  return () => run(operation);
}

// A call for one string, with both copies.
function withCopies(module, operation, lines) {
  const { room, ends, run, text, output } = instance(module, 3 * Math.max(...lines.map((line) => line.length)), 1);
  return (line) => {
    ends[0] = encoder.encodeInto(line, room).written;
    const length = run(operation);
    return length < 0 ? undefined : text(output(), length);
  };
}

function generated(kind, escaped) {
  const made = instance(simd, 65536, 1);
  made.generate(kind, escaped);
  return [made.text(made.bytes(), 65536)];
}

const files = [join(root, "samples/access.log"), ...process.argv.slice(2)].map((path) => {
  const all = readFileSync(path, "utf8").split("\n");
  const targets = all.map((line) => line.split('"')[1]?.match(/^\S+ (\S+) HTTP\//)?.[1]).filter(Boolean);
  return [basename(path), (2 * targets.length > all.length ? targets : all).filter((line) => line !== "" && !line.includes("\uFFFD"))];
});

const attempt = (call, line) => {
  try {
    return call(line);
  } catch {
    return undefined;
  }
};
const passes = (call, lines) => () => lines.reduce((length, line) => length + (attempt(call, line)?.length ?? 0), 0);

// Nanoseconds a pass of each, the least of all rounds; they take turns.
let sink = 0;
function measure(calls) {
  const time = (call, times) => {
    const start = process.hrtime.bigint();
    for (let i = 0; i < times; i++) sink += call();
    return Number(process.hrtime.bigint() - start) / times;
  };
  const times = calls.map((call) => Math.ceil(2e6 / Math.min(time(call, 1), time(call, 1))));
  const least = calls.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) calls.forEach((call, i) => (least[i] = Math.min(least[i], time(call, times[i]))));
  return least;
}

// `expected` answers as we do; `builtIn` is the timed function.
function table(title, operation, builtIn, expected, kinds) {
  const rows = [`### ${title}\n`, `| | simd128, in memory | scalar, in memory | simd128, with copies | \`${builtIn.name}\` |`, "| --- | ---: | ---: | ---: | ---: |"];
  const bulk = kinds.map((kind, i) => [`64 KiB, ${kind}`, generated(i, operation === TO_TEXT)]);
  for (const [name, lines] of [...files, ...bulk]) {
    const ours = withCopies(simd, operation, lines);
    for (const call of [ours, withCopies(scalar, operation, lines)]) {
      for (const line of lines) {
        if (operation === TO_TEXT && /%(?![0-9A-Fa-f]{2})/.test(line)) continue; // `decodeURIComponent` refuses what the plain policy keeps
        if (call(line) !== attempt(expected, line)) throw new Error(`${title}, ${name}: ${JSON.stringify(line)} becomes ${JSON.stringify(call(line))}`);
      }
    }
    const figures = measure([inMemory(simd, operation, lines), inMemory(scalar, operation, lines), passes(ours, lines), passes(builtIn, lines)]);
    const [each, unit] = lines.length > 1 ? [lines.length, "ns"] : [1000, "µs"];
    const cells = figures.map((ns) => `${ns / each >= 100 ? (ns / each).toFixed(0) : (ns / each).toPrecision(3)} ${unit}`);
    rows.push(`| ${name} | ${cells.join(" | ")} |`);
  }
  return rows.join("\n");
}

// `encodeURIComponent` keeps five marks more than unreserved characters.
const encodeMarks = (line) => encodeURIComponent(line).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const text = [
  `Commit ${run("git", "describe", "--always", "--dirty")}; Node ${process.versions.node} (V8 ${process.versions.v8}) on ${cpus()[0]?.model.trim()}; the least of ${ROUNDS} rounds.`,
  table("Decoding to text", TO_TEXT, decodeURIComponent, decodeURIComponent, ["clean", "query-like", "cyrillic"]),
  table("Encoding", ENCODE, encodeURIComponent, encodeMarks, ["clean", "text", "cyrillic"]),
].join("\n\n");
if (Number.isNaN(sink)) throw new Error("a call has no answer");
writeFileSync(page, readFileSync(page, "utf8").replace(FIGURES, () => `<!-- figures -->\n${text}\n<!-- /figures -->`));
