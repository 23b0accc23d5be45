// Usage: node ci/arrows.mjs [--all]
//
// Checks that the modules know one another only as the drawings in CONTRIBUTING.md say: a module may use those on the lines below its own, and
// nothing else beside itself. What the folder's own file (lib.rs, mod.rs) re-exports counts as what it is; what that file defines counts as above
// all. A module that a drawing lacks, or has too much, fails too. --all prints every arrow.
//
// Comments (so links in documentation, too), strings and `#[cfg(test)]` modules do not count.

import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(join(dirname(fileURLToPath(import.meta.url)), ".."));

/** The drawings: for each folder its lines of modules, the topmost first. */
function drawings() {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const found = [...text.matchAll(/^Inside `((?:cli\/)?src[^`]*)`.*\n\n```text\n([^]*?)^```$/gm)];
  return found.map(([, folder, drawing]) => [folder, drawing.split("\n").map((line) => line.match(/[a-z_0-9]+/g) ?? []).filter((line) => line.length > 0)]);
}

/** The words and signs of a source file, without comments and literals. */
function tokens(source) {
  const sort = /\/\/[^\n]*|\/\*[^]*?\*\/|b?r(#*)"[^]*?"\1|b?"(?:\\[^]|[^"\\])*"|b?'(?:\\[^]|[^'\\\n])[^'\n]{0,8}?'|'\w+|[A-Za-z_]\w*|::|\S/g;
  return [...source.matchAll(sort)].map(([token]) => token).filter((token) => /^(?:[A-Za-z_]\w*|::|[^/"']|\/)$/.test(token));
}

/** The names that follow `at`: of `a::b` there is one, `a`; of `{a::b, c as d}` there are two. Each comes with what follows it. */
function* heads(list, at) {
  if (list[at] !== "{") {
    yield at;
    return;
  }
  let depth = 0;
  for (let here = at; ; here++) {
    if (list[here] === "{") depth++;
    if (depth === 1 && (list[here] === "{" || list[here] === ",") && !["}", "{"].includes(list[here + 1])) yield here + 1;
    if (list[here] === "}" && --depth === 0) return;
  }
}

/** Every path in a file that begins with `crate`, `self` or `super`: as names from the crate's root, with whether it is re-exported. */
function paths(file, module) {
  const list = tokens(readFileSync(file, "utf8"));
  const found = [];
  const inline = []; // The modules inside of the file that the current place is in, and the depth of braces at which they began.
  let depth = 0;
  for (let at = 0; at < list.length; at++) {
    if (list[at] === "{") depth++;
    if (list[at] === "}" && --depth === inline.at(-1)?.depth) inline.pop();
    if (list[at] === "mod" && list[at + 2] === "{") inline.push({ name: list[at + 1], depth });
    if (list.slice(at, at + 7).join("") === "#[cfg(test)]" && list.indexOf("mod", at) === at + 7 && list[at + 9] === "{") {
      let open = 0;
      for (at += 9; list[at] === "{" ? ++open : list[at] === "}" ? --open : true; at++);
      continue;
    }
    if (!["crate", "self", "super"].includes(list[at]) || list[at + 1] !== "::" || (list[at - 1] === "::" && list[at - 2] !== "$")) continue;
    let from = [...module, ...inline.map(({ name }) => name)];
    let next = at;
    for (; ["crate", "self", "super"].includes(list[next]) && list[next + 1] === "::"; next += 2) {
      if (list[next] === "crate") from = [];
      if (list[next] === "super") from = from.slice(0, -1);
    }
    for (const head of heads(list, next)) found.push([...from, ...whole(list, head)]);
  }
  return found;
}

/** `a`, `b` of `a::b`, as far as it is one path. */
function whole(list, at) {
  const names = [];
  for (; /^\w+$/.test(list[at] ?? ""); at += 2) {
    names.push(list[at]);
    if (list[at + 1] !== "::") break;
  }
  return names;
}

/** What the folder's own file re-exports of its modules: the name, and the module. */
function reexports(file, modules) {
  const list = tokens(readFileSync(file, "utf8"));
  const names = new Map();
  const walk = (at, path) => {
    for (const head of heads(list, at)) {
      const part = whole(list, head);
      const end = head + 2 * part.length - 1;
      if (list[end] === "::" && list[end + 1] === "{") walk(end + 1, [...path, ...part]);
      else if (list[head + 2 * part.length] === "{") walk(head + 2 * part.length, [...path, ...part]);
      else names.set(list[end] === "as" ? list[end + 1] : part.at(-1), [...path, ...part].filter((name) => name !== "self" && name !== "crate")[0]);
    }
  };
  list.forEach((token, at) => token === "use" && walk(at + 1, []));
  return new Map([...names].filter(([name, module]) => modules.includes(module) && name !== module));
}

function sources(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return name.endsWith(".rs") && name !== "tests.rs" ? [path] : [];
  });
}

let failures = 0;
const fail = (message) => {
  failures++;
  console.log(message);
};

const drawn = drawings();
for (const root of ["src", "cli/src"]) if (!drawn.some(([folder]) => folder === root)) fail(`CONTRIBUTING.md has no drawing of \`${root}\``);
for (const [folder, lines] of drawn) {
  const crate = folder.slice(0, folder.indexOf("src") + "src".length);
  const root = folder.slice(crate.length).split("/").filter(Boolean);
  const own = ["lib.rs", "mod.rs"].map((name) => join(folder, name)).find(existsSync);
  const list = tokens(readFileSync(own, "utf8"));
  const isTest = (at) => list.slice(at - 7, at).join("") === "#[cfg(test)]";
  const declared = list.flatMap((token, at) => (token === "mod" && [";", "{"].includes(list[at + 2]) ? [{ name: list[at + 1], test: isTest(at) }] : []));
  const modules = declared.filter(({ test }) => !test).map(({ name }) => name);
  const rank = new Map(lines.flatMap((line, index) => line.map((name) => [name, index])));
  for (const name of modules) if (!rank.has(name)) fail(`${folder}: the drawing in CONTRIBUTING.md lacks ${name}`);
  for (const name of rank.keys()) if (!modules.includes(name)) fail(`${folder}: the drawing in CONTRIBUTING.md has ${name}, which is no module`);
  const names = reexports(own, modules);

  const arrows = new Map();
  for (const file of sources(folder)) {
    const module = file.slice(crate.length).replace(/(^|\/)(mod|lib)\.rs$|\.rs$/, "").split("/").filter(Boolean);
    const from = module[root.length];
    if (from === undefined || declared.some(({ name, test }) => test && name === from)) continue;
    for (const path of paths(file, module)) {
      if (path.length <= root.length || root.some((name, index) => path[index] !== name)) continue;
      const name = path[root.length];
      const to = modules.includes(name) ? name : (names.get(name) ?? `${own}'s ${name}`);
      if (to !== from) arrows.set(`${from} -> ${to}`, { from, to, files: new Set([...(arrows.get(`${from} -> ${to}`)?.files ?? []), `${file} (${path.join("::")})`]) });
    }
  }
  for (const [arrow, { from, to, files }] of [...arrows].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (process.argv.includes("--all")) console.log(`${folder}: ${arrow}`);
    if (!(rank.get(from) < rank.get(to))) fail(`${folder}: ${arrow} does not point down: ${[...files].join(", ")}`);
  }
  console.log(`${folder}: ${modules.length} modules, ${arrows.size} arrows`);
}
if (failures > 0) process.exitCode = 1;
