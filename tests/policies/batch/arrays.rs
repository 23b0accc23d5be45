//! Arrays of Arrow: in every type, sliced or not, each row equals the oracle's result for that row
//! alone.

use std::fmt::Debug;
use std::sync::Arc;

use arrow_array::builder::BinaryViewBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, DictionaryArray, FixedSizeBinaryArray, GenericBinaryArray,
    GenericStringArray, Int32Array, LargeStringArray, OffsetSizeTrait, PrimitiveArray, StringArray,
    StringViewArray,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use oracle::content::Content;
use oracle::random::Random;
use percent_simd::batch::{BatchError, BatchErrorKind, Column, ColumnRef, Offset, OnError};
use percent_simd::{DecodeErrorKind, Decoder, Encoder, Malformed, Utf8, sets};

use super::{Around, Buffers, ON_ERROR, Row, cut};
use support::UTF8;

/// The rows of an array of any type. In a dictionary, only a null key makes a null row.
fn rows_of(array: &dyn Array) -> Vec<Option<Vec<u8>>> {
    let all = |values: &dyn Array| -> Vec<Vec<u8>> {
        fn bytes<'a, R: AsRef<[u8]> + ?Sized + 'a>(
            rows: impl Iterator<Item = Option<&'a R>>,
        ) -> Vec<Vec<u8>> {
            rows.map(|row| row.map_or(Vec::new(), |row| row.as_ref().to_vec())).collect()
        }
        match values.data_type().to_string().as_str() {
            "Utf8" => bytes(values.as_string::<i32>().iter()),
            "LargeUtf8" => bytes(values.as_string::<i64>().iter()),
            "Utf8View" => bytes(values.as_string_view().iter()),
            "Binary" => bytes(values.as_binary::<i32>().iter()),
            "LargeBinary" => bytes(values.as_binary::<i64>().iter()),
            "BinaryView" => bytes(values.as_binary_view().iter()),
            other => panic!("{other}"),
        }
    };
    let rows: Vec<_> = match array.as_any_dictionary_opt() {
        None => all(array),
        Some(dictionary) if dictionary.values().is_empty() => vec![Vec::new(); array.len()],
        Some(dictionary) => {
            let values = all(dictionary.values());
            dictionary.normalized_keys().into_iter().map(|key| values[key].clone()).collect()
        }
    };
    rows.into_iter().enumerate().map(|(row, bytes)| array.is_valid(row).then_some(bytes)).collect()
}

/// The array with offsets; its null rows have bytes too.
fn binary<O: OffsetSizeTrait + Offset + TryFrom<usize, Error: Debug>>(
    rows: &[Row],
    around: Around,
) -> GenericBinaryArray<O> {
    let Buffers { values, offsets, bitmap } = Buffers::<O>::new(rows, around);
    let nulls = bitmap.map(|(bitmap, first)| {
        NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bitmap), first, rows.len()))
    });
    GenericBinaryArray::new(OffsetBuffer::new(offsets.into()), values.into(), nulls)
}

/// The dictionary with these keys.
fn dictionary<K: ArrowDictionaryKeyType>(values: &ArrayRef, keys: &[Option<usize>]) -> ArrayRef
where
    K::Native: TryFrom<usize, Error: Debug>,
{
    let keys = keys.iter().map(|key| key.map(|key| K::Native::try_from(key).unwrap()));
    let keys: PrimitiveArray<K> = keys.collect();
    Arc::new(DictionaryArray::new(keys, Arc::clone(values)))
}

/// The rows as an array of each type that can hold them. All arrays are slices of longer ones, with
/// other rows that strict policies refuse. In dictionaries equal rows share a key, the values of
/// the other rows are unused, and every second null row has a null key.
fn arrays(rows: &[Row]) -> Vec<ArrayRef> {
    let other = |bytes: &[u8], is_null| Row { bytes: bytes.to_vec(), is_null };
    let (before, after) = ([other(b"%zz", false), other(b"%4", true), other(b"%", false)], b"%FF");
    let longer: Vec<_> = before.iter().chain(rows).cloned().chain([other(after, false)]).collect();
    let around = Around { before: b"%4", behind: b"1", first_bit: Some(5) };
    let (small, large) =
        (binary::<i32>(&longer, around), binary::<i64>(&longer, Around::default()));
    let mut views = BinaryViewBuilder::new().with_fixed_block_size(300);
    small.iter().for_each(|row| views.append_option(row));
    let views = views.finish();

    let mut arrays: Vec<ArrayRef> = Vec::new();
    if let Ok(texts) = StringArray::try_from_binary(small.clone()) {
        arrays.push(Arc::new(LargeStringArray::try_from_binary(large.clone()).unwrap()));
        arrays.push(Arc::new(views.clone().to_string_view().unwrap()));
        arrays.push(Arc::new(texts));
    }
    arrays.push(Arc::new(small));
    arrays.push(Arc::new(large));
    arrays.push(Arc::new(views));
    for number in 0..arrays.len() {
        let keys = (0..longer.len()).map(|row| {
            let first = longer.iter().position(|other| *other == longer[row]);
            first.filter(|_| row % 2 == 0 || !longer[row].is_null)
        });
        let keys: Vec<_> = keys.collect();
        arrays.push(match number % 3 {
            0 if longer.len() < 128 => dictionary::<Int8Type>(&arrays[number], &keys),
            1 => dictionary::<UInt64Type>(&arrays[number], &keys),
            _ => dictionary::<Int32Type>(&arrays[number], &keys),
        });
    }
    arrays.into_iter().map(|array| array.slice(before.len(), rows.len())).collect()
}

