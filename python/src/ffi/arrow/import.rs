//! Import of the chunks of a column.

use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::layout::{Format, Keys, Layout, Size};
use super::{ArrowArray, ArrowSchema, ORDERED, Owned};

/// A column: its chunks, of one type.
pub(crate) struct Imported {
    pub(crate) format: Format,
    pub(crate) chunks: Vec<Arc<Chunk>>,
    /// Whether it came as a stream of chunks.
    pub(crate) is_stream: bool,
}

/// A chunk of a column. It is released when it is dropped.
pub(crate) struct Chunk {
    array: Owned<ArrowArray>,
    format: Format,
}

// SAFETY: the specification lets an array be read from several threads at a time; nothing here writes to it.
unsafe impl Sync for Chunk {}

pub(super) fn format_of(schema: &Owned<ArrowSchema>) -> PyResult<Format> {
    // SAFETY: the schema is not released, so its format is a C string, and its dictionary is null or a schema.
    unsafe {
        let format = string(schema.0.format)?;
        let values =
            schema.0.dictionary.as_ref().map(|values| string(values.format)).transpose()?;
        Format::of(format, values, schema.0.flags & ORDERED != 0)
    }
}

/// # Safety
/// It is null, or a C string that outlives the result.
unsafe fn string<'a>(start: *const c_char) -> PyResult<&'a str> {
    let bad = || PyValueError::new_err("the Arrow schema has no format");
    if start.is_null() {
        return Err(bad());
    }
    // SAFETY: it is not null, so it is a C string, which outlives the result.
    unsafe { CStr::from_ptr(start) }.to_str().map_err(|_| bad())
}

impl Chunk {
    pub(super) fn new(array: Owned<ArrowArray>, format: Format) -> PyResult<Self> {
        let chunk = Self { array, format };
        chunk.check(&chunk.array.0, if format.keys.is_some() { 2 } else { 3 })?;
        if format.keys.is_some() {
            chunk.check(chunk.values().ok_or_else(damaged)?, 3)?;
        }
        Ok(chunk)
    }

    /// Whether the counts of an array allow access to its buffers.
    fn check(&self, array: &ArrowArray, buffers: i64) -> PyResult<()> {
        let sums = array.offset.checked_add(array.length).is_some_and(|end| end < i64::MAX / 16);
        let is_sound = array.length >= 0
            && array.offset >= 0
            && sums
            && array.n_buffers >= buffers
            && !array.buffers.is_null();
        if is_sound { Ok(()) } else { Err(damaged()) }
    }

    /// The values of a dictionary.
    fn values(&self) -> Option<&ArrowArray> {
        // SAFETY: the array is not released, so its dictionary is null or an array that lives as long.
        unsafe { self.array.0.dictionary.as_ref() }
    }

    pub(crate) fn len(&self) -> usize {
        self.array.0.length as usize
    }

    pub(crate) fn offset(&self) -> usize {
        self.array.0.offset as usize
    }

    pub(super) fn null_count(&self) -> i64 {
        self.array.0.null_count
    }

    /// A buffer of the chunk itself, as an address.
    pub(super) fn buffer(&self, index: usize) -> *const c_void {
        buffer(&self.array.0, index)
    }

    /// The validity bitmap of the rows, and the bit of the first one.
    pub(crate) fn validity(&self) -> PyResult<Option<(&[u8], usize)>> {
        validity(&self.array.0)
    }

    /// The validity bitmap of the result of [`layout`](Self::layout).
    pub(crate) fn layout_validity(&self) -> PyResult<Option<(&[u8], usize)>> {
        validity(self.content())
    }

    /// The array that holds text or bytes.
    fn content(&self) -> &ArrowArray {
        match self.format.keys {
            Some(_) => self.values().expect("it is checked when the chunk is made"),
            None => &self.array.0,
        }
    }

    /// The number of rows, or of values of the dictionary.
    pub(super) fn content_len(&self) -> usize {
        self.content().length as usize
    }

