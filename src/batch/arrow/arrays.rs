//! Arrays decoded and encoded.

use alloc::sync::Arc;
use alloc::vec::Vec;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, GenericBinaryArray, GenericByteArray, GenericByteViewArray,
    StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer};

use super::{columns, dictionary};
use crate::batch::OnError;
use crate::batch::codec::Codec;
use crate::batch::column::{Column, ColumnRef};
use crate::batch::error::{BatchError, BatchErrorKind};
use crate::batch::offset::Offset;
use crate::batch::verbs::Fill;
use crate::batch::view::ViewColumnRef;
use crate::batch::view_column::{ViewBuffer, ViewColumn};
use crate::decode::Decoder;
use crate::encode::Encoder;
use crate::memory;

impl Decoder {
    /// Decodes every row of an array of Apache Arrow to bytes (feature `arrow`).
    ///
    /// | array | result |
    /// | --- | --- |
    /// | `Utf8`, `Binary` | `Binary` |
    /// | `LargeUtf8`, `LargeBinary` | `LargeBinary` |
    /// | `Utf8View`, `BinaryView` | `BinaryView` |
    /// | a dictionary of these | a dictionary with the same keys and other values |
    ///
    /// The array may be a slice. Null rows stay null. The UTF-8 policy does not apply; for text there
    /// is [`decode_utf8_array`](Self::decode_utf8_array).
    ///
    /// If nothing can change, the result has the array's own buffers. Otherwise rows are decoded into
    /// new buffers; the unchanged rows of views are not copied, by the rule of [`ViewColumn`]. Of a
    /// dictionary only the values that a row has are decoded, each once, and the others become null.
    /// If a row's value is null or becomes null, its key becomes null too.
    ///
    /// # Errors
    /// * [`BadType`](BatchErrorKind::BadType) for any other array.
    /// * Under [`OnError::Fail`] alone: [`Decode`](BatchErrorKind::Decode) for the first row that
    ///   the policy refuses. In a dictionary it is the first row with the first value that the policy
    ///   refuses.
    ///
    /// ```
    /// use arrow_array::{LargeStringArray, cast::AsArray};
    /// use percent_simd::{Decoder, Malformed, batch::OnError};
    ///
    /// let strict = Decoder::new().malformed(Malformed::Error);
    /// let input = LargeStringArray::from(vec![Some("a%20b"), None, Some("100%")]);
    /// let output = strict.decode_array(&input, OnError::Null).unwrap();
    /// assert!(output.as_binary::<i64>().iter().eq([Some(&b"a b"[..]), None, None]));
    /// assert_eq!(strict.decode_array(&input, OnError::Fail).unwrap_err().row(), 2);
    /// ```
    #[inline]
    pub fn decode_array(
        self,
        array: &dyn Array,
        on_error: OnError,
    ) -> Result<ArrayRef, BatchError> {
        map(array, &Codec::decoding(self, on_error, false))
    }

    /// Decodes every row of an array of Apache Arrow to text, under the policy's
    /// [`Utf8`](crate::Utf8) (feature `arrow`): rows are refused and kept as in
    /// [`decode_utf8_batch`](Self::decode_utf8_batch). The result has the type of strings that has the
    /// array's layout: `Utf8` for `Utf8` and `Binary`, and so on. Otherwise it is as
    /// [`decode_array`](Self::decode_array) says, except that binary values in which nothing changes
    /// get new offsets and values, or new views, because they must be validated.
    ///
    /// Text that is not ASCII costs one pass more: with offsets its rows are copied to the array, and
    /// in views Arrow validates each row.
    ///
    /// # Errors
    /// Those of [`decode_array`](Self::decode_array), and [`Overflow`](BatchErrorKind::Overflow) as in
    /// [`decode_utf8_batch`](Self::decode_utf8_batch).
    ///
    /// ```
    /// use arrow_array::{ArrayRef, DictionaryArray, StringArray, cast::AsArray, types::Int8Type};
    /// use percent_simd::{Decoder, batch::OnError};
    ///
    /// // A column of a record batch, of whichever type.
    /// let input: DictionaryArray<Int8Type> = ["caf%C3%A9", "c", "%FF"].into_iter().collect();
    /// let column: &ArrayRef = &(std::sync::Arc::new(input) as ArrayRef);
    /// let output = Decoder::new().decode_utf8_array(column, OnError::Null).unwrap();
    /// let output = output.as_dictionary::<Int8Type>().downcast_dict::<StringArray>().unwrap();
    /// assert!(output.into_iter().eq([Some("café"), Some("c"), None]));
    /// ```
    #[inline]
    pub fn decode_utf8_array(
        self,
        array: &dyn Array,
        on_error: OnError,
    ) -> Result<ArrayRef, BatchError> {
        map(array, &Codec::decoding(self, on_error, true))
    }
}

