//! `path_check`.

use arrow::array::{ArrayRef, StringViewBuilder};
use arrow::datatypes::DataType;
use datafusion_common::{Result, plan_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::path::{PRESETS, PathPolicy};

use crate::function::{Argument, Function};
use crate::values::each;

/// `path_check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PathCheck;

impl Function for PathCheck {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Constant];

    fn name(&self) -> &'static str {
        "path_check"
    }

    fn documentation(&self) -> Documentation {
        let presets: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
        Documentation::builder(
            DOC_SECTION_STRING,
            "Whether a server's path policy accepts the path of a request: 'ok', or the reason why it refuses it, such as 'climbs-above-root', 'truncated' or 'control'.",
            "path_check(path, preset)",
        )
        .with_sql_example("```sql\n> select path_check('/a/%2e%2e/../etc/passwd', 'nginx');\nclimbs-above-root\n```")
        .with_argument("path", "The path of a request, or a whole target: its query is not looked at.")
        .with_argument("preset", format!("The policy, a constant: {}.", presets.join(", ")))
        .with_related_udf("encoding_flags")
        .build()
    }

    fn return_type(&self, _: &DataType, constants: &[&str]) -> Result<DataType> {
        preset(constants[0]).map(|_| DataType::Utf8View)
    }

    fn usual_return_type(&self, _: &DataType, _: usize) -> Option<DataType> {
        Some(DataType::Utf8View)
    }

    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef> {
        let policy = preset(constants[0])?;
        each(&arrays[0], |rows| {
            let mut output = StringViewBuilder::new().with_deduplicate_strings();
            rows.for_each(|path| output.append_option(path.map(|path| verdict(policy, path))));
            output.finish()
        })
    }
}

fn preset(name: &str) -> Result<PathPolicy> {
    let found = PRESETS.iter().find(|(preset, _)| *preset == name);
    found.map(|(_, policy)| *policy).ok_or_else(|| {
        let names: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
        plan_datafusion_err!(
            "no preset of path_check is called '{name}'; the presets are {}",
            names.join(", ")
        )
    })
}

fn verdict(policy: PathPolicy, target: &[u8]) -> &'static str {
    // Logs have targets, and a raw `?` ends the path of one.
    let path = target.split(|&byte| byte == b'?').next().unwrap_or_default();
    match policy.check(path) {
        Ok(()) => "ok",
        Err(error) => error.kind().name(),
    }
}
