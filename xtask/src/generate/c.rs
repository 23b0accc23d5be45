//! The C library's tables of names and numbers. A number never changes: new ones come last.

use percent_simd::Flags;
use percent_simd::scheme::{SCHEMES, Scheme};

use super::{append, camel, constant, flags};

/// The schemes that a table lacks. `listed` gives a scheme's entry, for example `c"url-path"` or
/// `UrlPath = 2`.
fn missing<'a>(text: &'a str, listed: fn(&str) -> String) -> impl Iterator<Item = Scheme> + 'a {
    let is_missing = move |scheme: &Scheme| !text.contains(&listed(scheme.name()));
    SCHEMES.iter().copied().filter(is_missing)
}

/// The documentation of a scheme in the enumeration.
fn documentation(scheme: Scheme) -> String {
    let mut text = scheme.standard().to_owned();
    for (has_it, note) in [
        (scheme.space_is_plus(), "SP is `+`"),
        (scheme.keeps_escapes(), "escapes stay"),
        (scheme.keeps_non_ascii(), "characters that are not ASCII stay"),
    ] {
        if has_it {
            text = format!("{text}; {note}");
        }
    }
    text + "."
}

/// capi/src/values.rs: the enumeration of schemes, and the constants of flags.
pub(super) fn in_values(text: &str) -> Result<String, String> {
    let is_new = |name: &str| format!("\n    {} = ", camel(name));
    let first = SCHEMES.len() - missing(text, is_new).count();
    let mut schemes = String::new();
    for (number, scheme) in (first..).zip(missing(text, is_new)) {
        let (documentation, variant) = (documentation(scheme), camel(scheme.name()));
        schemes += &format!("\n    /// {documentation}\n    {variant} = {number},");
    }
    let mut constants = String::new();
    for flag in Flags::ALL.iter() {
        let name = format!(
            "pub const PERCENT_SIMD_FLAG_{}: u32",
            constant(flag.name().unwrap_or_default())
        );
        if !text.contains(&name) {
            let (summary, bit) = (flags::summary(flag), flag.bits().trailing_zeros());
            constants += &format!("\n/// {summary}\n{name} = 1 << {bit};");
        }
    }
    let text = append(text, "pub enum percent_simd_scheme {", "\n}", &schemes)?;
    append(&text, "pub const PERCENT_SIMD_FLAG_NUL", "\n\n", &constants)
}

/// capi/src/names.rs: the names of schemes and flags.
pub(super) fn in_names(text: &str) -> Result<String, String> {
    let mut schemes = String::new();
    for scheme in missing(text, |name| format!(" c\"{name}\" ")) {
        let name = scheme.name();
        schemes += &format!("\n    {} c\"{name}\" scheme::{};", camel(name), constant(name));
    }
    let mut names = String::new();
    for flag in Flags::ALL.iter() {
        let line = format!("\n    c\"{}\",", flag.name().unwrap_or_default());
        if !text.contains(&line) {
            names += &line;
        }
    }
    let text = append(text, "by_number! { percent_simd_scheme,", "\n};", &schemes)?;
    append(&text, "const FLAGS: ", "\n];", &names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_schemes_and_flags_come_last() {
        let values = include_str!("../../../capi/src/values.rs");
        let names = include_str!("../../../capi/src/names.rs");
        assert_eq!(
            (in_values(values).as_deref(), in_names(names).as_deref()),
            (Ok(values), Ok(names))
        );
        let cut = |text: &str, lines: [&str; 2]| {
            let kept = text.lines().filter(|line| !lines.contains(line));
            kept.map(|line| format!("{line}\n")).collect::<String>()
        };
        let flag = "pub const PERCENT_SIMD_FLAG_TRUNCATED_NEWLINE: u32 = 1 << 18;";
        let added = in_values(&cut(values, ["    HivePartition = 47,", flag])).unwrap();
        assert!(
            added.contains("\n    HivePartition = 47,\n}\n") && added.contains(flag),
            "{added}"
        );
        let lines = [
            "    HivePartition c\"hive-partition\" scheme::HIVE_PARTITION;",
            "    c\"truncated-newline\",",
        ];
        let added = in_names(&cut(names, lines)).unwrap();
        assert!(lines.iter().all(|line| added.contains(line)), "{added}");
    }
}
