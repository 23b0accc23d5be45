//! Real lines, one call a line: those of the sample that comes with the repository, and of the
//! files that `PERCENT_CORPUS=file[,file]` names.

mod common;

use std::path::Path;

use common::lines;
use criterion::{Criterion, criterion_group, criterion_main};

fn benches(criterion: &mut Criterion) {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/access.log").to_owned();
    let named = std::env::var("PERCENT_CORPUS").unwrap_or_default();
    for path in std::iter::once(sample)
        .chain(named.split(',').filter(|name| !name.is_empty()).map(str::to_owned))
    {
        let bytes =
            std::fs::read(&path).unwrap_or_else(|error| panic!("PERCENT_CORPUS: {path}: {error}"));
        let pool: Vec<Vec<u8>> = bytes
            .split(|&byte| byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(<[u8]>::to_vec)
            .collect();
        let name = Path::new(&path)
            .file_name()
            .map_or_else(|| path.clone(), |name| name.to_string_lossy().into_owned());
        lines::decoding(criterion, &format!("lines-decode/{name}"), &pool);
        lines::encoding(criterion, &format!("lines-encode/{name}"), &pool);
    }
}

criterion_group!(all, benches);
criterion_main!(all);
