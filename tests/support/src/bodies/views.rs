use super::expect::Case;
use super::plan::Plan;
use super::room::Source;
use super::rows::{self, Nulls, Outcome, Outcomes};
use crate::views::flat;
use percent_simd::batch::{
    BatchError, BatchErrorKind, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};
use percent_simd::{Backend, Decoder};

/// Columns of views. First the input's bytes are views, mostly to bytes outside of the buffers.
/// Then the pieces of the input are rows, some of them null. Each row agrees with the oracle, and
/// the buffers agree with the documentation.
pub fn views(data: &[u8]) {
    let plan = Plan::new(data);
    any_views(&plan);
    columns(&plan);
}

/// A view's field as a number.
fn field(view: &[u8; 16], at: usize) -> usize {
    u32::from_le_bytes(*view[at..].first_chunk().expect("a view has four fields")) as usize
}

/// The row of a view, after Arrow's *Variable-size Binary View Layout*: its numbers are signed.
fn row_of<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let [len, number, offset] = [0, 8, 12].map(|at| field(view, at) as i64);
    if len <= 12 {
        return Some(&view[4..4 + len as usize]);
    }
    if [len, number, offset].iter().any(|&field| field > i64::from(i32::MAX)) {
        return None;
    }
    let buffer = buffers.get(number as usize)?;
    (offset + len <= buffer.len() as i64).then(|| &buffer[offset as usize..(offset + len) as usize])
}

/// The input serves as views and, again, as two buffers.
fn any_views(plan: &Plan) {
    let mut bytes = plan.input.clone();
    for view in bytes.chunks_exact_mut(16) {
        // Random numbers are mostly too large, so some bits are cleared.
        for at in (0..16).skip(1).step_by(4).flat_map(|at| at..at + 3) {
            view[at] &= if plan.frame.extra & 1 == 0 { 0 } else { 0x81 };
        }
        view[8] %= 3;
    }
    let views: Vec<[u8; 16]> =
        bytes.chunks_exact(16).map(|view| view.try_into().expect("a chunk has 16 bytes")).collect();
    let buffers = [&plan.input[..plan.input.len() / 2], &plan.input[..]];
    let nulls = Nulls::new(plan, views.len());
    let column = ViewColumnRef::new(&views, &buffers, Some(nulls.bits()));
    let rows: Vec<_> = views.iter().map(|view| row_of(view, &buffers)).collect();
    let bad = (0..views.len()).find(|&row| !nulls.has(row) && rows[row].is_none());
    let case =
        Case { backend: Backend::active(), policy: &"which views are good", input: &plan.input };
    let got = column.err().map(|error| (error.row(), error.kind()));
    case.same("the first bad view", got, bad.map(|row| (row, BatchErrorKind::BadView)));
    if let Ok(column) = column {
        let rows: Vec<_> = rows.into_iter().enumerate().collect();
        let wanted = rows.iter().map(|&(row, bytes)| bytes.filter(|_| !nulls.has(row))).collect();
        case.same("rows", column.iter().collect::<Vec<_>>(), wanted);
        let rows: Vec<_> = rows.iter().map(|(_, bytes)| bytes.unwrap_or_default()).collect();
        becomes(plan, column, (&buffers, &rows), |row| nulls.has(row));
    }
}

fn columns(plan: &Plan) {
    let source = Source::new(&plan.input, plan.frame);
    let values = source.bytes();
    let rows = plan.pieces(values);
    let nulls = Nulls::new(plan, rows.len());
    // The buffers end with a row. The first bytes belong to no row.
    let count = 1 + plan.frame.extra % 3;
    let skipped = rows.len().min(plan.frame.extra / 64);
    let (mut buffers, mut views) = (vec![], vec![]);
    let (mut start, mut end) = (0, 0);
    for (index, row) in rows.iter().enumerate() {
        if index > 0 && index % rows.len().div_ceil(count) == 0 {
            buffers.push(&values[start..end]);
            start = end;
        }
        let mut view = [0; 16];
        view[..4].copy_from_slice(&(row.len() as u32).to_le_bytes());
        match row.len() {
            // A null row's view is not read.
            _ if nulls.has(index) => view = [0x25; 16],
            0..=12 => view[4..4 + row.len()].copy_from_slice(row),
            _ => {
                view[4..8].copy_from_slice(&row[..4]);
                view[8..12].copy_from_slice(&(buffers.len() as u32).to_le_bytes());
                view[12..].copy_from_slice(&((end - start) as u32).to_le_bytes());
            }
        }
        views.push(view);
        end += row.len();
    }
    buffers.push(&values[start..]);
    let input = ViewColumnRef::new(&views, &buffers, Some(nulls.bits()));
    let input = input.expect("it is a column").slice(skipped..rows.len());
    becomes(plan, input, (&buffers, &rows[skipped..]), |row| nulls.has(skipped + row));
}

