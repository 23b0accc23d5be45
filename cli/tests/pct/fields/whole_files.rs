//! Records over several blocks, and replaced files.

use crate::compressed::{gunzip, gzip};
use crate::support::{Folder, run};

#[test]
fn records_of_csv_go_over_blocks_and_threads() {
    let folder = Folder::new();
    // Blocks of 256 KiB end anywhere: within quoted fields, after doubled quotes, after line ends.
    let field = |length: usize| format!("\"{}\"", "%20,\"\"\n\r\n".repeat(length));
    let decoded = |length: usize| format!("\"{}\"", " ,\"\"\n\r\n".repeat(length));
    let lengths: Vec<usize> =
        (0..24).map(|number| [1, 3_000, 17, 30_000, 0, 900][number % 6] + number).collect();
    let build = |field: &dyn Fn(usize) -> String| -> String {
        lengths
            .iter()
            .map(|&length| format!("%20,{},{length}\n%20,plain,%20\n", field(length)))
            .collect()
    };
    let (input, output) = (build(&field), build(&decoded));
    assert!(input.len() > 4 * 256 * 1024);
    let file = folder.file("csv", &input);
    for jobs in ["1", "2", "8"] {
        let ran = run(&["decode", "--format=csv", "-f", "2", "-j", jobs, &file], "");
        assert!(ran.stdout == output.as_bytes() && ran.status == Some(0), "-j {jobs}");
    }
}

#[test]
fn files_are_replaced_and_compression_stays() {
    let folder = Folder::new();
    let (plain, gz) = (folder.file("plain", "%41\t%41\n"), folder.file("gz", gzip("%42\t%42\n")));
    let (same, bad) = (folder.file("same", "%43\tx\n"), folder.file("bad", "x\t%zz\n"));
    run(&["decode", "-i.bak", "--format=tsv", "-f", "2", &plain, &gz, &same], "").gave(0, "");
    assert_eq!(
        (folder.read("plain"), gunzip(&folder.read("gz"))),
        (b"%41\tA\n".to_vec(), b"%42\tB\n".to_vec())
    );
    assert_eq!(
        folder.names(),
        ["bad", "gz", "gz.bak", "plain", "plain.bak", "same"],
        "an unchanged file is not replaced"
    );
    assert_eq!(gunzip(&folder.read("gz.bak")), b"%42\t%42\n");
    let ran = run(&["decode", "-i", "--format=tsv", "-f", "2", "--strict=fail", &bad], "");
    assert_eq!((ran.status, folder.read("bad")), (Some(1), b"x\t%zz\n".to_vec()), "{ran:?}");
    // To another, compressed file.
    run(&["decode", "--format=tsv", "-f", "1", "-o", &folder.path("out.gz"), &gz, &plain], "")
        .gave(0, "");
    assert_eq!(gunzip(&folder.read("out.gz")), b"B\tB\nA\tA\n");
}