/// Asserts that Arrow accepts the array, and that it has the right type and these rows.
#[track_caller]
fn is(
    output: &dyn Array,
    input: &dyn Array,
    is_text: bool,
    expected: &[Option<Vec<u8>>],
    context: &dyn Fn() -> String,
) {
    output.to_data().validate_full().unwrap_or_else(|error| panic!("{}: {error}", context()));
    let of_input = input.data_type().to_string();
    let (from, to) = if is_text { ("Binary", "Utf8") } else { ("Utf8", "Binary") };
    assert_eq!(output.data_type().to_string(), of_input.replace(from, to), "{}", context());
    assert!(rows_of(output) == expected, "{}\n    {output:?}", context());
    let nulls = expected.iter().filter(|row| row.is_none()).count();
    assert_eq!((output.null_count(), output.logical_null_count()), (nulls, nulls), "{}", context());
}

/// Decodes the rows in arrays of every type on every backend, to bytes, or to text under a policy.
fn decode(rows: &[Row], policy: &oracle::Decode, text: Option<(Utf8, oracle::Utf8)>) {
    let alone: Vec<_> = rows
        .iter()
        .map(|Row { bytes, .. }| match text {
            None => oracle::decode(bytes, policy),
            Some((_, utf8)) => oracle::decode_text(bytes, policy, utf8).map(String::into_bytes),
        })
        .collect();
    let refused =
        |row: usize| alone.get(row).is_some_and(|decoded| decoded.is_err() && !rows[row].is_null);
    let first_error = (0..rows.len()).find(|&row| refused(row));
    let decoder = support::decoder(policy).utf8(text.map_or(Utf8::Strict, |(ours, _)| ours));
    for input in &arrays(rows) {
        for backend in support::backends() {
            for on_error in ON_ERROR {
                let context = || {
                    let types = input.data_type();
                    format!("{types}, {on_error:?} on {backend}, under {policy:?}, {text:?}")
                };
                let decoder = decoder.on(backend);
                let result = match text {
                    None => decoder.decode_array(input, on_error),
                    Some(_) => decoder.decode_utf8_array(input, on_error),
                };
                if let Some(first) = first_error.filter(|_| on_error == OnError::Fail) {
                    let error = result.expect_err(&context());
                    let BatchErrorKind::Decode(of_row) = error.kind() else {
                        panic!("{}: {error:?}", context())
                    };
                    assert!(refused(error.row()), "{}: {error:?}", context());
                    let of_row = Err(support::error(of_row));
                    assert_eq!(of_row, alone[error.row()], "{}", context());
                    let is_first = error.row() == first;
                    assert!(is_first || input.as_any_dictionary_opt().is_some(), "{}", context());
                    continue;
                }
                let expected = rows.iter().zip(&alone).map(|(row, decoded)| {
                    let is_text = text.is_none() || std::str::from_utf8(&row.bytes).is_ok();
                    let kept = (on_error == OnError::Keep && is_text).then(|| row.bytes.clone());
                    (!row.is_null).then(|| decoded.clone().ok().or(kept))?
                });
                let expected: Vec<_> = expected.collect();
                let output = result.unwrap_or_else(|error| panic!("{}: {error}", context()));
                is(&output, input, text.is_some(), &expected, &context);
            }
        }
    }
}

/// Encodes the rows in arrays of every type on every backend.
fn encode(rows: &[Row], policy: &oracle::Encode) {
    let encoded = |row: &Row| oracle::encode(&row.bytes, policy).into_bytes();
    let expected: Vec<_> = rows.iter().map(|row| (!row.is_null).then(|| encoded(row))).collect();
    for input in &arrays(rows) {
        for backend in support::backends() {
            let context = || format!("{}, on {backend}, under {policy:?}", input.data_type());
            let output = support::encoder(policy).on(backend).encode_array(input).unwrap();
            is(&output, input, true, &expected, &context);
        }
    }
}

