//! The end of the process after a panic. A panic is a defect of this library.

/// The closure's value, or `None` after a panic.
#[cfg(any(test, not(feature = "capi")))]
pub(super) fn caught<T>(body: impl FnOnce() -> T) -> Option<T> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).ok()
}

/// The closure's value. Without std nothing unwinds: a panic aborts the process.
#[cfg(all(feature = "capi", not(test)))]
#[inline(always)]
pub(super) fn caught<T>(body: impl FnOnce() -> T) -> Option<T> {
    Some(body())
}

#[cfg(all(feature = "capi", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn abort() -> !;
    }
    abort()
}
