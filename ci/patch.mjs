// The drop-in packages of compat/ in a workspace, by `[patch]` or not; for ci/compat.mjs and compat/measure.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { metadata } from "./published.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

// Them, and the versions of the originals that programs ask for.
export const dropIns = { "percent-encoding": "2.3.2", form_urlencoded: "1.2.2" };

// The lines of a workspace's Cargo.toml.
export function patch() {
  const lines = Object.keys(dropIns).map((name) => `${name} = { path = ${JSON.stringify(join(root, "compat", name))} }\n`);
  return `\n[patch.crates-io]\n${lines.join("")}`;
}

// There is one package of each name in a workspace, of the version that is asked for, and it is ours exactly where we say so.
export function checkDropIns(workspace, patched) {
  const found = metadata(workspace);
  for (const [name, version] of Object.entries(dropIns)) {
    const folder = join(root, "compat", name);
    const ones = found.filter((each) => each.name === name);
    const right = ones.length === 1 && ones[0].version === version && (dirname(ones[0].manifest_path) === folder) === patched;
    const said = ones.map((each) => `${each.version} of ${each.source ?? dirname(each.manifest_path)}`).join(", ");
    console.log(`${patched ? "with" : "without"} the patch, ${name} is ${said.replace(root + "/", "")}`);
    if (!right) throw new Error(`expected one ${name} ${version}, ${patched ? "ours" : "the original"}`);
  }
}
