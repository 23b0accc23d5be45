use core::fmt::Debug;

use super::expect::{Case, refusal};
use super::plan::Plan;
use super::room::Source;
use super::rows::{self, Nulls, Outcome, Outcomes};
use percent_simd::batch::{BatchError, Column, ColumnRef, Offset, OnError};
use percent_simd::{Backend, Decoder};

/// Columns: the input holds the values, and its pieces are the rows, some of them null. Each row
/// agrees with the oracle and with the calls for single rows.
pub fn batch(data: &[u8]) {
    let plan = Plan::new(data);
    match plan.frame.extra % 4 {
        0 => columns::<u32>(&plan),
        1 => columns::<u64>(&plan),
        2 => columns::<i32>(&plan),
        _ => columns::<i64>(&plan),
    }
}

type Call<O> = fn(Decoder, ColumnRef<'_, O>, OnError, &mut Column<O>) -> Result<(), BatchError>;

fn columns<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(plan: &Plan) {
    let source = Source::new(&plan.input, plan.frame);
    let values = source.bytes();
    let rows = plan.pieces(values);
    // Some bytes at both ends belong to no row.
    let skipped = rows.len().min(plan.frame.extra / 64);
    let (before, rows) = rows.split_at(skipped);
    let rows = &rows[..rows.len() - rows.len().min(plan.frame.extra / 16 % 2)];
    let mut end = before.iter().map(|row| row.len()).sum::<usize>();
    let mut offsets = vec![O::try_from(end).expect("the input is short")];
    for row in rows {
        end += row.len();
        offsets.push(O::try_from(end).expect("the input is short"));
    }
    let nulls = Nulls::new(plan, rows.len());
    let mut input = ColumnRef::new(values, &offsets).expect("it is a column");
    if let Some((bits, first_bit)) = nulls.validity() {
        input = input.with_validity(bits, first_bit).expect("it has all bits");
    }

    let Outcomes { decoded, text, encoded } = Outcomes::new(plan, rows, |row| nulls.has(row));
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
        let decodes = |outcomes: &[Option<Outcome>], call: Call<O>, can_stay: fn(&[u8]) -> bool| {
            rows::decodes(
                &case,
                outcomes,
                Column::into_parts,
                |on_error, output| call(decoder, input, on_error, output),
                |on_error, output| {
                    compare(&case, output, rows, outcomes, |row| {
                        on_error == OnError::Keep && can_stay(row)
                    });
                },
            );
        };
        decodes(&decoded, to_bytes, |_| true);
        decodes(&text, to_text, |row| core::str::from_utf8(row).is_ok());
        let case = Case { policy: &plan.encode, ..case };
        plan.encoder().on(backend).encode_batch(input, &mut output).expect("the offsets suffice");
        compare(&case, &output, rows, &encoded, |_| false);
    }
}

fn compare<O: Offset + TryFrom<usize, Error: Debug> + PartialEq + Debug>(
    case: &Case<'_>,
    output: &Column<O>,
    rows: &[&[u8]],
    outcomes: &[Option<Outcome>],
    stays: impl Fn(&[u8]) -> bool,
) {
    let wanted = rows::wanted(rows, outcomes, stays);
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
    case.same(
        "counts",
        [output.changed(), output.refused(), output.nulls()],
        rows::counts(rows, outcomes, &wanted),
    );
    case.same(
        "whether there is a bitmap",
        output.validity().map(<[u8]>::len),
        (output.nulls() > 0).then_some(rows.len().div_ceil(8)),
    );
}
