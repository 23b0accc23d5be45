//! The common part of all functions: the types of their arguments, and the calls of DataFusion.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use arrow::array::{Array, ArrayRef, new_empty_array};
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::tree_node::TreeNode;
use datafusion_common::types::{logical_int64, logical_string};
use datafusion_common::{
    DataFusionError, Result, ScalarValue, internal_err, plan_datafusion_err, plan_err,
};
use datafusion_expr::simplify::{ExprSimplifyResult, SimplifyContext};
use datafusion_expr::{
    Coercion, ColumnarValue, Documentation, Expr, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF,
    ScalarUDFImpl, Signature, TypeSignature, TypeSignatureClass, Volatility,
};

/// The types that an argument may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// A string of any type.
    Text,
    /// A string or a binary value of any type.
    TextOrBytes,
    /// A string, or a type that Spark casts to the same characters as Arrow: an integer or a boolean. A
    /// binary value comes as a `BinaryView`.
    AsText,
    /// A string that is the same for all rows, so that it is known when the query is planned.
    Constant,
    /// A number whose bits are flags.
    Bits,
}

/// The part of a function that differs from one to the next.
pub(crate) trait Function: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// Its arguments. Constants come last.
    const ARGUMENTS: &'static [Argument];
    /// This many of the last arguments may be left out.
    const OPTIONAL: usize = 0;
    /// Whether its constants must be literals, because the type of the result depends on them:
    /// DataFusion evaluates other expressions when the types are settled.
    const TAKES_LITERALS: bool = false;

    fn name(&self) -> &'static str;

    /// Whether rows may become null where no argument is.
    fn may_give_null(&self) -> bool {
        false
    }

    fn documentation(&self) -> Documentation;

    /// The type of the result where the first argument is of that type. Malformed constants are an
    /// error.
    fn return_type(&self, value: &DataType, constants: &[&str]) -> Result<DataType>;

    /// The type of the result for most values of this many constants. It holds while they are unknown:
    /// in an expression, and in `SHOW FUNCTIONS`. [`Udf::simplify`] refuses constants that are still
    /// unknown once expressions have been evaluated.
    fn usual_return_type(&self, _value: &DataType, _constants: usize) -> Option<DataType> {
        None
    }

    /// The result for each row. The arrays are those of the arguments that are no constants. An
    /// argument that is the same for all rows is an array of one row.
    fn invoke(&self, arrays: &[ArrayRef], constants: &[&str]) -> Result<ArrayRef>;
}

/// The function as DataFusion takes it.
pub(crate) fn udf<F: Function>(function: F) -> Arc<ScalarUDF> {
    let (signature, documentation) = (signature::<F>(), OnceLock::new());
    Arc::new(ScalarUDF::new_from_impl(Udf { function, signature, documentation }))
}

/// Types are coerced by [`Udf::coerce_types`]; the others are for the list of `SHOW FUNCTIONS`, which
/// has no function whose signature is user-defined alone. Each of these must be a single type:
/// arguments that any of them accepts as they are would not be coerced.
fn signature<F: Function>() -> Signature {
    let listed = |argument: &Argument| {
        Coercion::new_exact(match argument {
            Argument::Bits => TypeSignatureClass::Native(logical_int64()),
            _ => TypeSignatureClass::Native(logical_string()),
        })
    };
    let most = F::ARGUMENTS.len();
    let listed = (most - F::OPTIONAL..=most).map(|number| {
        TypeSignature::Coercible(F::ARGUMENTS[..number].iter().map(listed).collect())
    });
    Signature::one_of(
        std::iter::once(TypeSignature::UserDefined).chain(listed).collect(),
        Volatility::Immutable,
    )
}

#[derive(Debug)]
struct Udf<F> {
    function: F,
    signature: Signature,
    documentation: OnceLock<Documentation>,
}

impl<F: Function> PartialEq for Udf<F> {
    fn eq(&self, other: &Self) -> bool {
        self.function == other.function
    }
}

impl<F: Function> Eq for Udf<F> {}

impl<F: Function> Hash for Udf<F> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.function.hash(state);
    }
}

