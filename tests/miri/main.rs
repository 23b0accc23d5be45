//! The kernels on short inputs, in allocations of exactly their length. `ci/miri` builds this test
//! again (`ci/run miri`). Miri reports accesses outside of an allocation, reads of uninitialised
//! memory, and accesses without provenance.

use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{Column, ColumnRef, OnError, ViewColumn, ViewColumnRef};
use support::check::{self, Memory, Place};
use support::views::flat;
use support::{UTF8, backends};

/// Miri takes a thousand times as long as the CPU. It gets every length up to two registers and one
/// more, because each has a separate path, and three longer ones; each with one content or two.
const SHORT: usize = 34;
const LONGER: [usize; 3] = [50, 66, 131];
const CONTENTS: [Content; 5] =
    [Content::Query, Content::Solid, Content::Half, Content::Malformed, Content::Utf8];

/// The offsets of inputs and outputs in allocations that end with them.
#[derive(Clone, Copy, Debug)]
struct Exact {
    input: usize,
    output: usize,
}

/// Bytes at the end of an allocation.
struct Allocated {
    memory: Box<[u8]>,
    offset: usize,
}

const PREFILL: u8 = 0xA5;

impl Allocated {
    fn new(content: &[u8], offset: usize) -> Self {
        Self { memory: [&vec![PREFILL; offset], content].concat().into(), offset }
    }
}

impl Place for Allocated {
    fn bytes(&self) -> &[u8] {
        &self.memory[self.offset..]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.offset..]
    }

    fn holds(&self, content: &[u8]) -> bool {
        let (before, bytes) = self.memory.split_at(self.offset);
        bytes.starts_with(content) && before.iter().all(|&byte| byte == PREFILL)
    }
}

impl Exact {
    fn any(random: &mut Random) -> Self {
        Self { input: random.below(4), output: random.below(4) }
    }
}

impl Memory for Exact {
    type Place = Allocated;

    fn input(&self, content: &[u8]) -> Allocated {
        Allocated::new(content, self.input)
    }

    fn in_place(&self, content: &[u8]) -> Allocated {
        Allocated::new(content, self.output)
    }

    fn output(&self, len: usize) -> Allocated {
        Allocated::new(&vec![PREFILL; len], self.output)
    }

    /// Miri has time for two buffers.
    fn rooms(&self, mut all: Vec<usize>) -> Vec<usize> {
        all.truncate(2);
        all
    }

    fn prior(&self, len: usize) -> String {
        let mut prior = String::with_capacity(self.output + len);
        prior.extend(std::iter::repeat_n('%', self.output));
        prior
    }
}

/// Calls `test` with inputs of every length and content.
fn with_inputs(mut test: impl FnMut(&[u8], &mut Random)) {
    let mut random = Random::new(21);
    for len in (0..=140).filter(|len| !cfg!(miri) || *len <= SHORT || LONGER.contains(len)) {
        for content in CONTENTS {
            if cfg!(miri) && random.chance(75) {
                continue;
            }
            let input = content.generate(len, &mut random);
            test(&input, &mut random);
        }
    }
}

#[test]
fn decoding() {
    let policies = oracle::decode_policies();
    with_inputs(|input, random| {
        let (_, policy) = &policies[random.below(policies.len())];
        check::decode(input, policy, Exact::any(random));
    });
}

#[test]
fn decoding_to_text() {
    let policies = oracle::decode_policies();
    with_inputs(|input, random| {
        let (_, policy) = &policies[random.below(policies.len())];
        check::decode_text_as(input, policy, random.pick(&UTF8), &Exact::any(random));
    });
}

#[test]
fn encoding() {
    let policies = oracle::encode_policies();
    with_inputs(|input, random| {
        let (_, policy) = &policies[random.below(policies.len())];
        check::encode(input, policy, Exact::any(random));
    });
}

/// Columns of views and of offsets, in all four combinations. The fields of a view are
/// little-endian on every machine.
#[test]
fn columns() {
    let policies = oracle::decode_policies();
    let mut random = Random::new(22);
    for content in CONTENTS {
        let rows: Vec<Vec<u8>> =
            [0, 3, 12, 13, 34, 66].iter().map(|&len| content.generate(len, &mut random)).collect();
        let (mut values, mut offsets, mut views) = (Vec::new(), vec![0_i32], Vec::new());
        for row in &rows {
            let len = u32::try_from(row.len()).expect("rows are short");
            let mut view = [0; 16];
            view[..4].copy_from_slice(&len.to_le_bytes());
            if row.len() <= 12 {
                view[4..4 + row.len()].copy_from_slice(row);
            } else {
                view[4..8].copy_from_slice(&row[..4]);
                // The row's offset in buffer 0.
                view[12..].copy_from_slice(&offsets.last().expect("the first is 0").to_le_bytes());
            }
            views.push(view);
            values.extend_from_slice(row);
            offsets.push(i32::try_from(values.len()).expect("rows are short"));
        }
        let values = Allocated::new(&values, random.below(4));
        let buffers = [values.bytes()];
        let of_views = ViewColumnRef::new(&views, &buffers, None).expect("the views are valid");
        let of_offsets = ColumnRef::new(values.bytes(), &offsets).expect("the offsets are valid");

        let (name, policy) = &policies[random.below(policies.len())];
        let expected: Vec<_> = rows.iter().map(|row| oracle::decode(row, policy).ok()).collect();
        for backend in backends() {
            let context = format!("{backend}: {name}");
            let decoder = support::decoder(policy).on(backend);
            let (mut to_views, mut to_offsets) = (ViewColumn::new(), Column::<i32>::new());
            let check = |column: &Column<i32>, what| {
                let rows: Vec<_> = column.iter().map(|row| row.map(<[u8]>::to_vec)).collect();
                assert_eq!(rows, expected, "{context}, {what}");
            };
            decoder.decode_batch(of_views, OnError::Null, &mut to_views).expect("none is too long");
            check(&flat(&to_views, &buffers), "views");
            decoder.decode_batch(of_offsets, OnError::Null, &mut to_views).expect("likewise");
            check(&flat(&to_views, &buffers), "offsets to views");
            for (view, row) in to_views.views().iter().zip(&expected) {
                let long = row.as_ref().filter(|row| row.len() > 12);
                assert!(long.is_none_or(|row| view.to_le_bytes()[4..8] == row[..4]), "{context}");
            }
            decoder.decode_batch(of_views, OnError::Null, &mut to_offsets).expect("likewise");
            check(&to_offsets, "views to offsets");
            decoder.decode_batch(of_offsets, OnError::Null, &mut to_offsets).expect("likewise");
            check(&to_offsets, "offsets");
        }
    }
}
