//! Checks dependencies between modules: the files of a package have no cycle, and modules in the
//! drawings of docs/modules.md depend on one another only as drawn.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use source::{Mention, Names, Source};

use crate::machine;

/// A crate's modules by path, each with its file.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Names, (PathBuf, Source)>,
    /// The targets of `use` items, by the path of the new name.
    named: BTreeMap<Names, Names>,
}

impl Crate {
    /// Reads the crate with a root file in the folder; without one, the result is empty.
    fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut read = Self::default();
        let own = ["lib.rs", "main.rs"].map(|name| (Vec::new(), folder.join(name)));
        let mut files: Vec<(Names, PathBuf)> = own.into_iter().collect();
        while let Some((path, file)) = files.pop() {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let source = Source::parse(&text, &path);
            let source = source.map_err(|error| format!("{}: {error}", file.display()))?;
            let is_own = ["lib.rs", "main.rs", "mod.rs"].iter().any(|own| file.ends_with(own));
            let folder = if is_own { file.with_file_name("") } else { file.with_extension("") };
            for name in &source.declared {
                let path = [&path[..], std::slice::from_ref(name)].concat();
                files.push((path.clone(), folder.join(format!("{name}.rs"))));
                files.push((path, folder.join(name).join("mod.rs")));
            }
            let names = source
                .mentions
                .iter()
                .filter_map(|each| Some((each.named.clone()?, each.path.clone())));
            read.named.extend(names);
            read.modules.insert(path, (file, source));
        }
        Ok(read)
    }

    /// The module that defines the item at a path; by default the crate's root file.
    fn defines(&self, path: &[String], steps: usize) -> Names {
        for length in (1..=path.len()).rev().take_while(|_| steps < 9) {
            let (start, rest) = path.split_at(length);
            if self.modules.contains_key(start) {
                return start.to_vec();
            }
            if let Some(meant) = self.named.get(start).filter(|meant| *meant != start) {
                return self.defines(&[meant, rest].concat(), steps + 1);
            }
        }
        Names::new()
    }

    /// The sets of modules that depend on one another in a cycle. Re-exports do not count, and the
    /// crate's root file may use every module. A folder's own file combines its parts, and they may
    /// use its definitions: uses in either direction count, but not both in one cycle.
    fn circles(&self) -> BTreeSet<String> {
        let is_part = |path: &Names, of: &Names| path.len() > of.len() && path.starts_with(of);
        let by_parts = self.circles_of(|from, to| !is_part(to, from));
        let through_folders = self.circles_of(|from, to| !is_part(from, to));
        by_parts.into_iter().chain(through_folders).collect()
    }

    /// The cycles of the uses that count.
    fn circles_of(&self, counts: impl Fn(&Names, &Names) -> bool) -> BTreeSet<String> {
        let mut reached: BTreeMap<&Names, BTreeSet<Names>> = BTreeMap::new();
        for (path, (_, source)) in self.modules.iter().filter(|(path, _)| !path.is_empty()) {
            let uses = source.mentions.iter().filter(|each| each.is_local && !each.is_public);
            let used = uses.map(|each| self.defines(&each.path, 0));
            let used = used.filter(|to| !to.is_empty() && to != path && counts(path, to));
            reached.insert(path, used.collect());
        }
        // A module that reaches `over` reaches everything that `over` reaches.
        for over in self.modules.keys().filter(|path| !path.is_empty()) {
            let more = reached[over].clone();
            for seen in reached.values_mut().filter(|seen| seen.contains(over)) {
                seen.extend(more.iter().cloned());
            }
        }
        let circle = |(from, seen): (&&Names, &BTreeSet<Names>)| {
            let members = seen.iter().filter(|to| reached[to].contains(*from));
            let files: Vec<_> =
                members.map(|to| self.modules[to].0.display().to_string()).collect();
            seen.contains(*from).then(|| files.join(" "))
        };
        reached.iter().filter_map(circle).collect()
    }

    /// Every dependency among the modules of a folder, with its places. A re-export by the folder's
    /// own file counts as its target; definitions in that file belong to no module.
    fn arrows(&self, folder: &[String]) -> BTreeMap<(String, String), Vec<String>> {
        let (own, Source { declared, .. }) = &self.modules[folder];
        let mut arrows: BTreeMap<_, Vec<String>> = BTreeMap::new();
        let inside =
            |path: &Names| path.get(folder.len()).filter(|_| path.starts_with(folder)).cloned();
        for (path, (file, source)) in &self.modules {
            let Some(from) = inside(path) else { continue };
            for Mention { path, line, .. } in source.mentions.iter().filter(|each| each.is_local) {
                let Some(name) = inside(path) else { continue };
                let meant = self.named.get(&path[..=folder.len()]).and_then(inside);
                let known = [Some(name.clone()), meant]
                    .into_iter()
                    .flatten()
                    .find(|to| declared.contains(to));
                let to = known.unwrap_or_else(|| format!("{}'s {name}", own.display()));
                if to != from {
                    let place = format!("{}:{line} ({})", file.display(), path.join("::"));
                    arrows.entry((from.clone(), to)).or_default().push(place);
                }
            }
        }
        arrows
    }
}

