//! Links the peers.

fn main() {
    #[cfg(feature = "peers")]
    {
        cc::Build::new().cpp(true).std("c++20").file("src/ada.cpp").compile("caller_ada");
        println!("cargo::rerun-if-changed=src/ada.cpp");
        println!("cargo::rustc-link-lib=curl");
    }
}
