//! The vector kernels of this CPU, and the choice of the one that runs: the only place where that
//! is decided.
#![deny(unexpected_cfgs)] // a name that the table has and `check-cfg` in Cargo.toml lacks

use core::error::Error;
use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU8, Ordering};

use crate::error::UnknownName;

/// One implementation of find, encode and decode. A value exists only where
/// the CPU supports it: the value is the proof.
///
/// Everyday calls use [`Backend::active`], the best that the CPU has, found once by CPUID (also in
/// `no_std`, except on bare-metal and UEFI targets and in SGX enclaves, where only features enabled
/// at compile time are used; without SSE2 there, that is `scalar`). On wasm, `simd128` is there if
/// the module is built with `-C target-feature=+simd128`. Comparisons and tests name one:
///
/// ```
/// use percent_simd::{Backend, Decoder};
///
/// for backend in Backend::available() {
///     assert_eq!(&*Decoder::new().on(backend).decode(b"a%20b").unwrap(), b"a b", "{backend}");
/// }
/// ```
///
/// A name becomes a backend by [`from_name`](Self::from_name), or by [`FromStr`] with an error that
/// lists the names.
///
/// `--cfg percent_simd_backend="NAME"` in `RUSTFLAGS` fixes the backend at compile time; then it is
/// the only one available. It is a compile error unless its CPU features are enabled statically, and
/// the feature of this crate that compiles it (`simd`, `ssse3` or `avx512`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Backend(Kind);

/// The backend of policies that name none: a [`Kind`], or `UNKNOWN` before the first call.
static ACTIVE: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;

impl Backend {
    /// The names of the backends that the enabled features compile, for this architecture or another
    /// one, from the plainest to the widest: `scalar` alone without the feature `simd`; `ssse3` and
    /// `avx512` with the features of these names. This CPU may lack some of them.
    pub const ALL_NAMES: &'static [&'static str] = Kind::COMPILED;

    /// The backend of calls whose policy names none: the best available one, or the choice of
    /// [`set_active`](Self::set_active).
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
    #[inline]
    fn detect() -> Self {
        let best = Self::available().last().unwrap_or(Self(Kind::Scalar));
        best.settle(&ACTIVE)
    }

    /// Makes this the active backend unless another thread has chosen one meanwhile; the one that
    /// is active then.
    #[inline]
    fn settle(self, active: &AtomicU8) -> Self {
        #[cfg(target_has_atomic = "8")]
        if let Err(chosen) =
            active.compare_exchange(UNKNOWN, self.0 as u8, Ordering::Relaxed, Ordering::Relaxed)
        {
            return Kind::ALL.get(usize::from(chosen)).map_or(self, |&kind| Self(kind));
        }
        // Targets without compare-and-swap have only the scalar kernel.
        #[cfg(not(target_has_atomic = "8"))]
        active.store(self.0 as u8, Ordering::Relaxed);
        self
    }

    /// The backends that this CPU and this build have, from the plainest to the widest; the first
    /// is `scalar` unless one was forced.
    pub fn available() -> impl Iterator<Item = Self> + Clone {
        Kind::ALL
            .into_iter()
            .filter(|&kind| {
                FORCED.map_or_else(
                    || kind.is_supported() && !kind.is_hidden(),
                    |forced| forced == kind,
                )
            })
            .map(Self)
    }

    /// The backend's name, one of [`ALL_NAMES`](Self::ALL_NAMES).
    #[must_use]
    pub const fn name(self) -> &'static str {
        Kind::NAMES[self.0 as usize]
    }

    /// The backend of that name, or `None` where the name is unknown or this CPU or build lacks it.
    #[must_use]
    #[inline]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().find(|backend| backend.name() == name)
    }

    /// Makes this the backend of every later call in the process whose policy names none. For tests
    /// and comparisons: results never depend on it, only speed does.
    #[inline]
    pub fn set_active(self) {
        ACTIVE.store(self.0 as u8, Ordering::Relaxed);
    }

    #[inline]
    #[allow(dead_code, reason = "a build without vector kernels chooses nothing")]
    pub(crate) const fn kind(self) -> Kind {
        // A backend that is fixed at compile time is the only one, so that no other is linked but
        // the scalar one, which a policy may need.
        match (FORCED, self.0) {
            (Some(forced), kind) if !matches!(kind, Kind::Scalar) => forced,
            (_, kind) => kind,
        }
    }
}

