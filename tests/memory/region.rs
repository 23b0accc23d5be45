//! Mapped memory: a few pages again and again, between two that cannot be touched.

use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A multiple of every period in this file. Each page that is mapped again counts as resident again
/// until it is let go.
pub(crate) const PAGES: usize = 3 << 20;

pub(crate) fn page() -> usize {
    // SAFETY: sysconf only answers a question.
    usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("there is a page size")
}

/// Pages of memory that have a descriptor, and hold `content`.
pub(crate) fn pages(content: &[u8]) -> File {
    // SAFETY: the name ends with NUL.
    let descriptor = unsafe { libc::memfd_create(c"percent-simd".as_ptr(), libc::MFD_CLOEXEC) };
    assert!(descriptor >= 0, "memfd_create: {}", std::io::Error::last_os_error());
    // SAFETY: the descriptor was made above, and nothing else owns it.
    let mut file = unsafe { File::from_raw_fd(descriptor) };
    file.write_all(content).expect("memory for a few pages");
    file
}

/// Addresses between two pages that cannot be touched.
pub(crate) struct Region {
    guard: *mut libc::c_void,
    pub(crate) len: usize,
}

/// The way in which pages are mapped.
#[derive(Clone, Copy)]
pub(crate) enum Access {
    /// A write ends the process.
    Read,
    /// All mappings of a page share its content.
    Shared,
    /// A written page becomes a page of its own.
    Private,
}

impl Region {
    /// Nothing of it can be touched yet.
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

    /// Maps the [`PAGES`] of `file`, again and again, from byte `from` up to byte `to` of the
    /// region.
    pub(crate) fn map(&self, from: usize, to: usize, file: &File, access: Access) {
        // Where `from` is in the middle of a repetition, so is the content.
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

    /// Lets go of the pages, which keep what they hold (unless they are private) and come back when
    /// they are touched.
    fn let_go(&self, from: usize, to: usize) {
        assert!(from <= to && to <= self.len);
        // SAFETY: `from <= to <= self.len`: these addresses are the region's own, and those mapped
        // privately are never among them.
        let result = unsafe {
            libc::madvise(self.start().wrapping_add(from).cast(), to - from, libc::MADV_DONTNEED)
        };
        assert_eq!(result, 0, "madvise: {}", std::io::Error::last_os_error());
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: exactly what `reserve` has mapped; nothing borrows it any more.
        let result = unsafe { libc::munmap(self.guard, self.len + 2 * page()) };
        assert_eq!(result, 0, "munmap: {}", std::io::Error::last_os_error());
    }
}

// SAFETY: it owns its mapping, and shared references to it only make pages come and go.
unsafe impl Sync for Region {}

/// Tells a thread to end when it is dropped, by a panic, too.
struct Ending<'a>(&'a AtomicBool, std::thread::Thread);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        self.1.unpark();
    }
}

/// Runs `call`, and every few milliseconds lets go of the pages that it has touched, from the given
/// byte of each region on.
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