    /// A data buffer of the views, as an address and a length.
    pub(super) fn data(&self, index: usize) -> PyResult<(*const c_void, i64)> {
        let array = self.content();
        let data = array.n_buffers as usize - 3;
        let sizes: &[i64] = slice(array, 2 + data, 0, data)?;
        sizes.get(index).map(|&size| (buffer(array, 2 + index), size)).ok_or_else(damaged)
    }

    /// The rows; of a dictionary, the values.
    pub(crate) fn layout(&self) -> PyResult<Layout<'_>> {
        let array = self.content();
        let (first, len) = (array.offset as usize, array.length as usize);
        let rows = if len == 0 { 0 } else { len + 1 };
        Ok(match self.format.size {
            Size::Small => {
                let offsets: &[i32] = slice(array, 1, first, rows)?;
                let end = offsets.last().map_or(Ok(0), |&end| usize::try_from(end));
                Layout::Small { values: slice(array, 2, 0, end.map_err(|_| damaged())?)?, offsets }
            }
            Size::Large => {
                let offsets: &[i64] = slice(array, 1, first, rows)?;
                let end = offsets.last().map_or(Ok(0), |&end| usize::try_from(end));
                Layout::Large { values: slice(array, 2, 0, end.map_err(|_| damaged())?)?, offsets }
            }
            Size::View => {
                let data = array.n_buffers as usize - 3;
                let sizes: &[i64] = slice(array, 2 + data, 0, data)?;
                let size = |index: usize| usize::try_from(sizes[index]).map_err(|_| damaged());
                let buffers = (0..data).map(|index| slice(array, 2 + index, 0, size(index)?));
                let buffers = buffers.collect::<PyResult<_>>()?;
                Layout::View { views: slice(array, 1, first, len)?, buffers }
            }
        })
    }

    /// The keys of a dictionary.
    pub(crate) fn keys(&self) -> PyResult<Option<Keys<'_>>> {
        let (array, first, len) = (&*self.array.0, self.offset(), self.len());
        let Some(key) = self.format.keys else { return Ok(None) };
        Ok(Some(match key {
            b'c' => Keys::I8(slice(array, 1, first, len)?),
            b'C' => Keys::U8(slice(array, 1, first, len)?),
            b's' => Keys::I16(slice(array, 1, first, len)?),
            b'S' => Keys::U16(slice(array, 1, first, len)?),
            b'i' => Keys::I32(slice(array, 1, first, len)?),
            b'I' => Keys::U32(slice(array, 1, first, len)?),
            b'l' => Keys::I64(slice(array, 1, first, len)?),
            _ => Keys::U64(slice(array, 1, first, len)?),
        }))
    }
}

fn damaged() -> PyErr {
    PyValueError::new_err("the Arrow array is damaged: its numbers do not fit its buffers")
}

/// The address of a buffer; null where there is none.
fn buffer(array: &ArrowArray, index: usize) -> *const c_void {
    if index >= array.n_buffers as usize {
        return std::ptr::null();
    }
    // SAFETY: `index < n_buffers`, and there are so many addresses.
    unsafe { *array.buffers.add(index) }
}

/// Some of the elements of a buffer.
///
/// It is `T` that the type of the column says, one of those that any bytes are a value of; the specification says that there
/// are so many elements.
fn slice<T: Copy>(array: &ArrowArray, index: usize, first: usize, len: usize) -> PyResult<&[T]> {
    if len == 0 {
        return Ok(&[]);
    }
    let start = buffer(array, index).cast::<T>();
    if start.is_null() {
        return Err(damaged());
    }
    if !start.is_aligned() {
        return Err(PyValueError::new_err("the Arrow array is not aligned: copy it first"));
    }
    // SAFETY: the buffer is there and aligned. That it has `first + len` elements, and that they do not change while the array
    // is not released, is what the C data interface promises of a column of this type, length and offset.
    Ok(unsafe { std::slice::from_raw_parts(start.add(first), len) })
}

fn validity(array: &ArrowArray) -> PyResult<Option<(&[u8], usize)>> {
    if array.null_count == 0 || buffer(array, 0).is_null() {
        return Ok(None);
    }
    let (first, len) = (array.offset as usize, array.length as usize);
    Ok(Some((slice(array, 0, 0, (first + len).div_ceil(8))?, first)))
}