impl<F: Function> ScalarUDFImpl for Udf<F> {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        // A type that is refused stays, for `return_field_from_args` to refuse: its error
        // reaches the user as it is.
        let mut coerced = types.to_vec();
        for (argument, given) in F::ARGUMENTS.iter().zip(&mut coerced) {
            *given = argument.coerce(given).unwrap_or_else(|| given.clone());
        }
        Ok(coerced)
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        internal_err!("the result of {} may depend on constants", self.name())
    }

    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        self.check_types(args.arg_fields)?;
        let value = args.arg_fields.first().map_or(&DataType::Null, |field| field.data_type());
        let arguments = || F::ARGUMENTS.iter().zip(args.scalar_arguments.iter().copied());
        let constants = || arguments().filter(|(argument, _)| **argument == Argument::Constant);
        let is_unknown = constants().any(|(_, scalar)| scalar.is_none());
        let output = match self.function.usual_return_type(value, constants().count()) {
            Some(output) if is_unknown && (!F::TAKES_LITERALS || is_listed(&args)) => output,
            _ => self.function.return_type(value, &self.constants(arguments())?)?,
        };
        let is_nullable = self.function.may_give_null()
            || args.arg_fields.iter().any(|field| field.is_nullable());
        Ok(Arc::new(Field::new(self.name(), output, is_nullable)))
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        if args.number_rows == 0 {
            // A constant that comes as an array is unknown.
            return Ok(ColumnarValue::Array(new_empty_array(args.return_field.data_type())));
        }
        let mut given = args.args;
        // The first argument is the column: comparing its rows would be in vain.
        given.iter_mut().skip(1).try_for_each(fold)?;
        let is_constant = |argument: &Argument| *argument == Argument::Constant;
        let arguments = || F::ARGUMENTS.iter().zip(&given);
        let constants = self.constants(arguments().map(|(argument, value)| match value {
            ColumnarValue::Scalar(scalar) => (argument, Some(scalar)),
            ColumnarValue::Array(_) => (argument, None),
        }))?;
        let values: Vec<_> = arguments()
            .filter(|(argument, _)| !is_constant(argument))
            .map(|(_, value)| value)
            .collect();
        let is_scalar = values.iter().all(|value| matches!(value, ColumnarValue::Scalar(_)));
        let arrays: Vec<ArrayRef> =
            values.into_iter().map(|value| value.to_array(1)).collect::<Result<_>>()?;
        let output = self.function.invoke(&arrays, &constants)?;
        Ok(if is_scalar {
            ColumnarValue::Scalar(ScalarValue::try_from_array(&output, 0)?)
        } else {
            ColumnarValue::Array(output)
        })
    }

    /// Refuses constants that depend on rows: all others are known by now, or will be once they are
    /// evaluated.
    fn simplify(&self, args: Vec<Expr>, _: &SimplifyContext) -> Result<ExprSimplifyResult> {
        for (index, (argument, expression)) in F::ARGUMENTS.iter().zip(&args).enumerate() {
            if *argument != Argument::Constant {
                continue;
            }
            let is_constant = match expression {
                Expr::Literal(scalar, _) => scalar.try_as_str().flatten().is_some(),
                _ => {
                    !expression.is_volatile()
                        && !expression.exists(|part| Ok(depends_on_rows(part)))?
                }
            };
            if !is_constant {
                return Err(self.no_constant(index));
            }
        }
        Ok(ExprSimplifyResult::Original(args))
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(self.documentation.get_or_init(|| self.function.documentation()))
    }
}

impl<F: Function> Udf<F> {
    fn check_types(&self, fields: &[FieldRef]) -> Result<()> {
        let (name, most) = (self.name(), F::ARGUMENTS.len());
        let least = most - F::OPTIONAL;
        if !(least..=most).contains(&fields.len()) {
            let wanted =
                if least == most { most.to_string() } else { format!("{least} or {most}") };
            return plan_err!("{name} takes {wanted} arguments, and got {}", fields.len());
        }
        for (argument, given) in F::ARGUMENTS.iter().zip(fields) {
            if argument.coerce(given.data_type()).is_none() {
                let (wanted, given) = (argument.wanted(), given.data_type());
                return plan_err!("{name} takes {wanted}, and got {given}; cast it first");
            }
        }
        Ok(())
    }