/// Each row agrees with the oracle, for every call on every backend.
fn becomes(
    plan: &Plan,
    input: ViewColumnRef<'_>,
    (buffers, rows): (&[&[u8]], &[&[u8]]),
    is_null: impl Fn(usize) -> bool,
) {
    let Outcomes { decoded, text, encoded } = Outcomes::new(plan, rows, is_null);
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.decode, input: &plan.input };
        let decoder = plan.decoder().on(backend);
        let (to_bytes, to_text): (Call, Call) = (
            |decoder, input, on_error, output| decoder.decode_batch(input, on_error, output),
            |decoder, input, on_error, output| decoder.decode_utf8_batch(input, on_error, output),
        );
        let decodes = |outcomes: &[Option<Outcome>], call: Call, can_stay: fn(&[u8]) -> bool| {
            rows::decodes(
                &case,
                outcomes,
                ViewColumn::into_parts,
                |on_error, output| call(decoder, input, on_error, output),
                |on_error, output| {
                    compare(&case, output, (buffers, rows), outcomes, |row| {
                        on_error == OnError::Keep && can_stay(row)
                    });
                },
            );
        };
        decodes(&decoded, to_bytes, |_| true);
        decodes(&text, to_text, |row| core::str::from_utf8(row).is_ok());
        let case = Case { policy: &plan.encode, ..case };
        let mut output = ViewColumn::new();
        plan.encoder().on(backend).encode_batch(input, &mut output).expect("rows are short");
        compare(&case, &output, (buffers, rows), &encoded, |_| false);
    }
}

type Call = fn(Decoder, ViewColumnRef<'_>, OnError, &mut ViewColumn) -> Result<(), BatchError>;

fn compare(
    case: &Case<'_>,
    output: &ViewColumn,
    (buffers, rows): (&[&[u8]], &[&[u8]]),
    outcomes: &[Option<Outcome>],
    stays: impl Fn(&[u8]) -> bool,
) {
    let wanted = rows::wanted(rows, outcomes, stays);
    let flat = flat::<i32>(output, buffers);
    case.same("rows", flat.iter().collect::<Vec<_>>(), wanted.clone());
    case.same("validity", output.validity(), flat.validity());
    case.same(
        "counts",
        [output.changed(), output.refused(), output.nulls()],
        rows::counts(rows, outcomes, &wanted),
    );
    holds(case, output, buffers);
}

/// Invariants of every column: views follow Arrow's layout, an owned buffer has no gap, and at
/// least a quarter of a kept input buffer is in use.
fn holds(case: &Case<'_>, output: &ViewColumn, inputs: &[&[u8]]) {
    let buffers = output.buffers();
    let mut filled = vec![0; buffers.len()];
    let is_null =
        |row: usize| output.validity().is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0);
    for (row, view) in output.views().iter().enumerate() {
        let view = &view.to_le_bytes();
        let (len, number) = (field(view, 0), field(view, 8));
        case.holds("a null row's view is 0", !is_null(row) || *view == [0; 16]);
        if len > 12 {
            filled[number] += len;
            let buffer = match &buffers[number] {
                ViewBuffer::Input(input) => inputs[*input],
                ViewBuffer::Own(bytes) => bytes,
                other => panic!("it is in no buffer: {other:?}"),
            };
            case.holds("a view is within its buffer", field(view, 12) + len <= buffer.len());
        }
    }
    for (buffer, filled) in buffers.iter().zip(filled) {
        match buffer {
            ViewBuffer::Own(bytes) => case.same("an own buffer's length", bytes.len(), filled),
            ViewBuffer::Input(number) => case.holds(
                "a buffer is filled to a quarter",
                filled > 0 && filled * 4 >= inputs[*number].len(),
            ),
            other => panic!("it is no buffer: {other:?}"),
        }
    }
}
