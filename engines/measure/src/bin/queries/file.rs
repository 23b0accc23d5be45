//! The Parquet file.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use arrow::array::{RecordBatch, StringArray};
use arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;
use datafusion_common::Result;
use percent_simd_engines_measure::{Content, Random, row};

/// Makes the file, compressed by Snappy as Spark's are, unless it is there: a column `c` of that many
/// rows, the same ones each time; of `distinct` request targets, if that is given.
pub(crate) fn make(path: &Path, rows: usize, distinct: Option<u32>) -> Result<()> {
    const BATCH: usize = 8192;
    const STEPS: usize = 20;
    if path.exists() {
        eprintln!("{} is there", path.display());
        return Ok(());
    }
    let unfinished = path.with_extension("unfinished");
    let schema = Arc::new(Schema::new(vec![Field::new("c", DataType::Utf8, false)]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(distinct.is_some())
        .build();
    let file = File::create(&unfinished)?;
    let mut writer = ArrowWriter::try_new(file, Arc::clone(&schema), Some(properties))?;
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
    let any_row = |random: &mut Random| {
        let (_, content) = Content::ALL[random.below(Content::ALL.len())];
        row(content, random)
    };
    let targets: Vec<String> = (0..distinct.unwrap_or_default())
        .map(|number| format!("/search?page={number}&q={}", any_row(&mut random)))
        .collect();
    let (mut written, mut step) = (0, 0);
    while written < rows {
        let number = BATCH.min(rows - written);
        let column: StringArray = (0..number)
            .map(|_| match targets.len() {
                0 => Some(any_row(&mut random)),
                // The first ones are the most frequent.
                most => {
                    let most = 1 + random.below(most);
                    Some(targets[random.below(most)].clone())
                }
            })
            .collect();
        writer.write(&RecordBatch::try_new(Arc::clone(&schema), vec![Arc::new(column)])?)?;
        written += number;
        if written * STEPS / rows > step {
            step = written * STEPS / rows;
            eprintln!("{}: {}%", path.display(), 100 * step / STEPS);
        }
    }
    writer.close()?;
    std::fs::rename(&unfinished, path)?;
    Ok(())
}
