//! The flags of `inspect`, and Python's class of them.

use percent_simd::Flags;

use super::{append, constant};

/// The first sentence of the documentation of a flag, in src/inspect/flags.rs.
pub(super) fn summary(flag: Flags) -> String {
    let source = include_str!("../../../src/inspect/flags.rs");
    let name = constant(flag.name().unwrap_or_default());
    let before = source.split(&format!("\n    pub const {name}: Self")).next().unwrap_or_default();
    let mut lines: Vec<&str> =
        before.lines().rev().map_while(|line| line.trim().strip_prefix("///")).collect();
    lines.reverse();
    let text = lines.concat();
    let text = text.trim();
    let sentence = text.split_once(". ").map_or(text, |(sentence, _)| sentence);
    sentence.trim_end_matches('.').to_owned() + "."
}

/// Adds the flags that Python's class lacks.
pub(super) fn in_python(text: &str) -> Result<String, String> {
    let mut added = String::new();
    for flag in Flags::ALL.iter() {
        let name = constant(flag.name().unwrap_or_default());
        let line = format!("\n    {name} = 1 << {}\n", flag.bits().trailing_zeros());
        if !text.contains(&line) {
            let summary = summary(flag).replace('`', "``");
            added += &format!("{line}    \"\"\"{summary}\"\"\"");
        }
    }
    append(text, "    NUL = 1 << 0", "\n\n    @property", &added)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_flag_has_a_summary() {
        assert_eq!(summary(Flags::CR), "`%0D`, carriage return.");
        for flag in Flags::ALL.iter() {
            assert!(summary(flag).len() > 4, "{flag}");
        }
    }

    #[test]
    fn a_missing_flag_is_added_last() {
        let text = include_str!("../../../python/percent_simd/_flags.py");
        let whole = in_python(text).unwrap();
        assert_eq!(whole, text);
        let start = text.find("    TRUNCATED_NEWLINE").unwrap();
        let end = text.find("\n    @property").unwrap();
        let cut = format!("{}{}", &text[..start], &text[end..]);
        let added = in_python(&cut).unwrap();
        assert!(added.contains("    TRUNCATED_NEWLINE = 1 << 18\n    \"\"\""), "{added}");
        assert_eq!(in_python(&added).unwrap(), added);
    }
}
