// Usage: node ci/msrv.mjs VERSION: checks that no crate which users of the library, of its layers, or of `pct` compile says it needs a newer Rust than VERSION.
import { execFileSync } from "node:child_process";

const cargo = (...args) => execFileSync("cargo", args, { encoding: "utf8", maxBuffer: 1 << 28 });
const number = (version) => version.split(".").reduce((sum, part, index) => sum + Number(part) * 1000 ** (2 - index), 0);

const wanted = process.argv[2];
const shipped = new Set(
  cargo("tree", "--package=percent-simd", "--package=percent-simd-cli", "--package=percent-simd-tower", "--edges=normal,build", "--target=all", "--all-features", "--prefix=none", "--format={p}")
    .split("\n")
    .map((line) => line.split(" ").slice(0, 2).join(" ")),
);
const { packages } = JSON.parse(cargo("metadata", "--format-version=1", "--all-features"));
const known = packages.filter(({ name, version }) => shipped.has(`${name} v${version}`));
for (const { name, version, rust_version } of known) console.log(`${name} ${version} needs Rust ${rust_version ?? "(it does not say)"}`);
const newer = known.filter(({ rust_version }) => rust_version && number(rust_version) > number(wanted));
if (known.length === 0 || newer.length > 0) {
  console.error(`newer than Rust ${wanted}: ${newer.map(({ name }) => name).join(" ") || "unknown: no crate was found"}`);
  process.exit(1);
}