impl fmt::Display for Backend {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Backend {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Backend({})", self.name())
    }
}

impl FromStr for Backend {
    type Err = ParseBackendError;

    #[inline]
    fn from_str(name: &str) -> Result<Self, ParseBackendError> {
        Self::from_name(name).ok_or_else(|| ParseBackendError(UnknownName::new(name)))
    }
}

/// The error of parsing a [`Backend`]: none has that name, or this CPU or build lacks it. The
/// message lists the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseBackendError(UnknownName);

impl fmt::Display for ParseBackendError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Kind::NAMES.into_iter().find(|&name| self.0.is(name));
        match known {
            Some(name) => {
                write!(f, "the backend {name} is not available; this CPU and build have:")
            }
            None => write!(f, "no backend is named {}; the names are:", self.0),
        }?;
        let is_listed = |name: &&&str| known.is_none() || Backend::from_name(name).is_some();
        let mut names = Backend::ALL_NAMES.iter().filter(is_listed).enumerate();
        names.try_for_each(|(i, name)| write!(f, "{}{name}", if i == 0 { " " } else { ", " }))
    }
}

impl Error for ParseBackendError {}

/// Defines the items that follow from the table alone.
macro_rules! define_kinds {
    ($(
        $kind:ident $name:tt
        $(of $part:tt on [$($target:tt)+] with $base:tt and [$($feature:tt)*] $(hide $hide:tt)?)?;
    )+) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub(crate) enum Kind {
            $($kind,)+
        }

        impl Kind {
            const ALL: [Self; [$(Self::$kind),+].len()] = [$(Self::$kind),+];
            pub(crate) const NAMES: [&'static str; Self::ALL.len()] = [$($name),+];

            /// The names of the backends that the features of this build compile.
            const COMPILED: &'static [&'static str] = &[$(#[cfg(all($(feature = $part)?))] $name),+];

            /// `true` if this build has a vector kernel.
            pub(crate) const ANY_VECTOR: bool = false $($(
                || cfg!(all(feature = $part, any($(target_arch = $target),+), target_feature = $base, target_endian = "little"))
            )?)+;

            /// Returns whether this build has the kernel and this CPU its instructions.
            #[inline]
            fn is_supported(self) -> bool {
                match self {
                    Self::Scalar => true,
                    $($(
                        #[cfg(all(feature = $part, any($(target_arch = $target),+), target_feature = $base, target_endian = "little"))]
                        Self::$kind => cpu_has!($($feature)*),
                    )?)+
                    #[allow(unreachable_patterns, reason = "where the build has all kernels, as none does yet")]
                    _ => false,
                }
            }

            /// Returns whether `--cfg percent_simd_hide="FEATURE"` makes detection treat the CPU as
            /// one without FEATURE, which this backend needs. For tests only: a CPU with AVX-512BW
            /// but without VBMI2 (Skylake-X) must fall back to `avx2`, and no emulator has such a
            /// CPU.
            const fn is_hidden(self) -> bool {
                // The backends that can be hidden build on one another.
                let mut hidden = false;
                $(
                    let can_be = false $($(|| { hidden |= cfg!(percent_simd_hide = $hide); true })?)?;
                    if self as u8 == Self::$kind as u8 {
                        return can_be && hidden;
                    }
                )+
                false
            }
        }

        /// The backend that is fixed at compile time: by `--cfg percent_simd_backend`, or because the
        /// build has no other.
        const FORCED: Option<Kind> =
            $(if cfg!(percent_simd_backend = $name) { Some(Kind::$kind) } else)+
            if Kind::ANY_VECTOR { None } else { Some(Kind::Scalar) };

        // A backend can be forced only where the compiler itself may use its instructions everywhere.
        $($(
            #[cfg(all(
                percent_simd_backend = $name,
                not(all(
                    feature = $part,
                    any($(target_arch = $target),+),
                    target_endian = "little",
                    target_feature = $base,
                    $(target_feature = $feature,)*
                ))
            ))]
            compile_error!(concat!(
                "percent_simd_backend=\"", $name, "\" needs the feature `", $part, "` of percent-simd (features = [\"", $part,
                "\"] of the dependency), a little-endian target of the architecture", $(" ", $target,)+
                " and, enabled statically (-C target-feature=...): ", $base $(, " ", $feature)*
            ));
        )?)+
    };
}

