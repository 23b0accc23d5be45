//! Shared code for columns of every layout: null rows, and the expected results of the others.

use core::fmt::Debug;

use super::expect::{Case, expected, refusal};
use super::plan::Plan;
use percent_simd::DecodeErrorKind;
use percent_simd::batch::{BatchError, BatchErrorKind, OnError};

/// The expected result of a row that is not null.
pub(super) type Outcome = Result<Vec<u8>, Refusal>;
type Refusal = (usize, DecodeErrorKind);

/// Each `period`-th row is null; with 0, none.
pub(super) struct Nulls {
    bitmap: Vec<u8>,
    first_bit: usize,
    period: usize,
}

impl Nulls {
    pub(super) fn new(plan: &Plan, rows: usize) -> Self {
        let (first_bit, period) = (plan.frame.alignment, plan.frame.extra / 4 % 4 * 3);
        let bitmap = vec![0xFF; (first_bit + rows).div_ceil(8)];
        let mut nulls = Self { bitmap, first_bit, period };
        for row in (0..rows).filter(|&row| nulls.has(row)).collect::<Vec<_>>() {
            let bit = first_bit + row;
            nulls.bitmap[bit / 8] ^= 1 << (bit % 8);
        }
        nulls
    }

    pub(super) fn has(&self, row: usize) -> bool {
        self.period > 0 && row % self.period == self.period - 1
    }

    /// The bits, and the index of the first row's bit; `None` without a period.
    pub(super) fn validity(&self) -> Option<(&[u8], usize)> {
        (self.period > 0).then_some((&self.bitmap, self.first_bit))
    }

    /// The validity bits, and the index of the first row's bit, even if no row is null.
    pub(super) fn bits(&self) -> (&[u8], usize) {
        (&self.bitmap, self.first_bit)
    }
}

/// The oracle's result for each row; `None` for a null row.
pub(super) struct Outcomes {
    pub(super) decoded: Vec<Option<Outcome>>,
    pub(super) text: Vec<Option<Outcome>>,
    pub(super) encoded: Vec<Option<Outcome>>,
}

impl Outcomes {
    pub(super) fn new(plan: &Plan, rows: &[&[u8]], is_null: impl Fn(usize) -> bool) -> Self {
        let all = |become_: &dyn Fn(&[u8]) -> Outcome| {
            let each = rows.iter().enumerate();
            each.map(|(index, row)| (!is_null(index)).then(|| become_(row))).collect()
        };
        Self {
            decoded: all(&|row| expected(oracle::decode(row, &plan.decode))),
            text: all(&|row| {
                let text = oracle::decode_text(row, &plan.decode, plan.utf8);
                expected(text.map(String::into_bytes))
            }),
            encoded: all(&|row| Ok(oracle::encode(row, &plan.encode).into_bytes())),
        }
    }
}

/// Decodes a column by `call` under each treatment of refused rows, and compares each output.
/// `parts` returns all parts of an output.
pub(super) fn decodes<C: Clone + Default, P: PartialEq + Debug>(
    case: &Case<'_>,
    outcomes: &[Option<Outcome>],
    parts: impl Fn(C) -> P,
    call: impl Fn(OnError, &mut C) -> Result<(), BatchError>,
    compare: impl Fn(OnError, &C),
) {
    let first_refused: Option<(usize, Refusal)> = outcomes
        .iter()
        .enumerate()
        .find_map(|(row, outcome)| Some((row, outcome.as_ref()?.as_ref().err().copied()?)));
    let mut output = C::default();
    for on_error in [OnError::Keep, OnError::Null, OnError::Fail] {
        let before = parts(output.clone());
        match (call(on_error, &mut output), first_refused) {
            (Err(error), Some((row, refused))) if on_error == OnError::Fail => {
                let BatchErrorKind::Decode(of_row) = error.kind() else {
                    case.fail("a column's error", &format!("{error:?}"))
                };
                case.same("a column's error", (error.row(), refusal(of_row)), (row, refused));
                case.same("a column after an error", parts(output.clone()), before);
            }
            (Ok(()), refused) if on_error != OnError::Fail || refused.is_none() => {
                compare(on_error, &output);
            }
            (result, refused) => {
                case.fail("a column", &format!("{result:?}, and {refused:?} is refused"))
            }
        }
    }
}

/// The rows of the output: refused rows for which `stays` holds are unchanged.
pub(super) fn wanted<'a>(
    rows: &[&'a [u8]],
    outcomes: &'a [Option<Outcome>],
    stays: impl Fn(&[u8]) -> bool,
) -> Vec<Option<&'a [u8]>> {
    let each = rows.iter().zip(outcomes);
    each.map(|(row, outcome)| match outcome.as_ref()? {
        Ok(bytes) => Some(&bytes[..]),
        Err(_) => stays(row).then_some(*row),
    })
    .collect()
}

/// The numbers of changed, refused and null rows.
pub(super) fn counts(
    rows: &[&[u8]],
    outcomes: &[Option<Outcome>],
    wanted: &[Option<&[u8]>],
) -> [usize; 3] {
    let is_changed =
        |&(row, wanted): &(&&[u8], &Option<&[u8]>)| wanted.is_some_and(|wanted| wanted != *row);
    [
        rows.iter().zip(wanted).filter(is_changed).count(),
        outcomes.iter().flatten().filter(|outcome| outcome.is_err()).count(),
        wanted.iter().filter(|row| row.is_none()).count(),
    ]
}
