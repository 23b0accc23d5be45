//! Which vector kernels this CPU has, and which of them runs: the only place where that is decided.

use core::fmt;
use core::sync::atomic::{AtomicU8, Ordering};

/// One implementation of the three primitives find, encode and decode. A value exists only where the CPU supports it: the value is the proof.
///
/// Everyday calls use [`Backend::active`], the best that the CPU has, found once by CPUID (also in `no_std`, except on bare-metal and UEFI
/// targets and in SGX enclaves, where only what is enabled at compile time is used; without SSE2 there, that is `scalar`). Comparisons and tests name one:
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use percent_simd::{Backend, Decoder};
///
/// for backend in Backend::available() {
///     assert_eq!(&*Decoder::new().on(backend).decode(b"a%20b").unwrap(), b"a b", "{backend}");
/// }
/// # }
/// ```
///
/// `--cfg percent_simd_backend="NAME"` in `RUSTFLAGS` fixes the backend at compile time (a compile error unless its CPU features are enabled
/// statically); then it is the only one available.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backend(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Kind {
    Scalar,
    Sse2,
    Ssse3,
    Avx2,
    Avx512,
    Neon,
    Simd128,
}

/// What the process uses when a policy names no backend: a [`Kind`], or `UNKNOWN` before the first call.
static ACTIVE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;

impl Backend {
    /// Every name that any build of this library knows, from the plainest to the widest; this CPU may lack some of them.
    pub const ALL_NAMES: [&'static str; 7] = ["scalar", "sse2", "ssse3", "avx2", "avx512", "neon", "simd128"];

    /// The backend that calls use whose policy names none: the best available one, or what [`set_active`](Self::set_active) chose.
    #[must_use]
    #[inline]
    pub fn active() -> Self {
        if let Some(forced) = FORCED {
            return Self(forced);
        }
        match Kind::ALL.get(usize::from(ACTIVE.load(Ordering::Relaxed))) {
            Some(&kind) => Self(kind),
            None => Self::detect(),
        }
    }

    /// The first call of the process comes here.
    #[cold]
    fn detect() -> Self {
        let best = Self::available().last().unwrap_or(Self(Kind::Scalar));
        best.set_active();
        best
    }

    /// The backends that this CPU and this build have, from the plainest to the widest; the first is `scalar` unless one was forced.
    pub fn available() -> impl Iterator<Item = Self> + Clone {
        Kind::ALL.into_iter().filter(|&kind| FORCED.map_or_else(|| kind.is_supported() && !kind.is_hidden(), |forced| forced == kind)).map(Self)
    }

    /// Its name, one of [`ALL_NAMES`](Self::ALL_NAMES).
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL_NAMES[self.0 as usize]
    }

    /// The backend of that name, or `None` where the name is unknown or this CPU or build lacks it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|backend| backend.name() == name)
    }

    /// Makes this the backend of every later call in the process whose policy names none. For tests and comparisons: results never depend on
    /// it, only speed does.
    pub fn set_active(self) {
        ACTIVE.store(self.0 as u8, Ordering::Relaxed);
    }

    #[cfg(feature = "simd")]
    #[inline]
    pub(crate) const fn kind(self) -> Kind {
        self.0
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({})", self.name())
    }
}

impl Kind {
    const ALL: [Self; 7] = [Self::Scalar, Self::Sse2, Self::Ssse3, Self::Avx2, Self::Avx512, Self::Neon, Self::Simd128];

