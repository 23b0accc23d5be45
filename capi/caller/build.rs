//! Links the peers.

fn main() {
    if std::env::var_os("CARGO_FEATURE_PEERS").is_some() {
        for library in ["curl", "glib-2.0", "aprutil-1", "apr-1"] {
            println!("cargo::rustc-link-lib={library}");
        }
    }
}
