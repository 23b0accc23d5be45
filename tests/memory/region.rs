//! Repeatedly mapped pages, between two inaccessible ones.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A multiple of every period in this file. A page mapped again counts as resident again until it
/// is released.
pub(crate) const PAGES: usize = 3 << 20;

pub(crate) fn page() -> usize {
    // SAFETY: sysconf only reads a setting.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("there is a page size")
}

/// Pages of memory with a descriptor, which hold `content`.
pub(crate) fn pages(content: &[u8]) -> File {
    // SAFETY: the name ends with NUL.
    let descriptor = unsafe { libc::memfd_create(c"percent-simd".as_ptr(), libc::MFD_CLOEXEC) };
    assert!(descriptor >= 0, "memfd_create: {}", std::io::Error::last_os_error());
    // SAFETY: the descriptor comes from the call above, and nothing else owns it.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    file.write_all(content).expect("memory for a few pages");
    file
}

/// Addresses between two inaccessible pages.
pub(crate) struct Region {
    guard: *mut libc::c_void,
    pub(crate) len: usize,
}

/// The kind of a mapping.
#[derive(Clone, Copy)]
pub(crate) enum Access {
    /// A write ends the process.
    Read,
    /// All mappings of a page share its content.
    Shared,
    /// A write gives the page private memory.
    Private,
}

impl Region {
    /// Reserves addresses, all of them inaccessible.
    pub(crate) fn reserve(len: usize) -> Self {
        assert_eq!(len % page(), 0);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a fresh mapping at an address of the kernel's choice touches no other memory.
        let guard = unsafe {
            libc::mmap(core::ptr::null_mut(), len + 2 * page(), libc::PROT_NONE, flags, -1, 0)
        };
        assert_ne!(guard, libc::MAP_FAILED, "mmap: {}", std::io::Error::last_os_error());
        Self { guard, len }
    }

    pub(crate) fn start(&self) -> *mut u8 {
        self.guard.cast::<u8>().wrapping_add(page())
    }

    /// Maps the [`PAGES`] of `file`, repeatedly, from byte `from` up to byte `to` of the region.
    pub(crate) fn map(&self, from: usize, to: usize, file: &File, access: Access) {
        // If `from` is within a repetition, the content begins at the same offset.
        let starts = core::iter::successors(Some(from), |&at| Some(at - at % PAGES + PAGES))
            .take_while(|&at| at < to);
        for at in starts {
            self.map_once(at, at % PAGES, (PAGES - at % PAGES).min(to - at), file, access);
        }
    }

    /// Maps `len` bytes of `file` from byte `offset` on, at byte `at` of the region.
    pub(crate) fn map_once(
        &self,
        at: usize,
        offset: usize,
        len: usize,
        file: &File,
        access: Access,
    ) {
        let (protection, sharing) = match access {
            Access::Read => (libc::PROT_READ, libc::MAP_SHARED),
            Access::Shared => (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED),
            Access::Private => (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE),
        };
        assert!(at <= self.len && len <= self.len - at);
        let (address, offset) = (
            self.start().wrapping_add(at).cast(),
            libc::off_t::try_from(offset).expect("a few pages"),
        );
        // SAFETY: `at + len <= self.len`: the addresses are within the reserved ones, to which
        // there are no references yet.
        let mapped = unsafe {
            libc::mmap(
                address,
                len,
                protection,
                sharing | libc::MAP_FIXED | libc::MAP_NORESERVE,
                file.as_raw_fd(),
                offset,
            )
        };
        assert_eq!(mapped, address, "mmap: {}", std::io::Error::last_os_error());
    }

    /// Releases the pages. Shared ones keep their content and return at the next access.
    fn let_go(&self, from: usize, to: usize) {
        assert!(from <= to && to <= self.len);
        // SAFETY: `from <= to <= self.len`: these addresses are the region's own, and none of them
        // is mapped privately.
        let result = unsafe {
            libc::madvise(self.start().wrapping_add(from).cast(), to - from, libc::MADV_DONTNEED)
        };
        assert_eq!(result, 0, "madvise: {}", std::io::Error::last_os_error());
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: this is exactly the mapping of `reserve`, and nothing borrows it any more.
        let result = unsafe { libc::munmap(self.guard, self.len + 2 * page()) };
        assert_eq!(result, 0, "munmap: {}", std::io::Error::last_os_error());
    }
}

// SAFETY: the region owns its mapping, and shared references only release pages, which then return.
unsafe impl Sync for Region {}

/// Stops a thread on drop, even after a panic.
struct Ending<'a>(&'a AtomicBool, std::thread::Thread);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// Runs `call`. Every few milliseconds, releases the touched pages of each region, from the given
/// byte on.
pub(crate) fn frugally<T>(regions: &[(&Region, usize)], call: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(50));
                regions.iter().for_each(|(region, from)| region.let_go(*from, region.len));
            }
        });
        let _ending = Ending(&done, thread.thread().clone());
        call()
    })
}
