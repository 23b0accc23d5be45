//! The names of backends, and policies on a chosen backend.

use std::collections::HashSet;

use percent_simd::{Backend, Decoder};

use crate::api::{DECODER, ENCODER};

#[test]
fn backends_have_names() {
    let lacks = |name: &str| match name {
        "scalar" => false,
        "ssse3" => cfg!(not(feature = "ssse3")),
        "avx512" => cfg!(not(feature = "avx512")),
        _ => cfg!(not(feature = "simd")),
    };
    let compiled: Vec<_> = support::NAMES.into_iter().filter(|name| !lacks(name)).collect();
    assert_eq!(Backend::ALL_NAMES, compiled);
    let available = support::backends();
    for &backend in &available {
        assert!(Backend::ALL_NAMES.contains(&backend.name()));
        assert_eq!(Backend::from_name(backend.name()), Some(backend));
        assert_eq!(backend.to_string(), backend.name());
        assert_eq!(format!("{backend:?}"), format!("Backend({})", backend.name()));
        assert_eq!(format!("[{backend:>10}]"), format!("[{:>10}]", backend.name()));
    }
    for &name in Backend::ALL_NAMES {
        assert_eq!(
            Backend::from_name(name).is_some(),
            available.iter().any(|backend| backend.name() == name),
            "{name}"
        );
    }
    for name in ["", "SCALAR", "avx", "scalar ", "auto"] {
        assert_eq!(Backend::from_name(name), None, "{name:?}");
        let error = name.parse::<Backend>().unwrap_err();
        let names = compiled.join(", ");
        let expected = format!("no backend is named {name:?}; the names are: {names}");
        assert_eq!(error.to_string(), expected);
        assert_eq!(format!("{error:?}"), format!("ParseBackendError({name:?})"));
        let _: &dyn std::error::Error = &error;
    }
    let here: Vec<_> = available.iter().map(|backend| backend.name()).collect();
    // Names of other builds' backends are known, too.
    for name in support::NAMES {
        match name.parse::<Backend>() {
            Ok(backend) => assert_eq!(Some(backend), Backend::from_name(name)),
            Err(error) => {
                assert_eq!(Backend::from_name(name), None);
                let expected = format!(
                    "the backend {name} is not available; this CPU and build have: {}",
                    here.join(", ")
                );
                assert_eq!(error.to_string(), expected);
            }
        }
    }
    // A long name is cut between characters.
    let error = "☃".repeat(50).parse::<Backend>().unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("no backend is named {:?}…; the names", "☃".repeat(10))),
        "{error}"
    );
    let distinct: HashSet<Backend> = available.iter().copied().collect();
    assert_eq!(distinct.len(), available.len());
    // The order of names is from the plainest to the widest.
    let order: Vec<_> = available
        .iter()
        .map(|backend| Backend::ALL_NAMES.iter().position(|&name| name == backend.name()))
        .collect();
    assert!(order.is_sorted());
    assert!(
        available[0].name() == "scalar" || available.len() == 1,
        "only a backend forced at compile time stands alone"
    );
    assert!(Backend::available().clone().eq(available));
}

/// The backend distinguishes two equal policies, and does not change results.
#[test]
fn on_a_backend() {
    for backend in support::backends() {
        assert_eq!(Decoder::new().on(backend), Decoder::new().on(backend));
        assert_ne!(Decoder::new().on(backend), Decoder::new());
        assert_eq!(
            ENCODER.on(backend).display(b"a b%2f+").to_string(),
            ENCODER.display(b"a b%2f+").to_string()
        );
        assert_eq!(DECODER.on(backend).check(b"a%4"), DECODER.check(b"a%4"));
    }
}
