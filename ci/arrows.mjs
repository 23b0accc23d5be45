// Usage: node ci/arrows.mjs [--all]
//
// Checks that no files of a package use one another in a circle, in every package, at every depth; and that the modules know one another only as the drawings in CONTRIBUTING.md say: a module may use those on the lines below its own, and
// nothing else beside itself. What the folder's own file (lib.rs, mod.rs) re-exports counts as what it is; what that file defines counts as above
// all. A module that a drawing lacks, or has too much, fails too. --all prints every arrow.
//
// Comments (so links in documentation, too), strings, `#[cfg(test)]` modules and statements do not count.

import { execFileSync } from "node:child_process";
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
    // A statement or a declaration for tests alone.
    if (list.slice(at, at + 7).join("") === "#[cfg(test)]") {
      for (at += 7; list[at] !== ";" && list[at] !== "{" && at < list.length; at++);
      at--;
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
    if (!modules.includes(from)) continue; // the folder's own file, tests, and what stands in for a module
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
/** The files of a folder that is one crate, by the names of their modules; those of tests are left out. */
function modulesOf(folder) {
  const modules = new Map();
  const add = (file, module) => {
    modules.set(module.join("::"), file);
    const list = tokens(readFileSync(file, "utf8"));
    const parent = /(^|\/)(lib|main|mod)\.rs$/.test(file) || module.length === 0 ? dirname(file) : file.replace(/\.rs$/, "");
    list.forEach((token, at) => {
      if (token !== "mod" || list[at + 2] !== ";" || list.slice(at - 7, at).join("") === "#[cfg(test)]") return;
      const name = list[at + 1];
      const found = [join(parent, `${name}.rs`), join(parent, name, "mod.rs")].find(existsSync);
      if (found !== undefined) add(found, [...module, name]);
    });
  };
  const root = ["lib.rs", "main.rs"].map((name) => join(folder, name)).find(existsSync);
  if (root !== undefined) add(root, []);
  return modules;
}

/** What every `use` of a file names: the name it has there, and the path from the crate's root. */
function* uses(file, module) {
  const list = tokens(readFileSync(file, "utf8"));
  function* walk(at, path) {
    for (const head of heads(list, at)) {
      const part = whole(list, head);
      const end = head + 2 * part.length - 1;
      if (list[end] === "::" && list[end + 1] === "{") yield* walk(end + 1, [...path, ...part]);
      else if (list[head + 2 * part.length] === "{") yield* walk(head + 2 * part.length, [...path, ...part]);
      else yield { name: list[end] === "as" ? list[end + 1] : part.at(-1), path: [...path, ...part] };
    }
  }
  for (let at = 0; at < list.length; at++) {
    if (list[at] !== "use") continue;
    const isPublic = ["pub", ")"].includes(list[at - 1]);
    for (const { name, path } of walk(at + 1, [])) {
      let from = path[0] === "crate" ? [] : module;
      const names = path.filter((part) => part !== "crate" && part !== "self");
      while (names[0] === "super") {
        names.shift();
        from = from.slice(0, -1);
      }
      yield { name, path: [...from, ...names], isPublic };
    }
  }
}

/**
 * For each module of a crate the modules that its code uses. A re-export is no use; a name that is re-exported counts as what defines it. What a
 * folder's own file uses of its parts does not count: it puts them together, and they may use what it defines.
 */
function graph(modules) {
  const named = new Map();
  for (const [module, file] of modules) {
    const own = module.split("::").filter(Boolean);
    for (const { name, path } of uses(file, own)) named.set([...own, name].join("::"), path);
  }
  const resolve = (path, steps = 0) => {
    for (let length = path.length; length > 0 && steps < 9; length--) {
      const start = path.slice(0, length).join("::");
      if (modules.has(start)) return start;
      const meant = named.get(start);
      if (meant !== undefined && meant.join("::") !== start) return resolve([...meant, ...path.slice(length)], steps + 1);
    }
    return "";
  };
  const arrows = new Map();
  for (const [module, file] of modules) {
    if (module === "") continue; // the crate's own file knows all
    const own = module.split("::");
    const reexported = new Set([...uses(file, own)].filter(({ isPublic }) => isPublic).map(({ path }) => path.join("::")));
    const used = paths(file, own).filter((path) => ![...reexported].some((name) => `${name}::`.startsWith(`${path.join("::")}::`)));
    arrows.set(module, new Set(used.map((path) => resolve(path)).filter((to) => to !== "" && !`${to}::`.startsWith(`${module}::`))));
  }
  return arrows;
}

/** The sets of modules that reach one another. */
function circles(arrows) {
  const reached = (from) => {
    const seen = new Set();
    for (const next = [from]; next.length > 0; ) for (const to of arrows.get(next.pop()) ?? []) if (!seen.has(to)) next.push(to) && seen.add(to);
    return seen;
  };
  const all = new Map([...arrows.keys()].map((module) => [module, reached(module)]));
  const found = new Set();
  for (const [module, seen] of all) if (seen.has(module)) found.add([...seen].filter((other) => all.get(other)?.has(module)).sort().join(" "));
  return [...found];
}

const packages = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "Cargo.toml", "*/Cargo.toml"], { encoding: "utf8" }).split("\n").filter(Boolean).map(dirname);
let crates = 0;
for (const folder of packages) {
  const binaries = ["benches", "tests"].map((name) => join(folder, name)).filter(existsSync);
  const inner = binaries.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))).filter((path) => existsSync(join(path, "main.rs")));
  for (const crate of [join(folder, "src"), ...inner]) {
    const modules = modulesOf(crate);
    if (modules.size > 0) crates++;
    for (const circle of circles(graph(modules))) fail(`${crate}: files in a circle: ${circle.replaceAll("::", "/")}`);
  }
}
console.log(`${crates} crates looked at for circles of files`);
if (failures > 0) process.exitCode = 1;
