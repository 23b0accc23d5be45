//! The notes of a decoding: none, marks of a column, or the registers of a text.

/// The notes that a decoding makes of its registers.
pub(super) trait Notes<V> {
    /// Whether it notes places: then steps end at multiples of [`PLACES`](crate::kernel::marks::PLACES).
    const PLACES: bool = false;

    /// Whether a whole register may be stored wherever the output ends.
    const ROOM: bool = false;

    /// Notes a register: its bytes, the bytes with the values where decoded triplets start, and the
    /// lanes that are dropped. `lane` is its place in `PLACES` bytes.
    fn register(&mut self, lane: usize, v: V, values: V, drop: u64);

    /// Notes `PLACES` bytes without a `%`.
    fn clean(&mut self) {}
}

impl<V> Notes<V> for () {
    #[inline(always)]
    fn register(&mut self, _: usize, _: V, _: V, _: u64) {}
}
