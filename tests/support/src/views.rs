//! The rows of a column of views.

use percent_simd::batch::{Column, Offset, ViewBuffer, ViewColumn, ViewColumnRef};

/// The rows, read independently of the library: through the column's views, its buffers and its
/// bitmap. `inputs` are the buffers of the input.
pub fn flat<O: Offset>(column: &ViewColumn, inputs: &[&[u8]]) -> Column<O> {
    let views: Vec<_> = column.views().iter().map(|view| view.to_le_bytes()).collect();
    let buffer = |buffer| match buffer {
        &ViewBuffer::Input(number) => inputs[number],
        ViewBuffer::Own(bytes) => bytes,
        other => panic!("it is no buffer: {other:?}"),
    };
    let buffers: Vec<&[u8]> = column.buffers().iter().map(buffer).collect();
    let validity = column.validity().map(|bitmap| (bitmap, 0));
    let rows = ViewColumnRef::new(&views, &buffers, validity).expect("the views are valid");
    Column::from_rows(rows.iter()).expect("the offsets suffice")
}