    /// The constants among the arguments.
    fn constants<'a>(
        &self,
        arguments: impl Iterator<Item = (&'a Argument, Option<&'a ScalarValue>)>,
    ) -> Result<Vec<&'a str>> {
        arguments
            .enumerate()
            .filter(|(_, (argument, _))| **argument == Argument::Constant)
            .map(|(index, (_, scalar))| {
                scalar
                    .and_then(|scalar| scalar.try_as_str().flatten())
                    .ok_or_else(|| self.no_constant(index))
            })
            .collect()
    }

    fn no_constant(&self, index: usize) -> DataFusionError {
        let (number, name) = (index + 1, self.name());
        if F::TAKES_LITERALS {
            return plan_datafusion_err!(
                "argument {number} of {name} must be a string literal, such as 'strict': it decides the type of the result, so it can be neither a column nor another expression"
            );
        }
        plan_datafusion_err!(
            "argument {number} of {name} must be a string constant: it is the same for all rows, so it can be neither NULL nor a column"
        )
    }
}

/// Makes an array of equal rows a scalar: `datafusion-ffi` passes constants as arrays.
fn fold(argument: &mut ColumnarValue) -> Result<()> {
    if let ColumnarValue::Array(array) = argument
        && has_one_value(array)
    {
        *argument = ColumnarValue::Scalar(ScalarValue::try_from_array(array, 0)?);
    }
    Ok(())
}

/// Whether each row of an array that is not empty equals the next. The first difference ends it.
fn has_one_value(array: &ArrayRef) -> bool {
    let last = array.len() - 1;
    array.slice(0, last).as_ref() == array.slice(1, last).as_ref()
}

/// Whether the information schema asks, for `SHOW FUNCTIONS`: it has no expressions, and invents names.
fn is_listed(args: &ReturnFieldArgs<'_>) -> bool {
    let mut fields = args.arg_fields.iter().enumerate();
    fields.all(|(index, field)| *field.name() == format!("arg_{index}"))
}

/// Whether an expression may differ from row to row, or is only known when the query runs.
const fn depends_on_rows(expression: &Expr) -> bool {
    matches!(expression, Expr::Column(_) | Expr::OuterReferenceColumn(..) | Expr::ScalarSubquery(_))
}

impl Argument {
    /// The type that an argument of the given type is cast to; `None` if it is refused.
    fn coerce(self, given: &DataType) -> Option<DataType> {
        use DataType::{
            Binary, BinaryView, Boolean, Dictionary, FixedSizeBinary, Int8, Int16, Int32, Int64,
            LargeBinary, LargeUtf8, Null, RunEndEncoded, UInt8, UInt16, UInt32, UInt64, Utf8,
            Utf8View,
        };
        match (self, given) {
            (
                Self::Bits,
                Null | Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64,
            ) => Some(Int64),
            (Self::Bits, _) => None,
            (_, Null) => Some(Utf8),
            (_, Utf8 | LargeUtf8 | Utf8View) => Some(given.clone()),
            (Self::TextOrBytes, Binary | LargeBinary | BinaryView) => Some(given.clone()),
            (Self::TextOrBytes, FixedSizeBinary(_)) => Some(Binary),
            (Self::AsText, Binary | LargeBinary | BinaryView | FixedSizeBinary(_)) => {
                Some(BinaryView)
            }
            (
                Self::AsText,
                Boolean | Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64,
            ) => Some(Utf8),
            // A dictionary stays one if its values are text already.
            (Self::AsText, Dictionary(_, values)) if !values.is_string() => self.coerce(values),
            (_, Dictionary(keys, values)) => {
                Some(Dictionary(keys.clone(), Box::new(self.coerce(values)?)))
            }
            // A constant keeps its type: a cast would hide it.
            (Self::Constant, RunEndEncoded(_, values)) => {
                self.coerce(values.data_type()).map(|_| given.clone())
            }
            (_, RunEndEncoded(_, values)) => self.coerce(values.data_type()),
            _ => None,
        }
    }

    const fn wanted(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::TextOrBytes => "text or binary values",
            Self::AsText => "text, binary values, integers or booleans",
            Self::Constant => "a string constant",
            Self::Bits => "an integer",
        }
    }
}
