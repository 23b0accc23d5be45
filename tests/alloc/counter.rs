//! An allocator that counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// One count for each thread: tests run in parallel.
    static COUNT: Cell<Count> = const { Cell::new(Count { calls: 0, live: 0, peak: 0 }) };
}

#[derive(Clone, Copy)]
pub(crate) struct Count {
    calls: usize,
    /// The allocated bytes. The number wraps if a thread frees memory of another.
    live: usize,
    /// The highest `live` since the last reset. Growing or shrinking counts as a copy: the old and
    /// the new memory at once.
    peak: usize,
}

impl Count {
    fn allocated(size: usize) {
        let Self { calls, live, peak } = COUNT.get();
        let live = live.wrapping_add(size);
        COUNT.set(Self { calls: calls + 1, live, peak: peak.max(live) });
    }

    fn freed(size: usize) {
        let count = COUNT.get();
        COUNT.set(Self { live: count.live.wrapping_sub(size), ..count });
    }
}

/// The system's allocator, with counts.
pub(crate) struct Counting;

// SAFETY: every call is passed unchanged to the system's allocator, whose contract is the same;
// counting allocates nothing, because the thread-local is const-initialised and has no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Count::allocated(layout.size());
        // SAFETY: the caller's contract is the callee's.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        Count::freed(layout.size());
        // SAFETY: the caller's contract is the callee's, and the memory came from the same
        // allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        Count::allocated(new_size);
        Count::freed(layout.size());
        // SAFETY: the caller's contract is the callee's, and the memory came from the same
        // allocator.
        unsafe { System.realloc(memory, layout, new_size) }
    }
}

#[global_allocator]
pub(crate) static ALLOCATOR: Counting = Counting;

/// Counts the allocations of a call and its peak of bytes, the result's included, and returns both
/// with the result.
pub(crate) fn measured<T>(call: impl FnOnce() -> T) -> (usize, usize, T) {
    let before = COUNT.get();
    COUNT.set(Count { peak: before.live, ..before });
    let result = call();
    let after = COUNT.get();
    (after.calls - before.calls, after.peak.wrapping_sub(before.live), result)
}

pub(crate) fn allocations<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let (calls, _, result) = measured(call);
    (calls, result)
}

#[track_caller]
pub(crate) fn assert_allocates_nothing<T>(call: impl FnOnce() -> T) -> T {
    let (count, result) = allocations(call);
    assert_eq!(count, 0);
    result
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(vec![1, 2, 3])).0, 1);
    let mut bytes = Vec::<u8>::with_capacity(1);
    assert_eq!(allocations(|| bytes.reserve(1000)).0, 1);
    let (calls, peak, ()) = measured(|| {
        let first = vec![1_u8; 100];
        drop(vec![1_u8; 1000]);
        drop((first, vec![1_u8; 200]));
    });
    assert_eq!((calls, peak), (3, 1100));
    let mut bytes = vec![1_u8; 64];
    assert_eq!(
        measured(|| bytes.reserve_exact(136)).1,
        64 + 200 - 64,
        "the old is not of this call, but counts as long as it is there"
    );
}
