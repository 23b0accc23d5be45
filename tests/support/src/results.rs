//! Results that may be borrowed.

use std::borrow::Cow;

/// Returns whether an owned result has little spare capacity.
pub fn is_tight(capacity: usize, len: usize) -> bool {
    capacity <= len + len / 8 + 64
}

/// Asserts that a result is borrowed if and only if it equals the input, and that an owned one is
/// tight.
#[track_caller]
#[allow(clippy::ptr_arg, reason = "the variant matters")]
pub fn assert_cow<T: ?Sized + ToOwned + AsRef<[u8]>>(
    got: &Cow<'_, T>,
    input: &[u8],
    capacity: fn(&T::Owned) -> usize,
    context: impl Fn() -> String,
) {
    let bytes = (**got).as_ref();
    let is_borrowed = matches!(got, Cow::Borrowed(_));
    assert_eq!(is_borrowed, bytes == input, "borrowed if and only if unchanged: {}", context());
    if let Cow::Owned(owned) = got {
        let (capacity, len) = (capacity(owned), bytes.len());
        assert!(is_tight(capacity, len), "capacity {capacity} for {len} bytes: {}", context());
    }
}