/// Checks every package; `all` prints every dependency between modules in the drawings.
pub(crate) fn check(root: &Path, all: bool) -> Result<(), Box<dyn Error>> {
    std::env::set_current_dir(root)?;
    let mut failures = Vec::new();
    let drawings = drawings(&std::fs::read_to_string("docs/modules.md")?);
    for wanted in ["src", "cli/src"] {
        if !drawings.iter().any(|(folder, _)| folder == wanted) {
            failures.push(format!("docs/modules.md has no drawing of `{wanted}`"));
        }
    }
    for (folder, ranks) in drawings {
        let (package, inner) = folder.rsplit_once("src").ok_or("a drawing is of no folder src")?;
        let source = Crate::read(&Path::new(package).join("src"))?;
        let inner: Names =
            inner.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let own = source
            .modules
            .get(&inner)
            .ok_or_else(|| format!("docs/modules.md draws {folder}, which is no module"))?;
        let declared: BTreeSet<&String> = own.1.declared.iter().collect();
        for name in declared.symmetric_difference(&ranks.keys().collect()) {
            let what =
                if ranks.contains_key(*name) { "draws a name that is no module" } else { "lacks" };
            failures.push(format!("{folder}: the drawing in docs/modules.md {what}: {name}"));
        }
        let arrows = source.arrows(&inner);
        println!("{folder}: {} modules, {} arrows", declared.len(), arrows.len());
        for ((from, to), places) in arrows {
            if all {
                println!("{folder}: {from} -> {to}");
            }
            if ranks.get(&from).zip(ranks.get(&to)).is_none_or(|(from, to)| from >= to) {
                failures.push(format!(
                    "{folder}: {from} -> {to} does not point down: {}",
                    places.join(", ")
                ));
            }
        }
    }
    let mut git = Command::new("git");
    git.args([
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "Cargo.toml",
        "*/Cargo.toml",
    ]);
    let mut crates = 0;
    for manifest in machine::stdout(&mut git)?.lines() {
        let package = Path::new(manifest).with_file_name("");
        let binaries =
            ["benches", "tests"].iter().flat_map(|folder| std::fs::read_dir(package.join(folder)));
        let binaries = binaries.flatten().flatten().map(|entry| entry.path());
        let binaries = binaries.filter(|folder| folder.join("main.rs").exists());
        for folder in binaries.chain([package.join("src")]) {
            let source = Crate::read(&folder)?;
            crates += usize::from(!source.modules.is_empty());
            failures.extend(
                source.circles().iter().map(|circle| format!("files in a circle: {circle}")),
            );
        }
    }
    println!("{crates} crates looked at for circles of files");
    if failures.is_empty() {
        return Ok(());
    }
    failures.push("move the shared code to a module below those that use it".to_owned());
    Err(failures.join("\n").into())
}

/// The drawings: the modules of each folder, with the line of each.
fn drawings(text: &str) -> Vec<(String, BTreeMap<String, usize>)> {
    let drawing = |part: &str| {
        let (folder, rest) = part.split_once('`')?;
        let (_, rest) = rest.split_once('\n')?;
        let (lines, _) = rest.strip_prefix("\n```text\n")?.split_once("\n```")?;
        let mut ranks = BTreeMap::new();
        for (rank, line) in lines.lines().enumerate() {
            let names = line.split_whitespace().filter(|name| *name != "|");
            ranks.extend(names.map(|name| (name.to_owned(), rank)));
        }
        Some((folder.to_owned(), ranks))
    };
    text.split("\nInside `").skip(1).filter_map(drawing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A crate of these modules, each with its text.
    fn circles(modules: &[(&str, &str)]) -> Vec<String> {
        let mut read = Crate::default();
        for (name, text) in modules {
            let path: Names =
                name.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
            let source = Source::parse(text, &path).expect("the text is Rust");
            read.modules.insert(path, (PathBuf::from(name), source));
        }
        read.circles().into_iter().collect()
    }

    #[test]
    fn a_circle_through_the_own_file_of_a_folder_is_seen() {
        let format = ("format", "use crate::template::Template;");
        let line = ("template/line", "use crate::spelling::Spelling;");
        let spelling = ("spelling", "use crate::format::Format;");
        let found = circles(&[
            ("", "mod format; mod template; mod spelling;"),
            format,
            ("template", "mod line; use line::Line; pub struct Template;"),
            line,
            spelling,
        ]);
        assert_eq!(found, ["format spelling template template/line"]);
        // Uses between the parts and their folder's own file are no cycle by themselves.
        let template = "mod line; use line::Line; pub struct Kind;";
        let found = circles(&[
            ("", "mod format; mod template;"),
            ("format", "use crate::template::Kind;"),
            ("template", template),
            ("template/line", "use super::Kind;"),
        ]);
        assert!(found.is_empty(), "{found:?}");
        // Parts that use one another form a cycle.
        let found =
            circles(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "use super::a::A;")]);
        assert_eq!(found, ["a b"]);
    }
}
