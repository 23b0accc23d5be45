use super::expect::{Case, expected, refusal};
use super::plan::Plan;
use super::room::Source;
use percent_simd::batch::{
    BatchError, BatchErrorKind, OnError, ViewBuffer, ViewColumn, ViewColumnRef,
};
use percent_simd::{Backend, Decoder};

/// Columns of views: first the input's bytes as views, most of which reach outside of the buffers;
/// then the pieces of the input as rows, some of them null. Each row becomes what the oracle makes
/// of it alone, and the buffers hold what the documentation says.
pub(crate) fn views(data: &[u8]) {
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

/// The bit of every row: some are null.
fn bits(plan: &Plan, rows: usize) -> (Vec<u8>, impl Fn(usize) -> bool + use<>) {
    let (first_bit, period) = (plan.frame.alignment, plan.extra / 4 % 4 * 3);
    let is_null = move |row: usize| period > 0 && row % period == period - 1;
    let mut bitmap = vec![0xFF; (first_bit + rows).div_ceil(8)];
    for bit in (0..rows).filter(|&row| is_null(row)).map(|row| first_bit + row) {
        bitmap[bit / 8] ^= 1 << (bit % 8);
    }
    (bitmap, is_null)
}

/// The input is views and, once more, two buffers.
fn any_views(plan: &Plan) {
    let mut bytes = plan.input.clone();
    for view in bytes.as_chunks_mut::<16>().0 {
        // Most numbers are too great, unless they are made small.
        for at in (0..16).skip(1).step_by(4).flat_map(|at| at..at + 3) {
            view[at] &= if plan.extra & 1 == 0 { 0 } else { 0x81 };
        }
        view[8] %= 3;
    }
    let (views, _) = bytes.as_chunks::<16>();
    let buffers = [&plan.input[..plan.input.len() / 2], &plan.input[..]];
    let (bitmap, is_null) = bits(plan, views.len());
    let column = ViewColumnRef::new(views, &buffers, Some((&bitmap, plan.frame.alignment)));
    let rows: Vec<_> = views.iter().map(|view| row_of(view, &buffers)).collect();
    let bad = (0..views.len()).find(|&row| !is_null(row) && rows[row].is_none());
    let case =
        Case { backend: Backend::active(), policy: &"which views are good", input: &plan.input };
    let got = column.err().map(|error| (error.row(), error.kind()));
    case.same("the first bad view", got, bad.map(|row| (row, BatchErrorKind::BadView)));
    if let Ok(column) = column {
        let rows: Vec<_> = rows.into_iter().enumerate().collect();
        let wanted = rows.iter().map(|&(row, bytes)| bytes.filter(|_| !is_null(row))).collect();
        case.same("rows", column.iter().collect::<Vec<_>>(), wanted);
        let mut output = ViewColumn::new();
        plan.decoder().decode_batch(column, OnError::Keep, &mut output).expect("errors are kept");
        holds(&case, &output, &buffers);
    }
}

/// What becomes of a row that is not null.
type Outcome = Result<Vec<u8>, (usize, percent_simd::DecodeErrorKind)>;

fn columns(plan: &Plan) {
    let source = Source::new(&plan.input, plan.frame);
    let values = source.bytes();
    let rows = plan.pieces(values);
    let (bitmap, is_null) = bits(plan, rows.len());
    // The buffers end where rows end. What comes first is no row's.
    let count = 1 + plan.extra % 3;
    let skipped = rows.len().min(plan.extra / 64);
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
            // Nobody looks at it.
            _ if is_null(index) => view = [0x25; 16],
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
    let input = ViewColumnRef::new(&views, &buffers, Some((&bitmap, plan.frame.alignment)));
    let input = input.expect("it is a column").slice(skipped..rows.len());
    let (rows, is_null) = (&rows[skipped..], |row| is_null(skipped + row));

    let all = |become_: &dyn Fn(&[u8]) -> Outcome| -> Vec<Option<Outcome>> {
        rows.iter()
            .enumerate()
            .map(|(index, row)| (!is_null(index)).then(|| become_(row)))
            .collect()
    };
    let decoded = all(&|row| expected(oracle::decode(row, &plan.decode)));
    let text = all(&|row| {
        let text = oracle::decode_text(row, &plan.decode, plan.utf8);
        expected(text.map(String::into_bytes))
    });
    let encoded = all(&|row| Ok(oracle::encode(row, &plan.encode).into_bytes()));
    for backend in Backend::available() {
        let case = Case { backend, policy: &plan.decode, input: values };
        let decoder = plan.decoder().on(backend);
        let (to_bytes, to_text): (Call, Call) = (
            |decoder, input, on_error, output| decoder.decode_batch(input, on_error, output),
            |decoder, input, on_error, output| decoder.decode_utf8_batch(input, on_error, output),
        );
        let input = (input, &*buffers, rows);
        decodes(&case, input, (decoder, to_bytes), &decoded, |_| true);
        decodes(&case, input, (decoder, to_text), &text, |row| core::str::from_utf8(row).is_ok());
        let case = Case { policy: &plan.encode, ..case };
        let mut output = ViewColumn::new();
        plan.encoder().on(backend).encode_batch(input.0, &mut output).expect("rows are short");
        compare(&case, &output, (&buffers, rows), &encoded, |_| false);
    }
}

/// A decoding of columns.
type Call = fn(Decoder, ViewColumnRef<'_>, OnError, &mut ViewColumn) -> Result<(), BatchError>;

/// Decodes a column under each answer to refused rows, of which `can_stay` may stay as they are.
fn decodes(
    case: &Case<'_>,
    (input, buffers, rows): (ViewColumnRef<'_>, &[&[u8]], &[&[u8]]),
    (decoder, call): (Decoder, Call),
    outcomes: &[Option<Outcome>],
    can_stay: fn(&[u8]) -> bool,
) {
    let mut output = ViewColumn::new();
    let first_refused = outcomes
        .iter()
        .enumerate()
        .find_map(|(row, outcome)| Some((row, outcome.as_ref()?.as_ref().err().copied()?)));
    for on_error in [OnError::Keep, OnError::Null, OnError::Fail] {
        let before = output.clone().into_parts();
        match (call(decoder, input, on_error, &mut output), first_refused) {
            (Err(error), Some((row, refused))) if on_error == OnError::Fail => {
                let BatchErrorKind::Decode(of_row) = error.kind() else {
                    case.fail("a column's error", &format!("{error:?}"))
                };
                case.same("a column's error", (error.row(), refusal(of_row)), (row, refused));
                case.same("a column after an error", output.clone().into_parts(), before);
            }
            (Ok(()), refused) if on_error != OnError::Fail || refused.is_none() => {
                compare(case, &output, (buffers, rows), outcomes, |row| {
                    on_error == OnError::Keep && can_stay(row)
                });
            }
            (result, refused) => {
                case.fail("a column", &format!("{result:?}, and {refused:?} is refused"))
            }
        }
    }
}

fn compare(
    case: &Case<'_>,
    output: &ViewColumn,
    (buffers, rows): (&[&[u8]], &[&[u8]]),
    outcomes: &[Option<Outcome>],
    stays: impl Fn(&[u8]) -> bool,
) {
    let wanted: Vec<Option<&[u8]>> = rows
        .iter()
        .zip(outcomes)
        .map(|(row, outcome)| match outcome.as_ref()? {
            Ok(bytes) => Some(&bytes[..]),
            Err(_) => stays(row).then_some(*row),
        })
        .collect();
    let flat = output.to_column::<i32>(buffers).expect("the offsets suffice");
    case.same("rows", flat.iter().collect::<Vec<_>>(), wanted.clone());
    case.same("validity", output.validity(), flat.validity());
    let changed = rows
        .iter()
        .zip(&wanted)
        .filter(|(row, wanted)| wanted.is_some_and(|wanted| wanted != **row))
        .count();
    let refused = outcomes.iter().flatten().filter(|outcome| outcome.is_err()).count();
    let nulls = wanted.iter().filter(|row| row.is_none()).count();
    case.same(
        "counts",
        [output.changed(), output.refused(), output.nulls()],
        [changed, refused, nulls],
    );
    holds(case, output, buffers);
}

/// What is said of every column: views are as Arrow has them, no own buffer has a gap, and none of
/// the input's is referred to for less than a quarter of its bytes.
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
        }
    }
}
