// Usage: node ci/neon-counts.mjs [--print] [FILE…]
//
// Counts what the NEON kernels execute, and beside it SSSE3's, which share their algorithms: the instructions of each operation of ci/costs, in qemu, on
// the lines of samples/access.log and of each FILE (of an access log, the request targets), on short random input, a call each, and on 64 KiB; and the
// cycles on 64 KiB, as llvm-mca estimates them. Answers are compared with the scalar kernel's first. Writes the tables between
// <!-- figures --> and <!-- /figures --> in docs/benchmarks/neon.md (--print: to the standard output).
//
//   . FOLDER/env.sh               first: the toolchain of ci/cross-setup, one compiler for both
//   apt install qemu-user         not qemu-user-static, which takes no plugins
//   apt install llvm-19           llvm-mca and llvm-objdump; older ones do not know the cores
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const { values: options, positionals: files } = parseArgs({
  options: { print: { type: "boolean", default: false } },
  allowPositionals: true,
});
const linker = process.env.CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER;
if (!linker) throw new Error("there is no toolchain for aarch64: run ci/cross-setup FOLDER and . FOLDER/env.sh first");
const sysroot = process.env.CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER.match(/ -L (\S+)/)[1];

const folder = mkdtempSync(join(tmpdir(), "neon-counts-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// ---- building and counting --------------------------------------------------------------------------------------------------------------------

const machines = [
  { target: "aarch64-unknown-linux-gnu", emulator: "qemu-aarch64", options: ["-L", sysroot], backend: "neon", cores: ["neoverse-n1", "neoverse-v2"] },
  { target: "x86_64-unknown-linux-gnu", emulator: "qemu-x86_64", options: ["-cpu", "Nehalem"], backend: "ssse3", cores: ["skylake", "znver4"] },
];
const plugin = join(folder, "count.so");
execFileSync("cc", ["-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-o", plugin, join(root, "ci/costs/count.c")], { stdio: "inherit" });
const targets = join(resolve(process.env.CARGO_TARGET_DIR ?? join(root, "target")), "costs");
const build = ["build", "--quiet", "--release", "--bin", "instructions", "--manifest-path", join(root, "ci/costs/Cargo.toml")];
execFileSync("cargo", [...build, ...machines.flatMap(({ target }) => ["--target", target])], {
  // Addresses in the emulator are those in the file.
  env: { ...process.env, CARGO_TARGET_DIR: targets, RUSTFLAGS: "-C relocation-model=static" },
  stdio: "inherit",
});

// Rows by operation, input and kernel: the instructions of all calls, and the blocks of the program that they ran.
function count({ target, emulator, options, backend }) {
  const counts = join(folder, target);
  const program = join(targets, target, "release/instructions");
  const lines = [join(root, "samples/access.log"), ...files.map((file) => resolve(file))];
  const result = spawnSync(emulator, [...options, "-plugin", `${plugin},to=${counts}`, program, ...lines], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 1 << 28,
  });
  if (result.error?.code === "ENOENT") throw new Error(`there is no ${emulator}: apt install qemu-user`);
  if (result.status !== 0) throw new Error(`${emulator} ended with status ${result.status ?? result.signal}`);
  const marks = result.stdout.trimEnd().split("\n");
  const counted = readFileSync(counts, "utf8").trimEnd().split("\n");
  if (marks.length !== counted.length) throw new Error(`${marks.length} rows, but ${counted.length} counts`);
  const rows = new Map();
  let nothing;
  for (let i = 0; i + 1 < marks.length; i += 2) {
    const [operation, input, kernel, calls, bytes] = marks[i].split("\t");
    const [before, [total, ...blocks]] = [counted[i].split(" ")[0], counted[i + 1].split(" ")];
    const instructions = Number(total) - Number(before);
    nothing ??= instructions; // the first row calls nothing
    if (Number(calls) === 0) continue;
    if (kernel !== "scalar" && kernel !== backend) throw new Error(`${kernel} has run, not ${backend}`);
    rows.set([operation, input, kernel === "scalar" ? "scalar" : "vector"].join("\t"), {
      instructions: instructions - nothing,
      calls: Number(calls),
      bytes: Number(bytes),
      blocks,
      program,
    });
  }
  return rows;
}
const [neon, ssse3] = machines.map(count);

// ---- cycles -----------------------------------------------------------------------------------------------------------------------------------

// The stretches of straight code that were executed, each with its text and how often; those that matter.
function stretches({ blocks, program }) {
  const all = blocks.map((block) => {
    const [address, instructions, times] = block.split(":");
    return { address: parseInt(address, 16), instructions: Number(instructions), times: Number(times) };
  });
  const total = all.reduce((sum, { instructions, times }) => sum + instructions * times, 0);
  const some = all.filter(({ instructions, times }) => instructions * times > total / 100).sort((a, b) => a.address - b.address);
  const joined = [];
  for (const block of some) {
    const last = joined.at(-1);
    // Blocks end at branches that are hardly ever taken, too.
    const follows = last && block.address - last.address <= 15 * last.instructions && Math.abs(block.times - last.times) < last.times / 10;
    if (follows) last.instructions += block.instructions;
    else joined.push({ ...block });
  }
  return joined.map(({ address, instructions, times }) => {
    const range = [`--start-address=${address}`, `--stop-address=${address + 15 * instructions}`];
    const args = ["-d", "--no-show-raw-insn", "--no-leading-addr", ...range, program];
    // What is not in the program, such as memcpy, has no text.
    const { stdout, error } = spawnSync("llvm-objdump-19", args, { encoding: "utf8" });
    if (error) throw new Error("there is no llvm-objdump-19: apt install llvm-19");
    const text = stdout
      .split("\n")
      .filter((line) => /^\s+[a-z]/.test(line))
      .slice(0, instructions)
      // Jumps go anywhere.
      .map((line) => line.replace(/^(\s+(?:j\w+|b\.\w+|b|cbn?z\s+\w+,|tbn?z\s+\w+, #\S+,))\s+0x.*$/, "$1 0").replace(/<.*>/, ""));
    return { text: text.join("\n"), times };
  });
}

// Cycles for 16 bytes of input: those of each stretch, as if it were repeated, as often as it was executed.
function cycles(row, machine, core) {
  const iterations = 200;
  const args = [`-march=${machine.target.split("-")[0].replace("_", "-")}`, `-mcpu=${core}`, `-iterations=${iterations}`];
  let sum = 0;
  for (const { text, times } of stretches(row)) {
    if (text === "") continue;
    const result = spawnSync("llvm-mca-19", args, { input: text, encoding: "utf8" });
    if (result.error) throw new Error("there is no llvm-mca-19: apt install llvm-19");
    const total = result.stdout.match(/Total Cycles: +(\d+)/);
    if (!total) throw new Error(`llvm-mca: ${result.stderr}\n${text}`);
    sum += (Number(total[1]) / iterations) * times;
  }
  return (sum / row.bytes) * 16;
}

// ---- tables -----------------------------------------------------------------------------------------------------------------------------------

const output = [];
function table(title, heads, rows) {
  output.push(`### ${title}\n`, `| | ${heads.join(" | ")} |`, `| --- |${" ---: |".repeat(heads.length)}`);
  for (const [name, ...cells] of rows) output.push(`| ${name} | ${cells.join(" | ")} |`);
  output.push("");
}
const keys = [...neon.keys()].filter((key) => key.endsWith("\tvector"));
const isLong = (key) => key.includes("65536 bytes");
const isShort = (key) => !isLong(key) && / bytes\t/.test(key);

function counted(title, wanted, each) {
  const rows = keys.filter(wanted).map((key) => {
    const [operation, input] = key.split("\t");
    const [ours, theirs, scalar] = [neon.get(key), ssse3.get(key), neon.get(key.replace(/vector$/, "scalar"))];
    const cell = (row) => (row.instructions / row[each]).toFixed(each === "calls" ? 0 : 2);
    const ratio = ours.instructions / theirs.instructions;
    return [`${operation}: ${input}`, cell(ours), cell(theirs), ratio.toFixed(2), cell(scalar)];
  });
  table(title, ["NEON", "SSSE3", "NEON / SSSE3", "scalar, AArch64"], rows);
}
counted("Real lines: instructions a call", (key) => !isLong(key) && !isShort(key), "calls");
counted("Short input: instructions a call", isShort, "calls");
// A refusal at the beginning, and not a loop, is what less than an instruction in ten bytes is.
const isWhole = (key) => isLong(key) && neon.get(key).instructions > neon.get(key).bytes / 10;
counted("64 KiB: instructions a byte", isWhole, "bytes");
table(
  "64 KiB: cycles for 16 bytes, by llvm-mca",
  machines.flatMap(({ backend, cores }) => cores.map((core) => `${backend}, ${core}`)),
  keys.filter(isWhole).map((key) => [
    key.split("\t").slice(0, 2).join(": "),
    ...machines.flatMap((machine, i) => machine.cores.map((core) => cycles([neon, ssse3][i].get(key), machine, core).toFixed(1))),
  ]),
);

const worst = keys.map((key) => [neon.get(key).instructions / ssse3.get(key).instructions, key]).sort((a, b) => b[0] - a[0])[0];
const rustc = execFileSync(process.env.RUSTC ?? "rustc", ["--version"], { encoding: "utf8" }).trim();
const qemu = execFileSync("qemu-aarch64", ["--version"], { encoding: "utf8" }).split("\n")[0];
const commit = execFileSync("git", ["describe", "--always", "--dirty"], { cwd: root, encoding: "utf8" }).trim();
const facts = `Commit ${commit}; ${rustc}; ${qemu}. The greatest ratio of all: ${worst[0].toFixed(2)} (${worst[1].split("\t").slice(0, 2).join(": ")}).\n`;
const text = [facts, ...output].join("\n");
if (options.print) {
  process.stdout.write(text);
} else {
  const page = join(root, "docs/benchmarks/neon.md");
  const old = readFileSync(page, "utf8");
  const marks = /<!-- figures -->[^]*<!-- \/figures -->/;
  if (!marks.test(old)) throw new Error(`${page} has no <!-- figures --> … <!-- /figures -->`);
  writeFileSync(page, old.replace(marks, () => `<!-- figures -->\n\n${text}\n<!-- /figures -->`));
}
