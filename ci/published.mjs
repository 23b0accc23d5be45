// Copies of published packages, which cargo gets from the registry; for ci/compat.mjs and compat/measure/run.mjs.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const host = execFileSync("rustc", ["--version", "--verbose"], { encoding: "utf8" }).match(/^host: (.*)$/m)[1];

// The packages that the workspace or package in a folder is made of, as `cargo metadata` has them.
export function metadata(folder) {
  const options = ["metadata", "--quiet", "--format-version=1", `--filter-platform=${host}`];
  return JSON.parse(execFileSync("cargo", options, { cwd: folder, maxBuffer: 1 << 28 })).packages;
}

// Copies packages, each a name and a version, to folder/NAME.
export function copyPublished(packages, folder) {
  const scratch = `${folder}-sources`; // a package that depends on all of them
  const dependencies = packages.map(({ name, version }) => `${name} = { version = "=${version}", default-features = false }\n`);
  mkdirSync(scratch, { recursive: true });
  writeFileSync(join(scratch, "lib.rs"), "");
  writeFileSync(
    join(scratch, "Cargo.toml"),
    `[workspace]\n[package]\nname = "sources"\nedition = "2024"\n[lib]\npath = "lib.rs"\n[dependencies]\n${dependencies.join("")}`,
  );
  const found = metadata(scratch);
  rmSync(folder, { recursive: true, force: true });
  for (const { name, version } of packages) {
    const { manifest_path } = found.find((each) => each.name === name && each.version === version);
    cpSync(dirname(manifest_path), join(folder, name), { recursive: true, preserveTimestamps: true });
  }
}