/// `true` if the CPU has these features, all of which cpufeatures knows.
#[cfg(feature = "simd")]
#[allow(unused_macros, reason = "an architecture without vector kernels asks nothing")]
macro_rules! cpu_has {
    () => {
        true
    };
    ($($feature:tt)+) => {{
        cpufeatures::new!(features, $($feature),+);
        features::get()
    }};
}

// The list of backends, from the plainest to the widest.
//
// A line is a variant of [`Kind`] and a name. For a vector kernel there follow the feature of this
// package that compiles it; the architectures that have it; the CPU feature that the build must
// enable; those that detection then asks the CPU for (together with the former they are what the
// kernel's `#[target_feature]` attributes enable by name or imply); and the value of
// `--cfg percent_simd_hide` that makes detection miss it.
//
// Three places besides know the names: `dispatch!` in src/kernel/simd/dispatch.rs, which calls the
// kernels, and `check-cfg` in Cargo.toml (tests compare both), and `ci/shared.sh`, which reads
// these lines.
define_kinds! {
    Scalar "scalar";
    Sse2 "sse2" of "simd" on ["x86" "x86_64"] with "sse2" and [];
    Ssse3 "ssse3" of "ssse3" on ["x86" "x86_64"] with "sse2" and ["ssse3"] hide "ssse3";
    Avx2 "avx2" of "simd" on ["x86" "x86_64"] with "sse2" and ["avx2" "bmi1" "bmi2" "popcnt"] hide "avx2";
    Avx512 "avx512" of "avx512" on ["x86" "x86_64"] with "sse2"
        and ["avx512f" "avx512bw" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx2" "bmi1" "bmi2" "popcnt"] hide "avx512vbmi2";
    Neon "neon" of "simd" on ["aarch64"] with "neon" and [];
    Simd128 "simd128" of "simd" on ["wasm32"] with "simd128" and [];
}

const _: () = assert!(
    !matches!(FORCED, Some(kind) if kind.is_hidden()),
    "percent_simd_hide hides a feature that percent_simd_backend needs"
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detection_does_not_undo_a_choice() {
        for chosen in Kind::ALL {
            let active = AtomicU8::new(chosen as u8);
            assert_eq!(Backend(Kind::Scalar).settle(&active), Backend(chosen));
            assert_eq!(active.load(Ordering::Relaxed), chosen as u8);
        }
        let active = AtomicU8::new(UNKNOWN);
        assert_eq!(Backend(Kind::Avx2).settle(&active), Backend(Kind::Avx2));
        assert_eq!(active.load(Ordering::Relaxed), Kind::Avx2 as u8);
    }

    #[test]
    fn the_manifest_declares_the_names() {
        let manifest: String = include_str!("../Cargo.toml").replace('\\', "");
        assert!(manifest.contains(
            &format!("cfg(percent_simd_backend, values({:?}", Kind::NAMES).replace(['[', ']'], "")
        ));
    }
}
