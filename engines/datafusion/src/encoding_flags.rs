//! `encoding_flags` and `encoding_flag_names`.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, BooleanArray, Int64Array, StringArray};
use arrow::datatypes::{DataType, Int64Type};
use datafusion_common::{Result, exec_datafusion_err, plan_datafusion_err};
use datafusion_expr::Documentation;
use datafusion_expr::scalar_doc_sections::DOC_SECTION_STRING;
use percent_simd::{Flags, inspect};

use crate::function::{Argument, Function};
use crate::values::each;

/// `encoding_flags`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EncodingFlags;

impl Function for EncodingFlags {
    const ARGUMENTS: &'static [Argument] = &[Argument::TextOrBytes, Argument::Constant];
    const OPTIONAL: usize = 1;

    fn name(&self) -> &'static str {
        "encoding_flags"
    }

    fn documentation(&self) -> Documentation {
        let names: Vec<_> = Flags::ALL.iter().filter_map(Flags::name).collect();
        Documentation::builder(
            DOC_SECTION_STRING,
            "The flags of `pct inspect` for the escapes in a value: a sum of powers of two. With names, whether any of these flags is set.",
            "encoding_flags(value[, names])",
        )
        .with_sql_example("```sql\n> select encoding_flags('/%2e%2e/%00'), encoding_flags('/%2e%2e/%00', 'dot-segment,overlong');\n65609, true\n```")
        .with_argument("value", "A URL, a path, or a value of a query.")
        .with_argument("names", format!("Flags, separated by commas; a constant. In the order of their bits, from 1 on: {}.", names.join(", ")))
        .with_related_udf("encoding_flag_names")
        .with_related_udf("path_check")
        .build()
    }

    fn return_type(&self, _: &DataType, constants: &[&str]) -> Result<DataType> {
        Ok(match wanted(constants)? {
            Some(_) => DataType::Boolean,
            None => DataType::Int64,
        })
    }

    fn usual_return_type(&self, _: &DataType, constants: usize) -> Option<DataType> {
        Some(if constants == 0 { DataType::Int64 } else { DataType::Boolean })
    }

    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef> {
        let flags = |value: &[u8]| inspect(value).flags();
        match wanted(constants)? {
            Some(wanted) => each(&arrays[0], |rows| {
                let rows = rows.map(|value| Some(flags(value?).intersects(wanted)));
                rows.collect::<BooleanArray>()
            }),
            None => each(&arrays[0], |rows| {
                let rows = rows.map(|value| Some(i64::from(flags(value?).bits())));
                rows.collect::<Int64Array>()
            }),
        }
    }
}

/// The flags that are named, if any are.
fn wanted(constants: &[&str]) -> Result<Option<Flags>> {
    let Some(names) = constants.first() else { return Ok(None) };
    let mut flags = Flags::EMPTY;
    for name in names.split(',').map(str::trim) {
        flags |= Flags::from_name(name).ok_or_else(|| {
            let names: Vec<_> = Flags::ALL.iter().filter_map(Flags::name).collect();
            plan_datafusion_err!(
                "no flag of encoding_flags is called '{name}'; the flags are {}",
                names.join(", ")
            )
        })?;
    }
    Ok(Some(flags))
}

/// `encoding_flag_names`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EncodingFlagNames;

impl Function for EncodingFlagNames {
    const ARGUMENTS: &'static [Argument] = &[Argument::Bits];

    fn name(&self) -> &'static str {
        "encoding_flag_names"
    }

    fn documentation(&self) -> Documentation {
        Documentation::builder(
            DOC_SECTION_STRING,
            "The names of flags, separated by commas.",
            "encoding_flag_names(flags)",
        )
        .with_sql_example("```sql\n> select encoding_flag_names(encoding_flags('/%2e%2e/%00'));\nnul,control,dot-segment,unreserved\n```")
        .with_argument("flags", "A result of encoding_flags, or bit_or over many of them.")
        .with_related_udf("encoding_flags")
        .build()
    }

    fn return_type(&self, _: &DataType, _: &[&str]) -> Result<DataType> {
        Ok(DataType::Utf8)
    }

    fn invoke(&self, arrays: &[ArrayRef], _: &[&str]) -> Result<ArrayRef> {
        let names = |bits: Option<i64>| -> Result<Option<String>> {
            let Some(bits) = bits else { return Ok(None) };
            let flags = u32::try_from(bits).ok().and_then(Flags::from_bits).ok_or_else(|| {
                exec_datafusion_err!(
                    "encoding_flag_names takes a result of encoding_flags, at most {}, and got {bits}",
                    Flags::ALL.bits()
                )
            })?;
            Ok(Some(flags.to_string()))
        };
        let bits = arrays[0].as_primitive::<Int64Type>().iter();
        Ok(Arc::new(bits.map(names).collect::<Result<StringArray>>()?))
    }
}
