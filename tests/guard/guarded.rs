//! Memory between two pages that cannot be touched.

/// Pages that may be read and written, between two that may not be touched.
pub(crate) struct Guarded {
    /// The first guard page.
    map: *mut libc::c_void,
    pub(crate) page: usize,
    /// How many bytes lie between the guard pages.
    pub(crate) len: usize,
}

/// What buffers are prefilled with.
pub(crate) const PREFILL: u8 = 0xA5;

impl Guarded {
    pub(crate) fn new(capacity: usize) -> Self {
        // SAFETY: sysconf only answers a question.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) })
            .expect("there is a page size");
        let len = capacity.next_multiple_of(page);
        // SAFETY: a fresh private mapping at an address of the kernel's choice touches no other
        // memory.
        let map = unsafe {
            libc::mmap(
                core::ptr::null_mut(),
                len + 2 * page,
                libc::PROT_NONE,
                libc::MAP_PRIVATE | libc::MAP_ANON,
                -1,
                0,
            )
        };
        assert_ne!(map, libc::MAP_FAILED, "mmap: {}", std::io::Error::last_os_error());
        let guarded = Self { map, page, len };
        // SAFETY: these pages lie within the mapping just made, to which there are no references
        // yet.
        let result = unsafe {
            libc::mprotect(guarded.start().cast(), len, libc::PROT_READ | libc::PROT_WRITE)
        };
        assert_eq!(result, 0, "mprotect: {}", std::io::Error::last_os_error());
        guarded
    }

    pub(crate) fn start(&self) -> *mut u8 {
        // SAFETY: the mapping holds a guard page, `len` bytes, and another guard page, so this
        // stays within it.
        unsafe { self.map.cast::<u8>().add(self.page) }
    }

    /// All that lies between the guard pages, prefilled.
    pub(crate) fn prefilled(&mut self) -> &mut [u8] {
        // SAFETY: these `len` bytes are mapped, readable, writable and initialised (with zeros, by
        // the kernel); `&mut self` makes them exclusive.
        let bytes = unsafe { core::slice::from_raw_parts_mut(self.start(), self.len) };
        bytes.fill(PREFILL);
        bytes
    }

    /// `content` at the edge in question.
    pub(crate) fn holding(&mut self, content: &[u8], edge: Edge) -> &mut [u8] {
        let range = edge.range(content.len(), self.len);
        let bytes = &mut self.prefilled()[range];
        bytes.copy_from_slice(content);
        bytes
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: exactly what `new` has mapped; nothing borrows it any more.
        let result = unsafe { libc::munmap(self.map, self.len + 2 * self.page) };
        assert_eq!(result, 0, "munmap: {}", std::io::Error::last_os_error());
    }
}

/// Where in its pages a buffer lies.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    /// Its first byte follows a guard page.
    Begin,
    /// Its last byte is followed by a guard page.
    End,
}

impl Edge {
    pub(crate) const BOTH: [Self; 2] = [Self::End, Self::Begin];

    pub(crate) fn range(self, len: usize, of: usize) -> core::ops::Range<usize> {
        match self {
            Self::Begin => 0..len,
            Self::End => of - len..of,
        }
    }
}

/// Runs `call` on a prefilled buffer of `room` bytes at each edge. Then its front must hold
/// `expected`, and nothing outside of it may have changed.
pub(crate) fn assert_writes<T: PartialEq + core::fmt::Debug>(
    memory: &mut Guarded,
    room: usize,
    context: &dyn Fn() -> String,
    expected: (&T, &[u8]),
    call: impl Fn(&mut [u8]) -> T,
) {
    for edge in Edge::BOTH {
        let len = memory.len;
        let range = edge.range(room, len);
        let result = call(&mut memory.prefilled()[range.clone()]);
        assert!(
            result == *expected.0,
            "{}, {edge:?}, room for {room}: {result:?} instead of {:?}",
            context(),
            expected.0
        );
        // Not prefilled anew: this is what the call has left.
        // SAFETY: as in `prefilled`, whose borrow has ended.
        let left = unsafe { core::slice::from_raw_parts(memory.start(), len) };
        assert!(
            left[range.clone()].starts_with(expected.1),
            "{}, {edge:?}, room for {room}: the result is wrong",
            context()
        );
        let (before, after) = (&left[..range.start], &left[range.end..]);
        let is_prefilled = |bytes: &[u8]| bytes.iter().all(|&byte| byte == PREFILL);
        assert!(
            is_prefilled(before) && is_prefilled(after),
            "{}, {edge:?}, room for {room}: something outside has changed",
            context()
        );
    }
}