/// Every kind of content, in rows of many lengths, with nulls and without.
#[test]
fn every_content() {
    let mut random = Random::new(59);
    for content in Content::ALL {
        for nulls in [0, 15] {
            let mut rows = cut(&content.generate(500, &mut random), 40, false, &mut random);
            rows.iter_mut().for_each(|row| row.is_null = random.chance(nulls));
            decode(&rows, &oracle::Decode::default(), None);
            for utf8 in UTF8 {
                decode(&rows, &oracle::Decode::default(), Some(utf8));
            }
            encode(
                &rows,
                &oracle::Encode { set: oracle::all_but(b"-._~"), ..oracle::Encode::default() },
            );
        }
    }
}

/// Every policy, to bytes and to text, with refused rows.
#[test]
fn every_policy() {
    let mut random = Random::new(590);
    let texts = ["caf%C3%A9", "é%20ü", "%zz", "%FF", "100%", "", "/plain/path/of/more/than/twelve"];
    let rows: Vec<_> = (0..40)
        .map(|_| Row { is_null: random.chance(10), ..Row::of(random.pick(&texts).as_bytes()) })
        .collect();
    for (_, policy) in oracle::decode_policies() {
        decode(&rows, &policy, None);
        for utf8 in UTF8 {
            decode(&rows, &policy, Some(utf8));
        }
    }
    for (_, policy) in oracle::encode_policies() {
        encode(&rows, &policy);
    }
}

/// No rows, only null rows, or one row.
#[test]
fn few_rows() {
    let null = Row { bytes: b"%4".to_vec(), is_null: true };
    let both = [Row::of(b"%41"), null.clone()];
    for rows in [&[][..], &both, std::slice::from_ref(&null), &[Row::of(b"")]] {
        decode(rows, &oracle::Decode::default(), None);
        decode(rows, &oracle::Decode::default(), Some(UTF8[0]));
        encode(rows, &oracle::Encode { set: oracle::members(b"%"), ..oracle::Encode::default() });
    }

    let keys = Int32Array::new_null(3);
    let empty = DictionaryArray::new(keys, Arc::new(StringArray::new_null(0)));
    let output = Decoder::new().decode_utf8_array(&empty, OnError::Fail).unwrap();
    is(&output, &empty, true, &[None, None, None], &|| "a dictionary without values".into());

    assert_eq!(BinaryArray::from(Column::new()), BinaryArray::new_null(0));
    assert_eq!(LargeStringArray::try_from(Column::new()).unwrap(), LargeStringArray::new_null(0));
}

/// Rows longer than the loop's block.
#[test]
fn long_rows() {
    let mut random = Random::new(5900);
    let rows: Vec<_> = [0, 12, 13, 12_288, 3, 30_000]
        .iter()
        .flat_map(|&len| [Row::of(&Content::Utf8.generate(len, &mut random)), Row::of(b"%%41")])
        .collect();
    decode(&rows, &oracle::Decode::default(), None);
    decode(&rows, &oracle::Decode::default(), Some(UTF8[1]));
    encode(&rows, &oracle::Encode { set: [true; 128], ..oracle::Encode::default() });
}

/// The address of an array's values.
fn address<O: OffsetSizeTrait>(array: &dyn Array) -> *const u8 {
    let strings = array.as_string_opt::<O>().map(GenericStringArray::value_data);
    strings.unwrap_or_else(|| array.as_binary::<O>().value_data()).as_ptr()
}

