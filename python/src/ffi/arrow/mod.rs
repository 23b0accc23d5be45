//! Columns of Apache Arrow, through its C data interface and its PyCapsule interface, without an
//! Arrow crate.
//!
//! The structures are those of the specification, field by field. An imported structure is moved
//! out of its capsule and released after its last use ([`Chunk`]). An exported one ([`Array`])
//! consists of the library's columns only, and keeps the input that it refers to alive.

mod capsule;
mod export;
mod import;
mod layout;
mod stream;

use std::ffi::{CStr, c_char, c_int, c_void};

pub(crate) use capsule::import;
pub(crate) use export::{Array, array_capsules, schema_capsule, stream_capsule};
pub(crate) use import::{Chunk, Imported};
pub(crate) use layout::{Format, Keys, Layout, Size};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// `ARROW_FLAG_DICTIONARY_ORDERED`: the order of a dictionary's values is significant.
const ORDERED: i64 = 1;
/// `ARROW_FLAG_NULLABLE`.
const NULLABLE: i64 = 2;

type Release<T> = Option<unsafe extern "C" fn(*mut T)>;

/// `struct ArrowSchema`.
#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Release<Self>,
    private_data: *mut c_void,
}

/// A structure of the interface. It is zeroed before it is filled, and its owner releases it.
///
/// # Safety
/// Null bytes are a value of the type, and `release` is its callback.
unsafe trait Structure: Sized {
    fn release(&self) -> Release<Self>;
    fn clear_release(&mut self);
}

macro_rules! structures {
    ($($name:ident)+) => {
        $(
            // SAFETY: it is numbers, pointers and optional functions, and `release` is the one that the specification names.
            unsafe impl Structure for $name {
                fn release(&self) -> Release<Self> {
                    self.release
                }

                fn clear_release(&mut self) {
                    self.release = None;
                }
            }
        )+
    };
}

structures! { ArrowSchema ArrowArray ArrowArrayStream }

/// An owned structure, released on drop.
struct Owned<T: Structure>(Box<T>);

// SAFETY: the specification lets a structure be used and released by any thread, one at a time, as its owner has it.
unsafe impl<T: Structure> Send for Owned<T> {}

impl<T: Structure> Owned<T> {
    /// An empty structure for a callback to fill.
    fn empty() -> Self {
        // SAFETY: null bytes are a value of the type.
        Self(Box::new(unsafe { std::mem::zeroed() }))
    }

    /// The structure at that place, from which it is moved away: there it counts as released.
    ///
    /// # Safety
    /// The place is valid, and nobody else uses it meanwhile.
    unsafe fn take(place: *mut T) -> Self {
        // SAFETY: the place is valid and used by nobody else; a bitwise copy moves the structure, as the specification says, once the source is marked as
        // released.
        unsafe {
            let moved = Self(Box::new(place.read()));
            (*place).clear_release();
            moved
        }
    }

    /// Gives it away: it is no longer released here.
    fn into_raw(self) -> *mut T {
        let owned = std::mem::ManuallyDrop::new(self);
        // SAFETY: `owned` is never dropped, so the box is moved.
        Box::into_raw(unsafe { std::ptr::read(&owned.0) })
    }

    /// Takes back what [`into_raw`](Self::into_raw) gave away.
    ///
    /// # Safety
    /// It is that pointer, and this is the only time.
    unsafe fn from_raw(place: *mut T) -> Self {
        // SAFETY: the box that `into_raw` forgot is the owner of the place.
        Self(unsafe { Box::from_raw(place) })
    }

    fn is_released(&self) -> bool {
        self.0.release().is_none()
    }
}

impl<T: Structure> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.release() {
            // SAFETY: it is not released yet, and it is ours.
            unsafe { release(&mut *self.0) };
        }
    }
}
