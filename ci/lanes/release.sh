# shellcheck shell=bash disable=SC2154 # variables of ci/run
# Published packages and installed programs. Functions for ci/run.

# Prepares Debian 13's compiler, as a prefix of cargo in the array `old`, and a copy of the repository in the folder $tree, where cargo chooses
# dependencies for the compiler's version; $features lists the built features.
debian_rust() {
    local rust=${PERCENT_SIMD_DEBIAN_RUST:-$HOME/.cache/percent-simd-debian-rust}
    # Debian 13's compiler is the oldest that the library supports. It runs with its own C library; cargo, and the linker, are the machine's.
    run ci/unpack --suite trixie "$rust" rustc
    local start="exec '$rust/usr/lib64/ld-linux-x86-64.so.2' --library-path '$rust/usr/lib/x86_64-linux-gnu'"
    printf '#!/bin/sh\n%s "$@"\n' "$start '$rust/usr/bin/rustc' --sysroot '$rust/usr'" > "$rust/rustc-here"
    # rustdoc passes the sysroot to the compiler of its examples.
    printf '#!/bin/sh\n%s "$@"\n' "$start '$rust/usr/bin/rustc'" > "$rust/rustc-of-rustdoc"
    printf '#!/bin/sh\nRUSTC_BOOTSTRAP=1 %s "$@"\n' \
        "$start '$rust/usr/bin/rustdoc' --sysroot '$rust/usr' -Zunstable-options --test-builder '$rust/rustc-of-rustdoc'" > "$rust/rustdoc-here"
    chmod +x "$rust"/rust*-*
    run "$rust/rustc-here" --version
    rm -rf "$tree"
    mkdir -p "$tree"
    git ls-files -z | xargs -0 tar cf - | tar xf - -C "$tree"
    rm "$tree/Cargo.lock"
    old=(env -C "$tree" RUSTC="$rust/rustc-here" RUSTDOC="$rust/rustdoc-here" CARGO_TARGET_DIR="$tree-target")
    run env -C "$tree" cargo generate-lockfile --quiet
    features=$(cargo metadata --no-deps --format-version 1 | python3 -c '
import json, sys
library, = (each for each in json.load(sys.stdin)["packages"] if each["name"] == "percent-simd")
print(",".join(name for name in library["features"] if name != "avx512"))')
}

lane_msrv() {
    local tree=$out/msrv features old
    xtask msrv
    debian_rust
    run "${old[@]}" cargo check --quiet -p percent-simd
    run "${old[@]}" cargo check --quiet -p percent-simd --no-default-features --features std
    few_cases
    run "${old[@]}" cargo test -p percent-simd --no-default-features --features "$features" --lib --test kernels
    tested "$(backends_here | sed 's/ avx512//')"
}

lane_old-rust() {
    local tree=$out/old-rust features old
    debian_rust
    run "${old[@]}" cargo test -p percent-simd --no-default-features --features "$features" --doc
    # The lowest versions that Cargo.toml admits, without the dependencies of tests.
    run cargo package --quiet -p percent-simd --no-verify --allow-dirty
    rm -rf "$tree"
    mkdir -p "$tree"
    tar xf "$CARGO_TARGET_DIR"/package/percent-simd-*.crate -C "$tree" --strip-components=1
    rm "$tree/Cargo.lock"
    python3 - "$tree/Cargo.toml" << 'END'
import re, sys
tables = re.split(r"(?m)^(?=\[)", open(sys.argv[1]).read())
left = [table for table in tables if not re.match(r"\[(\[test|dev-dep|target.*dev-dep)", table)]
open(sys.argv[1], "w").write("".join(left) + "\n[workspace]\n")
END
    run env -C "$tree" cargo +nightly generate-lockfile --quiet -Z direct-minimal-versions
    run "${old[@]}" cargo check --quiet --no-default-features --features "$features"
}

# The interface equals docs/api.txt; and breaking changes since the last release.
lane_semver() {
    local last
    need_crate cargo-public-api cargo-public-api@0.52.0
    run ci/api > "$out/api.txt"
    diff docs/api.txt "$out/api.txt" || {
        echo "the public interface has changed: ci/api > docs/api.txt" >&2
        return 1
    }
    last=$(git describe --tags --abbrev=0 --match 'v*' HEAD^ 2> /dev/null) || {
        skipped "there is no release to compare the interface with: no tag v* before this commit, or the clone is shallow"
        return 0
    }
    need_cargo semver-checks
    run cargo semver-checks check-release -p percent-simd --all-features --baseline-rev "$last"
}

lane_weight() {
    run ci/weight check
}

# Every step but the upload. cargo builds each package from its uploaded files, dependencies first.
lane_package() {
    # `pct` is built from the unpacked package of the library, so an earlier run's must be removed.
    rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/{cache,src}/-*/percent-simd-[0-9]*
    run ci/release-dry-run
}

lane_deny() {
    need_cargo deny
    local workspace checks=(bans licenses sources)
    if timeout 120 cargo deny fetch db; then
        checks+=(advisories)
    else
        skipped "the check of advisories: their database is a git repository, which this machine cannot fetch"
    fi
    run cargo deny --all-features --workspace check "${checks[@]}"
    for workspace in fuzz python capi engines tower/actix; do
        run cargo deny --manifest-path $workspace/Cargo.toml --config deny.toml check "${checks[@]}"
    done
}

lane_sample() {
    local sample=samples/access.log
    in_readme "cargo run --release -p percent-simd-cli -- decode --format combined $sample | head"
    run cargo run --release -p percent-simd-cli -- decode --format combined "$sample" > "$out/decode"
    in_readme "cargo run --release -p percent-simd-cli -- inspect --count $sample"
    run cargo run --release -p percent-simd-cli -- inspect --count "$sample" > "$out/inspect"
    echo "lines in: $(wc -l < $sample), out: $(wc -l < "$out/decode")"
    [ "$(wc -l < $sample)" = "$(wc -l < "$out/decode")" ]
    grep '^dot-segment' "$out/inspect"
    run cargo run --release -p percent-simd-cli -- info
}

# The program, installed as users install it. An installed package is removed again.
lane_install() {
    local deb=$out/percent-simd.deb
    need_debian dpkg-shlibdeps:dpkg-dev
    in_readme "cargo install --locked --path cli"
    run cargo install --quiet --locked --path cli --root "$out/install"
    [ "$(echo a%20b | "$out/install/bin/pct" decode)" = "a b" ]
    in_readme ci/deb
    run ci/deb "$deb"
    debian install "$deb"
    run dpkg --listfiles percent-simd
    [ "$(echo a%20b | /usr/bin/pct decode)" = "a b" ]
    zcat /usr/share/man/man1/pct-decode.1.gz | grep 'pct decode' > /dev/null
    bash -c '. /usr/share/bash-completion/completions/pct && complete -p pct'
    debian remove percent-simd
}
