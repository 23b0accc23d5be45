// Runs a wasm32-wasip1 program, such as a test binary, in Node: `node --no-warnings ci/wasi-run.mjs PROGRAM.wasm [ARGUMENT…]`.
// The program sees the environment and the file system (by absolute paths); its exit status becomes this process's, and a trap (a panic) ends it with 1.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({
  version: "preview1",
  args: [program, ...rest],
  env: process.env,
  preopens: { "/": "/" }, // and not ".": for wasi-libc both are the empty prefix, and the later one would get absolute paths too
  returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(await readFile(program), { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
