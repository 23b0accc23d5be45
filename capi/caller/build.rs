//! Links the peers.

fn main() {
    #[cfg(feature = "peers")]
    {
        cc::Build::new().cpp(true).std("c++20").file("src/ada.cpp").compile("caller_ada");
        println!("cargo::rerun-if-changed=src/ada.cpp");
        for library in ["curl", "glib-2.0", "aprutil-1", "apr-1"] {
            println!("cargo::rustc-link-lib={library}");
        }
    }
}