    /// Whether this build has the kernel and this CPU its instructions.
    fn is_supported(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            Self::Sse2 => cpuid::has_sse2(),
            #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            Self::Ssse3 => cpuid::has_ssse3(),
            #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            Self::Avx2 => cpuid::has_avx2(),
            #[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
            Self::Avx512 => cpuid::has_avx512(),
            // Baseline on every AArch64 target that has vector registers at all.
            Self::Neon => cfg!(all(feature = "simd", target_arch = "aarch64", target_feature = "neon", target_endian = "little")),
            // A wasm module with vector instructions does not load where they are missing: there is nothing to detect.
            Self::Simd128 => cfg!(all(feature = "simd", target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(not(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2")))]
            _ => false,
        }
    }

    /// Whether `--cfg percent_simd_hide="FEATURE"` makes the build take the CPU for one that lacks something this backend needs, as far as detection
    /// goes; what comes without that feature is lacking too. For tests only: a CPU with AVX-512BW but not VBMI2 (Skylake-X) must fall back to
    /// `avx2`, and there is no emulator of one. Another feature takes a line here and its name in Cargo.toml's `check-cfg`.
    const fn is_hidden(self) -> bool {
        match self {
            Self::Ssse3 => cfg!(percent_simd_hide = "ssse3"),
            Self::Avx2 => Self::Ssse3.is_hidden() || cfg!(percent_simd_hide = "avx2"),
            Self::Avx512 => Self::Avx2.is_hidden() || cfg!(percent_simd_hide = "avx512vbmi2"),
            Self::Scalar | Self::Sse2 | Self::Neon | Self::Simd128 => false,
        }
    }
}

/// One module for each set of CPU features; the kernels' `#[target_feature]` attributes ask for exactly these.
#[cfg(all(feature = "simd", any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
mod cpuid {
    pub(super) use avx2::get as has_avx2;
    pub(super) use avx512::get as has_avx512;
    pub(super) use sse2::get as has_sse2;
    pub(super) use ssse3::get as has_ssse3;

    cpufeatures::new!(sse2, "sse2");
    cpufeatures::new!(ssse3, "ssse3");
    // bmi1, bmi2 and popcnt only together with avx2: every CPU that has the one has the others.
    cpufeatures::new!(avx2, "avx2", "bmi1", "bmi2", "popcnt");
    cpufeatures::new!(avx512, "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx2", "bmi1", "bmi2", "popcnt");
}

/// The backend that `--cfg percent_simd_backend` fixes at compile time.
const FORCED: Option<Kind> = if cfg!(percent_simd_backend = "scalar") {
    Some(Kind::Scalar)
} else if cfg!(percent_simd_backend = "sse2") {
    Some(Kind::Sse2)
} else if cfg!(percent_simd_backend = "ssse3") {
    Some(Kind::Ssse3)
} else if cfg!(percent_simd_backend = "avx2") {
    Some(Kind::Avx2)
} else if cfg!(percent_simd_backend = "avx512") {
    Some(Kind::Avx512)
} else if cfg!(percent_simd_backend = "neon") {
    Some(Kind::Neon)
} else if cfg!(percent_simd_backend = "simd128") {
    Some(Kind::Simd128)
} else {
    None
};

const _: () = assert!(!matches!(FORCED, Some(kind) if kind.is_hidden()), "percent_simd_hide hides what percent_simd_backend needs");

/// A backend can be forced only where the compiler itself may use its instructions everywhere.
macro_rules! require_statically {
    ($name:literal: $($arch:literal)|+: $($feature:literal),+) => {
        #[cfg(all(percent_simd_backend = $name, not(all(feature = "simd", any($(target_arch = $arch),+), $(target_feature = $feature),+))))]
        compile_error!(concat!(
            "percent_simd_backend=\"", $name, "\" needs the feature `simd` and, enabled statically (-C target-feature=...):" $(, " ", $feature)+
        ));
    };
}
require_statically!("sse2": "x86" | "x86_64": "sse2");
require_statically!("ssse3": "x86" | "x86_64": "ssse3");
require_statically!("avx2": "x86" | "x86_64": "avx2", "bmi1", "bmi2", "popcnt");
require_statically!(
    "avx512": "x86" | "x86_64": "avx512f", "avx512bw", "avx512vl", "avx512vbmi", "avx512vbmi2", "avx2", "bmi1", "bmi2", "popcnt"
);
require_statically!("neon": "aarch64": "neon");
require_statically!("simd128": "wasm32": "simd128");