/// An array without changes is passed on, and buffers are moved.
#[test]
fn nothing_is_copied_without_need() {
    let clean = ["/clean/path", "é/more/than/twelve/bytes"];
    let decoder = Decoder::new().plus_as_space(true);
    let encoder = Encoder::new(sets::CONTROLS.remove(b'\n'));
    for backend in support::backends() {
        let (decoder, encoder) = (decoder.on(backend), encoder.on(backend));
        let fail = OnError::Fail;
        let input = LargeStringArray::from(clean.to_vec()).slice(1, 1);
        for output in [decoder.decode_array(&input, fail), decoder.decode_utf8_array(&input, fail)]
        {
            assert_eq!(address::<i64>(&output.unwrap()), address::<i64>(&input), "{backend}");
        }
        let ascii = StringArray::from(vec!["/clean/path"]);
        assert_eq!(address::<i32>(&encoder.encode_array(&ascii).unwrap()), address::<i32>(&ascii));

        let views = StringViewArray::from(clean.to_vec());
        let before = views.views().as_ptr();
        let output = decoder.decode_utf8_array(&views, fail).unwrap();
        assert_eq!(output.as_string_view().views().as_ptr(), before, "{backend}");
        let output = decoder.decode_array(&views, fail).unwrap();
        assert_eq!(output.as_binary_view().views().as_ptr(), before, "{backend}");
        // One row changes: the others keep their buffer.
        let views = StringViewArray::from(vec!["/a/long/and/clean/path", "%41"]);
        let output = decoder.decode_array(&views, fail).unwrap();
        let (before, after) = (views.data_buffers(), output.as_binary_view().data_buffers());
        assert_eq!((after.len(), after[0].as_ptr()), (1, before[0].as_ptr()), "{backend}");
    }

    let column = Column::<i32>::from_rows([Some("abc"), None, Some("d")]).unwrap();
    let values = column.values().as_ptr();
    let texts = StringArray::try_from(column.clone()).unwrap();
    assert_eq!(texts, StringArray::from(vec![Some("abc"), None, Some("d")]));
    let array = BinaryArray::from(column);
    assert_eq!(address::<i32>(&array), values);
    let input = ColumnRef::from(&array);
    assert_eq!(input.row(0).unwrap().as_ptr(), values);
    assert!(input.iter().eq(array.iter()));
}

/// An error names the first refused row by its number in the array.
#[test]
fn errors_name_the_row() {
    let strict = Decoder::new().malformed(Malformed::Error);
    let says = |error: BatchError, row, text: &str| {
        assert_eq!((error.row(), error.to_string()), (row, text.to_string()));
    };
    let input = StringArray::from(vec!["%4", "a", "b%"]).slice(1, 2);
    let malformed =
        "row 1: malformed triplet at byte 1: the input ends before the second hex digit";
    says(strict.decode_array(&input, OnError::Fail).unwrap_err(), 1, malformed);
    // The value is number 2 of the dictionary. Value 0 is refused, too, but belongs to no row.
    let values = StringArray::from(vec!["%4", "a", "b%"]);
    let keys = Int32Array::from(vec![Some(1), Some(2), None, Some(2)]);
    let input = DictionaryArray::new(keys, Arc::new(values));
    says(strict.decode_array(&input, OnError::Fail).unwrap_err(), 1, malformed);
    let output = strict.decode_array(&input, OnError::Null).unwrap();
    assert_eq!(rows_of(&output), [Some(b"a".to_vec()), None, None, None]);

    let other_type = "the array is neither of strings nor of binary values; cast it to Utf8, Binary, their Large or View types, or a dictionary of these";
    let numbers = Int32Array::from(vec![1]);
    let of_numbers = DictionaryArray::new(numbers.clone(), Arc::new(Int32Array::from(vec![1, 2])));
    let fixed = FixedSizeBinaryArray::new(3, b"%41".to_vec().into(), None);
    for array in [&numbers as &dyn Array, &of_numbers, &fixed] {
        says(strict.decode_array(array, OnError::Null).unwrap_err(), 0, other_type);
        says(strict.decode_utf8_array(array, OnError::Keep).unwrap_err(), 0, other_type);
        says(Encoder::new(sets::URL_PATH).encode_array(array).unwrap_err(), 0, other_type);
    }
}

/// Columns of bytes do not become arrays of strings, even if the bytes of all rows together are
/// text.
#[test]
fn strings_are_text() {
    let error = |rows: &[Option<&[u8]>]| {
        let column = Column::<i64>::from_rows(rows.iter().copied()).unwrap();
        let error = LargeStringArray::try_from(column).unwrap_err();
        let BatchErrorKind::Decode(of_row) = error.kind() else { panic!("{error}") };
        assert_eq!(of_row.kind(), DecodeErrorKind::Utf8);
        (error.row(), of_row.position())
    };
    assert_eq!(error(&[Some(b"a"), None, Some(b"b\xFF")]), (2, 1));
    assert_eq!(error(&[Some(b"a\xC3"), Some(b"\xA9")]), (0, 1));
    assert_eq!(error(&["é".as_bytes(), b"\xE2\x82"].map(Some)), (1, 0));
    assert_eq!(error(&[&b"\xE2\x82"[..], b"", b"\xAC"].map(Some)), (0, 0));
    let rows = [Some("é"), None, Some(""), Some("€ and more")];
    let texts = StringArray::try_from(Column::from_rows(rows).unwrap()).unwrap();
    texts.to_data().validate_full().unwrap();
    assert_eq!(texts, StringArray::from(rows.to_vec()));
}
