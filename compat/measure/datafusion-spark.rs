//! Spark's functions for DataFusion: `url_decode`, `try_url_decode` and `url_encode`, on batches.

#[path = "../../engines/measure/src/lib.rs"]
mod columns; // the rows of engines/README.md
mod side;

use std::hint::black_box;
use std::sync::Arc;

use arrow::array::{ArrayRef, AsArray, StringArray};
use arrow::compute::cast;
use arrow::datatypes::DataType;
use columns::{Content, call, column};
use datafusion_expr::ScalarUDF;
use datafusion_spark::function::url;

/// The rows of a batch.
const ROWS: usize = 8192;

fn batch(function: &Arc<ScalarUDF>, content: &str, array: &ArrayRef) -> ArrayRef {
    let answer = call(function, array).expect("the rows are well-formed");
    let said = format!("{:?}", text(&answer).iter().collect::<Vec<_>>());
    let input = format!("{content}, `{}`", array.data_type());
    side::measure(function.name(), &input, array.len(), &said, || {
        let _answer = black_box(call(function, black_box(array)));
    });
    answer
}

fn text(array: &ArrayRef) -> StringArray {
    cast(array, &DataType::Utf8).expect("text becomes text").as_string().clone()
}

fn main() {
    side::choose_backend();
    for (name, content) in Content::ALL {
        for data_type in [DataType::Utf8, DataType::Utf8View] {
            let escaped = column(content, ROWS, &data_type);
            let mut raw = batch(&url::url_decode(), name, &escaped);
            batch(&url::try_url_decode(), name, &escaped);
            if content == Content::Clean {
                // To the encoder, a `/` is not clean.
                let rows: StringArray =
                    text(&raw).iter().map(|row| row.map(|row| row.replace('/', "_"))).collect();
                raw = cast(&rows, &data_type).expect("text becomes text");
            }
            batch(&url::url_encode(), name, &raw);
        }
    }
}
