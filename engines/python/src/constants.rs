//! Constant arguments across the interface for foreign functions, which hands over each argument as an
//! array.

use std::sync::Arc;

use arrow::array::{Scalar, new_empty_array};
use arrow::compute::kernels::cmp::not_distinct;
use arrow::datatypes::{DataType, FieldRef};
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature,
};

/// The function, to which an argument is a constant again if its rows are all the same. If they are not,
/// the function says that it takes a constant.
pub(crate) fn kept(function: Arc<ScalarUDF>) -> Arc<ScalarUDF> {
    Arc::new(ScalarUDF::new_from_impl(Kept(function)))
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Kept(Arc<ScalarUDF>);

impl ScalarUDFImpl for Kept {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn signature(&self) -> &Signature {
        self.0.signature()
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        self.0.coerce_types(types)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        self.0.return_type(types)
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        self.0.return_field_from_args(args)
    }

    fn invoke_with_args(&self, mut args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if args.number_rows == 0 {
            let nothing = new_empty_array(args.return_field.data_type());
            return Ok(ColumnarValue::Array(nothing));
        }
        for value in args.args.iter_mut().skip(1) {
            let ColumnarValue::Array(array) = value else { continue };
            let first = Scalar::new(array.slice(0, 1));
            if not_distinct(array, &first)?.false_count() == 0 {
                *value = ColumnarValue::Scalar(ScalarValue::try_from_array(array, 0)?);
            }
        }
        self.0.invoke_with_args(args)
    }
}
