//! Errors as one line of text.
//!
//! An error of an executor reaches the client as text: Ballista writes it with `Debug`, once or more,
//! inside of the sentences of its own layers.

use std::error::Error;

use ballista_core::error::BallistaError;
use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;

/// What the user of a query needs of its error, in one line: the message of what failed, without the
/// layers around it, then the job and the stage, if it failed on a cluster.
///
/// ```
/// use datafusion::error::DataFusionError;
/// use percent_simd_ballista::message;
///
/// let error = DataFusionError::Execution(
///     "Job x9 failed: Job failed due to stage 2 failed: Task failed due to runtime execution error: \
///      DataFusionError(Execution(\"no \\\"such\\\" file\"))\n"
///         .to_owned(),
/// );
/// assert_eq!(message(&error), "no \"such\" file (stage 2 of job x9)");
/// ```
#[must_use]
pub fn message(error: &DataFusionError) -> String {
    let text = match error {
        DataFusionError::Context(what, error) => format!("{what}: {}", message(error)),
        DataFusionError::Shared(error) => message(error),
        DataFusionError::Diagnostic(_, error) => message(error),
        DataFusionError::Collection(errors) if !errors.is_empty() => message(&errors[0]),
        DataFusionError::ArrowError(error, _) => match &**error {
            ArrowError::ExternalError(error) => of_any(&**error),
            error => error.to_string(),
        },
        DataFusionError::External(error) => of_any(&**error),
        DataFusionError::Execution(text)
        | DataFusionError::Plan(text)
        | DataFusionError::Configuration(text) => of_cluster(text),
        error => error.strip_backtrace(),
    };
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn of_any(error: &(dyn Error + Send + Sync + 'static)) -> String {
    if let Some(error) = error.downcast_ref() {
        return message(error);
    }
    match error.downcast_ref() {
        Some(BallistaError::DataFusionError(error)) => message(error),
        Some(BallistaError::General(text) | BallistaError::Internal(text)) => of_cluster(text),
        _ => error.to_string(),
    }
}

/// What the scheduler says of a job, or answers instead of running it.
fn of_cluster(text: &str) -> String {
    let text = without_backtrace(text).trim();
    let between = |text: &str, before, after| {
        let (part, rest) = text.strip_prefix(before)?.split_once(after)?;
        Some((part.to_owned(), rest.to_owned()))
    };
    if let Some((_, name)) = text.split_once(" is not provided for scalar function ") {
        let end = |character: char| !(character.is_ascii_alphanumeric() || character == '_');
        let name = name.split(end).next().unwrap_or_default();
        return format!(
            "the scheduler lacks the function {name}; start percent-simd-scheduler instead, from the same commit as this client and percent-simd-executor"
        );
    }
    let Some((job, text)) = between(text, "Job ", " failed: ") else { return inner(text) };
    let (place, text) = match between(&text, "Job failed due to stage ", " failed: ") {
        Some((stage, text)) => (format!("stage {stage} of job {job}"), text),
        None => (format!("job {job}"), text),
    };
    let causes = ["Task failed due to runtime execution error: ", "Task failed due to IO error: "];
    let text = causes.iter().find_map(|cause| text.strip_prefix(cause)).unwrap_or(&text);
    format!("{} ({place})", inner(text))
}

/// The text of the innermost error in one that is written with `Debug`, as `A(B("text"))`, or as a gRPC
/// status; other text as it is.
fn inner(text: &str) -> String {
    let text = without_backtrace(text).trim();
    let mut rest = text;
    let mut variant = "";
    while let Some((name, inside)) = rest.split_once('(')
        && !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    {
        (variant, rest) = (name, inside);
    }
    let status = || text.strip_prefix("Status { ")?.split_once("message: ").map(|(_, rest)| rest);
    let literal = if variant.is_empty() { status() } else { Some(rest) };
    let Some((content, after)) = literal.and_then(string_literal) else { return text.to_owned() };
    match after.strip_prefix(", ") {
        Some(cause) if variant == "Context" => format!("{content}: {}", inner(cause)),
        _ => inner(&content),
    }
}

fn without_backtrace(text: &str) -> &str {
    text.split_once(DataFusionError::BACK_TRACE_SEP).map_or(text, |(text, _)| text)
}

/// The value of the string literal that begins a text, as `str`'s `Debug` writes it; and what follows it.
fn string_literal(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some((value, &text[at + 1..])),
            '\\' => value.push(match characters.next()?.1 {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'u' => {
                    let digits = text[at..].strip_prefix("\\u{")?.split_once('}')?.0;
                    characters.nth(digits.len() + 1)?;
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                other => other,
            }),
            other => value.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use datafusion::error::DataFusionError;

    use super::{inner, message, string_literal};

    #[test]
    fn what_debug_wraps() {
        for (text, expected) in [
            ("plain", "plain"),
            (r#"a sentence (in "quotes")"#, r#"a sentence (in "quotes")"#),
            (r#"Execution("f('(\"x\")') is refused")"#, r#"f('("x")') is refused"#),
            (r#"DataFusionError(Execution("a\tb"))"#, "a\tb"),
            (r#"DataFusionError(Execution("Plan(\"deep\")"))"#, "deep"),
            (
                r#"DataFusionError(Context("/a.parquet", ParquetError(General("corrupt"))))"#,
                "/a.parquet: corrupt",
            ),
            (r#"Context("a", Shared(Context("b", Plan("c"))))"#, "a: b: c"),
            (r#"Status { code: Internal, message: "no UDF", source: None }"#, "no UDF"),
            (
                r#"External(Custom { kind: Other, error: "x" })"#,
                r#"External(Custom { kind: Other, error: "x" })"#,
            ),
            (r#"Plan("never closed"#, r#"Plan("never closed"#),
        ] {
            assert_eq!(inner(text), expected);
        }
    }

    #[test]
    fn literals_are_what_debug_has_written() {
        for text in ["", "a\"b\\c", "\0\t\r\n\u{1b}\u{200b}é\u{301}'", "\\u{41}"] {
            assert_eq!(
                string_literal(&format!("{text:?}, rest")),
                Some((text.to_owned(), ", rest"))
            );
        }
    }

    #[test]
    fn layers_of_datafusion() {
        let error = || DataFusionError::Execution("two\nlines".to_owned());
        assert_eq!(message(&error().context("/a.parquet")), "/a.parquet: two lines");
        let nested = DataFusionError::External(Box::new(DataFusionError::Shared(error().into())));
        assert_eq!(message(&nested), "two lines");
    }
}
