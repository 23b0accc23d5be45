//! Links and anchors: those of Markdown pages, and those of rustdoc's documentation.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::machine;

/// Checks the pages of the repository and the HTML of `target/doc`, and prints the number of links.
pub(crate) fn check(root: &Path) -> Result<(), Box<dyn Error>> {
    let listed = machine::stdout(Command::new("git").args(["ls-files", "*.md"]).current_dir(root))?;
    let mut pages: Vec<PathBuf> = listed.lines().map(|line| root.join(line)).collect();
    let markdown = pages.len();
    let doc = machine::target(root).join("doc");
    for name in ["percent_simd", "percent_simd_tower"] {
        html_below(&doc.join(name), &mut pages)?;
    }
    let mut texts = HashMap::new();
    let (mut links, mut dead) = (0, Vec::new());
    for page in &pages {
        let text = std::fs::read_to_string(page)?;
        for link in if is_html(page) { hrefs(&text) } else { links_of(&text) } {
            // rustdoc copies documentation from other packages' traits, which may name items of
            // those packages.
            let is_foreign = is_html(page) && link.contains("::");
            if is_foreign || link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            links += 1;
            if let Some(why) = problem(page, &link, &mut texts) {
                let page = page.strip_prefix(root).unwrap_or(page).display();
                dead.push(format!("{page}: {link}: {why}"));
            }
        }
    }
    println!(
        "{links} links of {markdown} pages of Markdown and {} of rustdoc",
        pages.len() - markdown
    );
    if pages.len() == markdown {
        return Err(
            "target/doc has no documentation: run `cargo doc --no-deps --workspace --all-features`"
                .into(),
        );
    }
    if dead.is_empty() { Ok(()) } else { Err(dead.join("\n").into()) }
}

fn is_html(page: &Path) -> bool {
    page.extension().is_some_and(|extension| extension == "html")
}

fn html_below(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            html_below(&path, pages)?;
        } else if is_html(&path) {
            pages.push(path);
        }
    }
    Ok(())
}

/// The reason why a link of a page is dead.
fn problem(
    page: &Path,
    link: &str,
    anchors: &mut HashMap<PathBuf, HashSet<String>>,
) -> Option<String> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = path.split('?').next().unwrap_or_default();
    let target = match path {
        "" => page.to_owned(),
        path => plain(&page.parent()?.join(path)),
    };
    if !target.exists() {
        return Some("no such file".into());
    }
    if anchor.is_empty() || !target.is_file() {
        return None;
    }
    let known = anchors.entry(target.clone()).or_insert_with(|| {
        let mut text = std::fs::read_to_string(&target).unwrap_or_default();
        // For a re-exported item rustdoc leaves a page that redirects, with the anchor.
        if let Some((_, to)) = text.split_once("content=\"0;URL=")
            && let Some(to) = to.split('"').next()
        {
            text = std::fs::read_to_string(target.with_file_name("").join(to)).unwrap_or_default();
        }
        if is_html(&target) { ids(&text) } else { slugs(&text) }
    });
    // A script makes the lines of a source file.
    let is_line = anchor.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    (!is_line && !known.contains(anchor)).then(|| "no such anchor".into())
}

/// The path without `..`: rustdoc's links may pass through missing folders.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// The lines of Markdown outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// A line without its spans of code.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The targets of a page's links and pictures: `](target)`, `href="target"`, `src="…"`, `srcset="…"`.
fn links_of(text: &str) -> Vec<String> {
    let mut links = hrefs(&prose(text).collect::<Vec<_>>().join("\n"));
    for line in prose(text).map(without_code) {
        let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        links.extend(targets.filter(|target| !target.contains(' ')).map(str::to_owned));
    }
    links
}

fn hrefs(text: &str) -> Vec<String> {
    let attributes = [" href=\"", " src=\"", " srcset=\""];
    let values = |name| text.split(name).skip(1).filter_map(|rest: &str| rest.split('"').next());
    let links = attributes.into_iter().flat_map(values);
    links.filter(|link| !link.starts_with("data:")).map(|link| link.replace("&amp;", "&")).collect()
}

fn ids(text: &str) -> HashSet<String> {
    let ids = text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    ids.map(|id| id.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")).collect()
}

/// The anchors of a page's headings, as GitHub makes them.
fn slugs(text: &str) -> HashSet<String> {
    let mut slugs: HashSet<String> = ids(text);
    for heading in prose(text).filter(|line| line.starts_with('#')) {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
        let slug: String = heading.chars().filter(kept).collect::<String>().replace(' ', "-");
        let numbered = (1..).map(|number| format!("{slug}-{number}"));
        let free = std::iter::once(slug.clone()).chain(numbered).find(|slug| !slugs.contains(slug));
        slugs.extend(free);
    }
    slugs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_those_outside_of_code() {
        let page = "[a](b.md#c) `[x](no)` ![p](d.svg) <img src=\"e.png\">\n```sh\n[n](no)\n```\n";
        assert_eq!(links_of(page), ["e.png", "b.md#c", "d.svg"]);
    }

    #[test]
    fn anchors_are_those_of_github() {
        let page = "# The `pct` program, twice\n```\n# no\n```\n## Losses\n## Losses\n";
        let mut slugs: Vec<String> = slugs(page).into_iter().collect();
        slugs.sort();
        assert_eq!(slugs, ["losses", "losses-1", "the-pct-program-twice"]);
    }

    #[test]
    fn dead_links_are_seen() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
        let mut anchors = HashMap::new();
        let mut why = |link: &str| problem(&page, link, &mut anchors);
        assert_eq!(why("BENCHMARKS.md#losses"), None);
        assert_eq!(why("#speed"), None);
        assert_eq!(why("NO.md").as_deref(), Some("no such file"));
        assert_eq!(why("BENCHMARKS.md#no").as_deref(), Some("no such anchor"));
    }
}
