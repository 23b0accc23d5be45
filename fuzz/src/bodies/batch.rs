use core::fmt::Debug;

use super::expect::{Case, expected, refusal};
use super::plan::Plan;
use super::room::Source;
use percent_simd::batch::{BatchError, BatchErrorKind, Column, ColumnRef, Offset, OnError};
use percent_simd::{Backend, Decoder};

/// Columns: the input is the values, and the pieces are the rows, some of them null; each row
/// becomes what the oracle makes of it alone, and what the calls for single rows give.
pub(crate) fn batch(data: &[u8]) {
    let plan = Plan::new(data);
    match plan.extra % 4 {
        0 => columns::<u32>(&plan),
        1 => columns::<u64>(&plan),
        2 => columns::<i32>(&plan),
        _ => columns::<i64>(&plan),
    }
}

/// What becomes of a row that is not null.
type Outcome = Result<Vec<u8>, (usize, percent_simd::DecodeErrorKind)>;

/// A decoding of columns.
type Call<O> = fn(Decoder, ColumnRef<'_, O>, OnError, &mut Column<O>) -> Result<(), BatchError>;

fn columns<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(plan: &Plan) {
    let source = Source::new(&plan.input, plan.frame);
    let values = source.bytes();
    let rows = plan.pieces(values);
    // Some of what comes first and last is no row's.
    let skipped = rows.len().min(plan.extra / 64);
    let (before, rows) = rows.split_at(skipped);
    let rows = &rows[..rows.len() - rows.len().min(plan.extra / 16 % 2)];
    let mut end = before.iter().map(|row| row.len()).sum::<usize>();
    let mut offsets = vec![O::try_from(end).expect("the input is short")];
    for row in rows {
        end += row.len();
        offsets.push(O::try_from(end).expect("the input is short"));
    }
    // Each `period`-th row is null, if there is a period.
    let (first_bit, period) = (plan.frame.alignment, plan.extra / 4 % 4 * 3);
    let is_null = |row: usize| period > 0 && row % period == period - 1;
    let mut bitmap = vec![0xFF; (first_bit + rows.len()).div_ceil(8)];
    for bit in (0..rows.len()).filter(|&row| is_null(row)).map(|row| first_bit + row) {
        bitmap[bit / 8] ^= 1 << (bit % 8);
    }
    let mut input = ColumnRef::new(values, &offsets).expect("it is a column");
    if period > 0 {
        input = input.with_validity(&bitmap, first_bit).expect("it has all bits");
    }

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
        let mut output = Column::new();
        let case = Case { backend, policy: &plan.decode, input: values };
        let decoder = plan.decoder().on(backend);
        for (row, decoded) in rows.iter().zip(&decoded) {
            case.holds(
                "a row alone",
                decoded.as_ref().is_none_or(|decoded| {
                    decoder.decode(row).map(Into::into).map_err(refusal) == *decoded
                }),
            );
        }
        let (to_bytes, to_text): (Call<O>, Call<O>) = (
            |decoder, input, on_error, output| decoder.decode_batch(input, on_error, output),
            |decoder, input, on_error, output| decoder.decode_utf8_batch(input, on_error, output),
        );
        decodes(&case, input, decoder, to_bytes, rows, &decoded, |_| true);
        decodes(&case, input, decoder, to_text, rows, &text, |row| {
            core::str::from_utf8(row).is_ok()
        });
        let case = Case { policy: &plan.encode, ..case };
        plan.encoder().on(backend).encode_batch(input, &mut output).expect("the offsets suffice");
        compare(&case, &output, rows, &encoded, |_| false);
    }
}

/// Decodes a column under each answer to refused rows, of which `can_stay` may stay as they are.
fn decodes<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(
    case: &Case<'_>,
    input: ColumnRef<'_, O>,
    decoder: Decoder,
    call: Call<O>,
    rows: &[&[u8]],
    outcomes: &[Option<Outcome>],
    can_stay: fn(&[u8]) -> bool,
) {
    let mut output = Column::new();
    for on_error in [OnError::Keep, OnError::Null, OnError::Fail] {
        let before = output.clone().into_parts();
        match (call(decoder, input, on_error, &mut output), first_refused(outcomes)) {
            (Err(error), Some((row, refused))) if on_error == OnError::Fail => {
                let BatchErrorKind::Decode(of_row) = error.kind() else {
                    case.fail("a column's error", &format!("{error:?}"))
                };
                case.same("a column's error", (error.row(), refusal(of_row)), (row, refused));
                case.same("a column after an error", output.clone().into_parts(), before);
            }
            (Ok(()), refused) if on_error != OnError::Fail || refused.is_none() => {
                compare(case, &output, rows, outcomes, |row| {
                    on_error == OnError::Keep && can_stay(row)
                });
            }
            (result, refused) => {
                case.fail("a column", &format!("{result:?}, and {refused:?} is refused"))
            }
        }
    }
}

fn first_refused(
    outcomes: &[Option<Outcome>],
) -> Option<(usize, (usize, percent_simd::DecodeErrorKind))> {
    outcomes
        .iter()
        .enumerate()
        .find_map(|(row, outcome)| Some((row, outcome.as_ref()?.as_ref().err().copied()?)))
}

fn compare<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(
    case: &Case<'_>,
    output: &Column<O>,
    rows: &[&[u8]],
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
    let got: Vec<Option<&[u8]>> = output.iter().collect();
    case.same("rows", got, wanted.clone());
    case.same_bytes(
        "values",
        output.values(),
        &wanted.iter().flatten().copied().collect::<Vec<_>>().concat(),
    );
    let ends = wanted.iter().scan(0, |end, row| {
        *end += row.map_or(0, <[u8]>::len);
        O::try_from(*end).ok()
    });
    case.same(
        "offsets",
        output.offsets().to_vec(),
        [0].map(|zero| O::try_from(zero).expect("it is 0")).into_iter().chain(ends).collect(),
    );
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
    case.same(
        "whether there is a bitmap",
        output.validity().map(<[u8]>::len),
        (nulls > 0).then_some(rows.len().div_ceil(8)),
    );
}
