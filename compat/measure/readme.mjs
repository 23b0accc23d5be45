// What is measured goes to compat/README.md, between two marks.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const compat = resolve(dirname(fileURLToPath(import.meta.url)), "..");

// Where and on what it was measured.
export function machine() {
  const text_of = (command, ...given) => execFileSync(command, given, { encoding: "utf8", cwd: compat }).trim();
  return `${cpus()[0].model}, ${text_of("rustc", "--version")}, commit ${text_of("git", "rev-parse", "--short=7", "HEAD")}`;
}

export function writeRegion(name, text) {
  const readme = join(compat, "README.md");
  const [begin, end] = [`<!-- ${name}: begin -->\n`, `<!-- ${name}: end -->`];
  const old = readFileSync(readme, "utf8");
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${readme} lacks ${begin.trim()} and ${end}`);
  writeFileSync(readme, `${old.slice(0, from + begin.length)}${text}${old.slice(to)}`);
}
