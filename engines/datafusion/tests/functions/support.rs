//! Calling functions, and the rows of arrays.

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, StringArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field};
use datafusion_common::config::ConfigOptions;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::type_coercion::functions::fields_with_udf;
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};
use percent_simd::Backend;

use support::backends;

/// A row of text, or null.
pub(crate) type Row = Option<String>;

/// Calls a function as DataFusion does: types are coerced, the result's type is asked for, and the
/// result has it.
pub(crate) fn call(function: &ScalarUDF, arguments: &[ColumnarValue]) -> Result<ColumnarValue> {
    call_with(function, arguments, Ok)
}

/// Calls a function like [`call`]. `passed` may replace the arguments once the types are settled.
pub(crate) fn call_with(
    function: &ScalarUDF,
    arguments: &[ColumnarValue],
    passed: impl Fn(ColumnarValue) -> Result<ColumnarValue>,
) -> Result<ColumnarValue> {
    let rows = arguments.iter().find_map(|argument| match argument {
        ColumnarValue::Array(array) => Some(array.len()),
        ColumnarValue::Scalar(_) => None,
    });
    let given: Vec<_> = arguments
        .iter()
        .map(|argument| Arc::new(Field::new("argument", argument.data_type(), true)))
        .collect();
    let arg_fields = fields_with_udf(&given, function)?;
    let arguments: Vec<_> = arguments
        .iter()
        .zip(&arg_fields)
        .map(|(argument, wanted)| argument.cast_to(wanted.data_type(), None))
        .collect::<Result<_>>()?;
    let scalars: Vec<_> = arguments
        .iter()
        .map(|argument| match argument {
            ColumnarValue::Scalar(scalar) => Some(scalar),
            ColumnarValue::Array(_) => None,
        })
        .collect();
    let return_field = function.return_field_from_args(ReturnFieldArgs {
        arg_fields: &arg_fields,
        scalar_arguments: &scalars,
    })?;
    let result = function.invoke_with_args(ScalarFunctionArgs {
        args: arguments.into_iter().map(passed).collect::<Result<_>>()?,
        arg_fields,
        number_rows: rows.unwrap_or(1),
        return_field: Arc::clone(&return_field),
        config_options: Arc::new(ConfigOptions::new()),
    })?;
    assert_eq!(&result.data_type(), return_field.data_type(), "{}: type", function.name());
    match &result {
        ColumnarValue::Array(array) => {
            assert_eq!(Some(array.len()), rows, "{}: rows", function.name())
        }
        ColumnarValue::Scalar(_) => {
            assert_eq!(rows, None, "{}: a scalar of arrays", function.name())
        }
    }
    Ok(result)
}

/// Calls a function on an array and constants.
pub(crate) fn call_array(
    function: &ScalarUDF,
    array: ArrayRef,
    constants: &[&str],
) -> Result<ArrayRef> {
    let mut arguments = vec![ColumnarValue::Array(array)];
    arguments.extend(constants.iter().map(|constant| text(constant)));
    let ColumnarValue::Array(output) = call(function, &arguments)? else { panic!("no array") };
    let data = output.to_data();
    data.validate_full().unwrap_or_else(|error| panic!("{}: {error}", function.name()));
    Ok(output)
}

/// Calls a function on one row, once as an array and once as a constant, which must agree.
pub(crate) fn call_row(function: &ScalarUDF, row: &str, constants: &[&str]) -> Result<Row> {
    let array = call_array(function, Arc::new(StringArray::from(vec![row])), constants);
    let mut arguments = vec![text(row)];
    arguments.extend(constants.iter().map(|constant| text(constant)));
    let scalar = call(function, &arguments);
    match (array, scalar) {
        (Ok(array), Ok(ColumnarValue::Scalar(scalar))) => {
            assert_eq!(ScalarValue::try_from_array(&array, 0)?, scalar);
            Ok(rows(&array).swap_remove(0))
        }
        (Err(error), Err(_)) => Err(error),
        (array, scalar) => panic!("{row:?}: {array:?}, but {scalar:?}"),
    }
}

fn text(value: &str) -> ColumnarValue {
    ColumnarValue::Scalar(ScalarValue::Utf8(Some(value.to_string())))
}

/// The rows of an array of strings.
pub(crate) fn rows(array: &ArrayRef) -> Vec<Row> {
    let text = cast(array, &DataType::LargeUtf8).expect("the array is text");
    text.as_string::<i64>().iter().map(|row| row.map(str::to_string)).collect()
}

/// The rows of an array of strings or binary values, as bytes.
pub(crate) fn byte_rows(array: &ArrayRef) -> Vec<Option<Vec<u8>>> {
    let bytes = cast(array, &DataType::LargeBinary).expect("the array is text or binary");
    bytes.as_binary::<i64>().iter().map(|row| row.map(<[u8]>::to_vec)).collect()
}

/// Calls the function on each array, on each backend.
pub(crate) fn check(
    function: &ScalarUDF,
    arrays: &[ArrayRef],
    constants: &[&str],
    check: impl Fn(&ArrayRef, &ArrayRef),
) {
    let active = Backend::active();
    for backend in backends() {
        backend.set_active();
        for array in arrays {
            let output = call_array(function, Arc::clone(array), constants)
                .unwrap_or_else(|error| panic!("{}({array:?}): {error}", function.name()));
            check(array, &output);
        }
    }
    active.set_active();
}

pub(crate) fn text_is(expected: &[Row]) -> impl Fn(&ArrayRef, &ArrayRef) + '_ {
    move |array, output| assert_eq!(rows(output), expected, "of {array:?}")
}