impl Encoder {
    /// Encodes every row of an array of Apache Arrow (feature `arrow`). The result has the type of
    /// strings that has the array's layout, as in [`Decoder::decode_utf8_array`]. Copies are as in
    /// [`Decoder::decode_array`].
    ///
    /// # Errors
    /// [`BadType`](BatchErrorKind::BadType) for any other array, and
    /// [`Overflow`](BatchErrorKind::Overflow) as in [`encode_batch`](Self::encode_batch).
    ///
    /// ```
    /// use arrow_array::{StringArray, cast::AsArray};
    /// use percent_simd::{Encoder, sets};
    ///
    /// let input = StringArray::from(vec![Some("a b/é"), None]);
    /// let output = Encoder::new(sets::URI_COMPONENT).encode_array(&input).unwrap();
    /// assert_eq!(output.as_string::<i32>(), &StringArray::from(vec![Some("a%20b%2F%C3%A9"), None]));
    /// ```
    #[inline]
    pub fn encode_array(self, array: &dyn Array) -> Result<ArrayRef, BatchError> {
        map(array, &Codec::encoding(self))
    }
}

/// The output of the codec for an array of any type of strings or binary values.
#[inline]
fn map(array: &dyn Array, codec: &Codec) -> Result<ArrayRef, BatchError> {
    match array.as_any_dictionary_opt() {
        Some(array) => dictionary::map(array, |values, nulls| plain(values, nulls, codec)),
        None => plain(array, array.nulls(), codec),
    }
}

/// The output for an array that is no dictionary. `nulls` are its nulls, or more.
#[inline]
fn plain(
    array: &dyn Array,
    nulls: Option<&NullBuffer>,
    codec: &Codec,
) -> Result<ArrayRef, BatchError> {
    None.or_else(|| Some(with_offsets(array.as_string_opt::<i32>()?, nulls, codec)))
        .or_else(|| Some(with_offsets(array.as_string_opt::<i64>()?, nulls, codec)))
        .or_else(|| Some(with_offsets(array.as_binary_opt::<i32>()?, nulls, codec)))
        .or_else(|| Some(with_offsets(array.as_binary_opt::<i64>()?, nulls, codec)))
        .or_else(|| Some(with_views(array.as_string_view_opt()?, nulls, codec)))
        .or_else(|| Some(with_views(array.as_binary_view_opt()?, nulls, codec)))
        .unwrap_or(Err(BatchError::new(0, BatchErrorKind::BadType)))
}

fn with_offsets<T: ByteArrayType>(
    array: &GenericByteArray<T>,
    nulls: Option<&NullBuffer>,
    codec: &Codec,
) -> Result<ArrayRef, BatchError>
where
    T::Offset: Offset,
{
    let is_text = codec.gives_text();
    let validity = columns::bits(nulls);
    let input = ColumnRef { validity, ..ColumnRef::from(array) };
    let is_clean = codec.find(input.bytes(0..input.len())).is_none();
    if is_clean && !is_text {
        let (offsets, values, nulls) = array.clone().into_parts();
        return Ok(Arc::new(GenericBinaryArray::new(offsets, values, nulls)));
    }
    let has_text = T::DATA_TYPE != GenericBinaryArray::<T::Offset>::DATA_TYPE;
    if is_clean && has_text {
        return Ok(Arc::new(array.clone()));
    }
    let mut output = Column::new();
    output.fill_by(input, codec)?;
    output.values = memory::trimmed(output.values);
    Ok(if is_text {
        Arc::new(columns::text(output, codec.backend)?)
    } else {
        Arc::new(GenericBinaryArray::from(output))
    })
}

fn with_views<T: ByteViewType>(
    array: &GenericByteViewArray<T>,
    nulls: Option<&NullBuffer>,
    codec: &Codec,
) -> Result<ArrayRef, BatchError> {
    let is_text = codec.gives_text();
    let buffers: Vec<&[u8]> = array.data_buffers().iter().map(Buffer::as_slice).collect();
    let views: Vec<[u8; 16]> = array.views().iter().map(|view| view.to_le_bytes()).collect();
    let mut output = ViewColumn::new();
    let validity = columns::bits(nulls);
    output.fill_by(ViewColumnRef { views: &views, buffers: &buffers, validity }, codec)?;
    let nulls = nulls.map_or(0, NullBuffer::null_count);
    if output.changed() == 0 && output.nulls() == nulls {
        if is_text == T::IS_UTF8 {
            return Ok(Arc::new(array.clone()));
        }
        if !is_text {
            let (views, buffers, nulls) = array.clone().into_parts();
            return Ok(Arc::new(BinaryViewArray::new(views, buffers, nulls)));
        }
    }
    let rows = output.len();
    let buffers: Vec<Buffer> = output
        .buffers
        .into_iter()
        .map(|buffer| match buffer {
            ViewBuffer::Input(number) => array.data_buffers()[number].clone(),
            ViewBuffer::Own(bytes) => Buffer::from_vec(bytes),
        })
        .collect();
    let (views, nulls) = (output.views.into(), columns::nulls(output.validity, rows));
    Ok(if is_text {
        Arc::new(StringViewArray::new(views, buffers, nulls))
    } else {
        Arc::new(BinaryViewArray::new(views, buffers, nulls))
    })
}
