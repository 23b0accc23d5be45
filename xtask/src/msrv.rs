//! Checks that the crates that users of `pct` and of the tower layer compile need no newer Rust
//! than these declare. (The library's own version is older: the lane `msrv` builds it with that
//! compiler, and with dependencies that cargo chooses for it.)

use std::error::Error;
use std::path::Path;
use std::process::Command;

use crate::{machine, packages};

/// Checks all crates that users of the layers or of `pct` compile.
pub(crate) fn check(root: &Path) -> Result<(), Box<dyn Error>> {
    let mut tree = Command::new("cargo");
    tree.current_dir(root)
        .args(["tree", "-ppercent-simd", "-ppercent-simd-cli", "-ppercent-simd-tower"])
        .args(["--edges=normal,build", "--target=all", "--all-features"])
        .args(["--prefix=none", "--format={p} "]);
    let shipped = machine::stdout(&mut tree)?;
    let mut known = packages::of(root, &["--all-features"])?;
    known.retain(|each| {
        let line = format!("{} v{} ", each.name, each.version);
        shipped.lines().any(|shipped| shipped.starts_with(&line))
    });
    let ours = known.iter().find(|each| each.name == "percent-simd-cli");
    let wanted = ours.and_then(|each| each.rust_version.as_deref()).ok_or("no `rust-version`")?;
    let mut newer = Vec::new();
    for packages::Package { name, version, rust_version, .. } in &known {
        let needs = rust_version.as_deref().unwrap_or("(it does not say)");
        println!("{name} {version} needs Rust {needs}");
        if number(needs) > number(wanted) {
            newer.push(format!("{name} {version} needs {needs}"));
        }
    }
    if newer.is_empty() {
        return Ok(());
    }
    let newer = newer.join(", ");
    Err(format!("cli/Cargo.toml: {newer}: lock older versions, or raise rust-version = {wanted:?}")
        .into())
}

/// `1.89` is `1.89.0`; an invalid version is older than any.
fn number(version: &str) -> [u32; 3] {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    std::array::from_fn(|_| parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn versions_compare_by_number() {
        assert_eq!(number("1.89"), number("1.89.0"));
        assert!(number("1.100") > number("1.89.1") && number("(it does not say)") < number("1.0"));
    }
}
