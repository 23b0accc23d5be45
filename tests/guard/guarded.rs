//! Memory between two inaccessible pages.

use core::ops::Range;

use support::check::{Memory, Place};

/// Accessible pages between two inaccessible ones.
pub(crate) struct Guarded {
    /// The first guard page.
    map: *mut libc::c_void,
    pub(crate) page: usize,
    /// The number of bytes between the guard pages.
    pub(crate) len: usize,
}

/// The byte that fills buffers before a call.
pub(crate) const PREFILL: u8 = 0xA5;

impl Guarded {
    pub(crate) fn new(capacity: usize) -> Self {
        // SAFETY: sysconf only reads a setting.
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
        // SAFETY: these pages lie within the new mapping, to which there are no references yet.
        let result = unsafe {
            libc::mprotect(guarded.start().cast(), len, libc::PROT_READ | libc::PROT_WRITE)
        };
        assert_eq!(result, 0, "mprotect: {}", std::io::Error::last_os_error());
        guarded
    }

    pub(crate) fn start(&self) -> *mut u8 {
        // SAFETY: the mapping holds a guard page, `len` bytes, and another guard page, so the
        // offset stays within it.
        unsafe { self.map.cast::<u8>().add(self.page) }
    }

    /// The bytes between the guard pages.
    fn all(&self) -> &[u8] {
        // SAFETY: these `len` bytes are mapped, readable and initialised (with zeros, by the
        // kernel); nothing writes them while `self` is borrowed.
        unsafe { core::slice::from_raw_parts(self.start(), self.len) }
    }

    fn all_mut(&mut self) -> &mut [u8] {
        // SAFETY: these `len` bytes are mapped, readable, writable and initialised (with zeros, by
        // the kernel); `&mut self` makes them exclusive.
        unsafe { core::slice::from_raw_parts_mut(self.start(), self.len) }
    }

    /// The buffer at this edge, filled with `content`.
    pub(crate) fn holding(&mut self, content: &[u8], edge: Edge) -> &mut [u8] {
        let range = edge.range(content.len(), self.len);
        self.all_mut().fill(PREFILL);
        let bytes = &mut self.all_mut()[range];
        bytes.copy_from_slice(content);
        bytes
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: this is exactly the mapping of `new`, and nothing borrows it any more.
        let result = unsafe { libc::munmap(self.map, self.len + 2 * self.page) };
        assert_eq!(result, 0, "munmap: {}", std::io::Error::last_os_error());
    }
}

/// The place of a buffer in its pages.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge {
    /// The first byte of the buffer follows a guard page.
    Begin,
    /// A guard page follows the last byte of the buffer.
    End,
}

impl Edge {
    pub(crate) const BOTH: [Self; 2] = [Self::End, Self::Begin];

    pub(crate) fn range(self, len: usize, of: usize) -> Range<usize> {
        match self {
            Self::Begin => 0..len,
            Self::End => of - len..of,
        }
    }
}

/// Bytes at an edge of separate pages.
pub(crate) struct Edged {
    memory: Guarded,
    range: Range<usize>,
}

impl Edged {
    pub(crate) fn new(content: &[u8], edge: Edge) -> Self {
        let mut memory = Guarded::new(content.len() + 1);
        memory.holding(content, edge);
        let range = edge.range(content.len(), memory.len);
        Self { memory, range }
    }

    pub(crate) fn room(len: usize, edge: Edge) -> Self {
        Self::new(&vec![PREFILL; len], edge)
    }
}

impl Place for Edged {
    fn bytes(&self) -> &[u8] {
        &self.memory.all()[self.range.clone()]
    }

    fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory.all_mut()[self.range.clone()]
    }

    fn holds(&self, content: &[u8]) -> bool {
        let (all, Range { start, end }) = (self.memory.all(), self.range.clone());
        let is_prefilled = |bytes: &[u8]| bytes == vec![PREFILL; bytes.len()];
        self.bytes().starts_with(content)
            && is_prefilled(&all[..start])
            && is_prefilled(&all[end..])
    }
}

/// The edges of inputs and of outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges {
    input: Edge,
    output: Edge,
}

impl Edges {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let of = |input| Edge::BOTH.map(|output| Self { input, output });
        Edge::BOTH.into_iter().flat_map(of)
    }
}

impl Memory for Edges {
    type Place = Edged;

    fn input(&self, content: &[u8]) -> Edged {
        Edged::new(content, self.input)
    }

    fn in_place(&self, content: &[u8]) -> Edged {
        Edged::new(content, self.output)
    }

    fn output(&self, len: usize) -> Edged {
        Edged::room(len, self.output)
    }

    fn rooms(&self, mut all: Vec<usize>) -> Vec<usize> {
        all.truncate(4);
        all
    }
}
