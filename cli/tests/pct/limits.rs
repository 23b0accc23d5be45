//! Memory, and full file systems.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::{fs, thread};

use crate::compressed::gzip;
use crate::support::{Folder, pct, run};

/// The number of piped bytes, beyond any limit here. With `PCT_TEST_HUGE`: 1 GiB.
fn size() -> usize {
    if std::env::var_os("PCT_TEST_HUGE").is_some_and(|set| !set.is_empty()) {
        1 << 30
    } else if cfg!(debug_assertions) {
        80 << 20
    } else {
        256 << 20
    }
}

/// The peak memory of `pct`, in MiB, for this many pieces, each of which becomes this many bytes;
/// the last one ends the line.
fn peak(
    args: &[&str],
    input: impl Fn(&mut dyn Write) -> std::io::Result<()> + Sync,
    mut expected: usize,
) -> u64 {
    let mut child =
        pct(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("pct starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut stdout = child.stdout.take().expect("it is piped");
    let status = thread::scope(|scope| {
        let written = scope.spawn(|| input(&mut stdin));
        let mut buffer = vec![0; 1 << 20];
        while expected > 0 {
            expected -=
                stdout.read(&mut buffer).ok().filter(|&len| len > 0).expect("there is more");
        }
        written.join().expect("it does not panic").expect("pct reads");
        // All output has arrived, but pct waits for more input.
        fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs")
    });
    drop(stdin);
    assert_eq!(
        (child.wait().expect("pct ends").code(), stdout.read(&mut [0]).expect("it can be read")),
        (Some(0), 0)
    );
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
    let peak =
        peak.trim().trim_end_matches("kB").trim().parse::<u64>().expect("it is a number") / 1024;
    println!("{args:?}: {peak} MiB for {} MiB", size() >> 20);
    peak
}

/// True if an emulator would add its own memory.
fn is_emulated() -> bool {
    let is_emulated = std::env::var_os("PCT_TEST_RUNNER").is_some();
    if is_emulated {
        println!("skipped: an emulator has memory of its own");
    }
    is_emulated
}

#[test]
fn memory_does_not_grow_with_the_input() {
    if is_emulated() {
        return;
    }
    let lines = format!("{}/%D0%BE\n", "x".repeat(1000)).repeat(1000);
    let count = size() / lines.len();
    for (threads, bound) in [("1", 12), ("8", 64)] {
        let write =
            |stdin: &mut dyn Write| (0..count).try_for_each(|_| stdin.write_all(lines.as_bytes()));
        let peak = peak(&["decode", "-j", threads], write, count * (lines.len() - 4 * 1000));
        assert!(peak < bound, "{peak} MiB with {threads} threads");
    }
}

#[test]
fn memory_does_not_grow_with_the_length_of_a_line() {
    if is_emulated() {
        return;
    }
    let piece = format!("{}/%D0%BE", "x".repeat(1000)).repeat(1000);
    let count = size() / piece.len();
    let write = |stdin: &mut dyn Write| {
        (0..count).try_for_each(|_| stdin.write_all(piece.as_bytes()))?;
        stdin.write_all(b"\n")
    };
    let peak = peak(&["decode", "-j", "4"], write, count * (piece.len() - 4 * 1000) + 1);
    assert!(peak < 64, "{peak} MiB");
}

#[test]
fn a_record_that_must_stay_whole_takes_at_most_twice_its_length() {
    if is_emulated() {
        return;
    }
    let piece = format!("a=1&{}/%D0%BE&", "x".repeat(1000)).repeat(1000);
    // In MiB, the memory besides the records. `inspect` without optimisation is slow, so its size
    // is smaller.
    let (size, rest) = if cfg!(debug_assertions) { (12 << 20, 16) } else { (size(), 24) };
    let (pieces, len) = (size / piece.len(), size as u64 >> 20);
    let write = |stdin: &mut dyn Write| {
        stdin.write_all(b"id\t")?;
        (0..pieces).try_for_each(|_| stdin.write_all(piece.as_bytes()))?;
        stdin.write_all(b"%00\n")
    };
    let table = pieces * (piece.len() - 4 * 1000) + "id\t%00\n".len();
    let flags = "(standard input):1: nul,control\n".len();
    let encoded = pieces * (piece.len() + 4 * 1000) + "id\t%2500\n".len();
    let (triplets, column) = (2000 * pieces + 1, pieces * piece.len() + 4);
    let row = format!(
        "{{\"file\":\"(standard input)\",\"line\":1,\"flags\":[\"nul\",\"control\"],\"triplets\":{triplets},\"malformed\":0,\
         \"record\":\"id\\t%00\",\"places\":[{{\"column\":{column},\"flags\":[\"nul\",\"control\"]}}]}}\n"
    );
    let row = row.len() + pieces * piece.len();
    for (args, expected, times) in [
        (&["inspect"][..], flags, 1),
        (&["inspect", "--format", "tsv", "-f", "2"], flags, 1),
        (&["inspect", "--records", "--json"], row, 2),
        (&["encode", "--format", "tsv", "-f", "2", "--set", "%"], encoded, 2),
        (&["query", "-k", "b,c"], "\t\n".len(), 1),
        (&["decode", "--format", "tsv", "-f", "2"], table, 2),
        (&["decode", "--format", "tsv", "-f", "2", "--only"], table - "id\t".len(), 2),
        (&["decode", "--utf8", "strict"], table, 2),
        (&["normalize", "--format", "tsv", "-f", "2"], pieces * piece.len() + "id\t%00\n".len(), 2),
    ] {
        let peak = peak(args, write, expected);
        assert!(peak < times * len + rest, "{args:?}: {peak} MiB");
    }
}

#[test]
fn memory_does_not_grow_with_compressed_data() {
    if is_emulated() {
        return;
    }
    // The input compresses to a thousandth.
    let size = size();
    let bomb = gzip(vec![b'x'; size]);
    let peak = peak(&["decode", "-j", "4"], |stdin| stdin.write_all(&bomb), size);
    assert!(peak < 64, "{peak} MiB");
}

struct Tmpfs(String);

impl Tmpfs {
    /// Mounts one MiB; `None` if the system does not permit it.
    fn new(folder: &Folder) -> Option<Self> {
        let path = folder.path("tmpfs");
        fs::create_dir(&path).expect("the target folder can be written");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m", "pct-test", &path])
            .stderr(Stdio::null())
            .status();
        mount.is_ok_and(|status| status.success()).then_some(Self(path))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
#[ignore = "mounts a file system, as root: cargo test -p percent-simd-cli --test pct full_file_system -- --ignored"]
fn a_full_file_system_leaves_files_as_they_were() {
    let folder = Folder::new();
    let Some(tmpfs) = Tmpfs::new(&folder) else {
        println!("SKIPPED: this user may mount no file system");
        return;
    };
    let content = "/some/line%20with/%D0%BE\n".repeat(30_000);
    let large = folder.file("tmpfs/large", &content);
    let small = folder.file("tmpfs/small", "%41\n");
    for threads in ["1", "4"] {
        fs::write(&small, "%41\n").expect("there is space for that");
        let ran = run(&["decode", "-i", "-j", threads, &large, &small], "");
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert_eq!(
            ran.stderr,
            format!("pct: {large}: No space left on device (os error 28); it stays unchanged\n")
        );
        assert!(
            folder.read("tmpfs/large") == content.as_bytes()
                && folder.read("tmpfs/small") == b"A\n"
        );

        let out = format!("{}/out", tmpfs.0);
        let ran = run(&["decode", "-o", &out, "-j", threads, &large], "");
        ran.failed(&["out: No space left on device (os error 28); it stays unchanged\n"]);
        let ran = run(&["encode", "--scheme", "all", "-o", &small, "-j", threads, &large], "");
        ran.failed(&["small: No space left on device (os error 28); it stays unchanged\n"]);
        let mut names: Vec<_> = fs::read_dir(&tmpfs.0)
            .expect("it is there")
            .map(|entry| entry.expect("it can be read").file_name())
            .collect();
        names.sort();
        assert_eq!(
            (names, folder.read("tmpfs/small")),
            (vec!["large".into(), "small".into()], b"A\n".to_vec())
        );
    }
}

/// Help that cannot be written is a failure.
#[test]
fn help_on_a_full_disk_fails() {
    for args in [&["--help"][..], &["-h"], &["-V"], &["decode", "--help"]] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has it");
        let output = pct(args).stdout(full).output().expect("pct starts");
        let stderr = String::from_utf8(output.stderr).expect("messages are text");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("(standard output): No space left"), "{args:?}: {stderr}");
        assert_eq!(run(args, "").status, Some(0), "{args:?}");
    }
}
