//! Constants that come as arrays, as DataFusion's interface for functions of other libraries passes
//! them.

use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, DictionaryArray, StringArray, StringViewArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Int32Type};
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{ColumnarValue, ScalarUDF};
use percent_simd_datafusion::{
    encoding_flags, path_check, percent_decode, percent_encode, query_param, try_parse_url,
};

use crate::repeated::all;
use crate::support::{call, call_array, call_with, rows};

/// Calls a function on a column and constants of a type. Each constant is known when the query is
/// planned, and `array` makes it an array of a number of rows when it runs.
fn call_expanded(
    function: &ScalarUDF,
    column: &ArrayRef,
    constants: &[&str],
    of: &DataType,
    array: impl Fn(&ScalarValue, usize) -> Result<ArrayRef>,
) -> Result<ArrayRef> {
    let mut arguments = vec![ColumnarValue::Array(Arc::clone(column))];
    for constant in constants {
        let constant = cast(&StringArray::from(vec![*constant]), of)?;
        arguments.push(ColumnarValue::Scalar(ScalarValue::try_from_array(&constant, 0)?));
    }
    let output = call_with(function, &arguments, |argument| match argument {
        ColumnarValue::Scalar(scalar) => array(&scalar, column.len()).map(ColumnarValue::Array),
        column => Ok(column),
    })?;
    let ColumnarValue::Array(output) = output else { panic!("no array") };
    Ok(output)
}

#[test]
fn equal_rows_are_a_constant() {
    let long = "/a/caf%C3%A9/%2e%2e?b=1&a=a+value+that+is+too+long%21";
    let column = [Some(long), None, Some("%FF%00"), Some(""), Some("a=%41&a=2"), Some(long)];
    // DataFusion makes no array of runs that is empty.
    let equal = |constant: &ScalarValue, rows: usize| {
        Ok(constant.to_array_of_size(rows.max(1))?.slice(0, rows))
    };
    let ends = Arc::new(Field::new("run_ends", DataType::Int32, false));
    let values = Arc::new(Field::new("values", DataType::Utf8, true));
    let types = [
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        DataType::RunEndEncoded(ends, values),
    ];
    for number in [0, 1, 2, column.len()] {
        let column: ArrayRef = Arc::new(StringViewArray::from(column[..number].to_vec()));
        for (function, constants) in all() {
            let expected = call_array(&function, Arc::clone(&column), constants).unwrap();
            for of in &types {
                let output = call_expanded(&function, &column, constants, of, equal);
                assert_eq!(&output.unwrap(), &expected, "{} {of}, {number} rows", function.name());
            }
        }
    }
}

/// The values of a dictionary are searched once for a key that comes as an array.
#[test]
fn equal_rows_are_one_key() {
    let text = "a value that is too long for a view";
    let values: ArrayRef = Arc::new(StringViewArray::from(vec![format!("a={text}")]));
    let column = DictionaryArray::<Int32Type>::new(vec![0; 100].into(), values);
    let column: ArrayRef = Arc::new(column);
    let all_equal = ScalarValue::to_array_of_size;
    let output = call_expanded(&query_param(), &column, &["a"], &DataType::Utf8, all_equal);
    let output = output.unwrap();
    let held = output.as_string_view().data_buffers().iter().map(|buffer| buffer.len());
    assert_eq!(held.sum::<usize>(), text.len());
    assert_eq!(rows(&output), vec![Some(text.to_string()); 100]);
}

/// A column of keys whose rows are equal in a batch gives each row its own result: a key that cannot be
/// read is an error of a row that has a URL.
#[test]
fn equal_rows_of_a_column() {
    let column = |row: [Option<&str>; 2]| -> ColumnarValue {
        ColumnarValue::Array(Arc::new(StringArray::from(row.to_vec())))
    };
    let value = |urls, keys| {
        let part = ColumnarValue::Scalar(ScalarValue::from("QUERY"));
        call(&try_parse_url(), &[column(urls), part, column(keys)])?.into_array(2)
    };
    let url = Some("http://host/?a=1&b=2");
    let one = Some(String::from("1"));
    assert_eq!(rows(&value([url; 2], [Some("a"); 2]).unwrap()), [one.clone(), one.clone()]);
    assert_eq!(rows(&value([url, None], [Some("a"); 2]).unwrap()), [one, None]);
    assert_eq!(rows(&value([url; 2], [None; 2]).unwrap()), [None, None]);
    assert_eq!(rows(&value([None; 2], [Some("a[]"); 2]).unwrap()), [None, None]);
    let error = value([None, url], [Some("a[]"); 2]).unwrap_err().to_string();
    assert!(error.contains("try_parse_url cannot read the key 'a[]'"), "{error}");
}

/// Rows that differ are the error of an expression that is no constant.
#[test]
fn different_rows_are_refused() {
    let column: ArrayRef = Arc::new(StringArray::from(vec!["a"; 3]));
    for (function, constant, other) in [
        (percent_encode(), "uri-component", Some("form")),
        (path_check(), "nginx", Some("strict")),
        (encoding_flags(), "nul", Some("cr")),
        (percent_decode(), "strict", Some("plus")),
        (percent_decode(), "plus", Some("keep")),
        (path_check(), "nginx", None),
    ] {
        for different in 0..3 {
            let output =
                call_expanded(&function, &column, &[constant], &DataType::Utf8, |_, rows| {
                    let rows =
                        (0..rows).map(|row| if row == different { other } else { Some(constant) });
                    Ok(Arc::new(rows.collect::<StringArray>()))
                });
            let kind = if function.name() == "percent_decode" { "literal" } else { "constant" };
            let expected = format!("argument 2 of {} must be a string {kind}", function.name());
            let error = output.unwrap_err().to_string();
            assert!(error.contains(&expected), "{error}");
        }
    }
    let null = call_expanded(&path_check(), &column, &["nginx"], &DataType::Utf8, |_, rows| {
        ScalarValue::Utf8(None).to_array_of_size(rows)
    });
    let error = null.unwrap_err().to_string();
    assert!(error.contains("argument 2 of path_check must be a string constant"), "{error}");
}
