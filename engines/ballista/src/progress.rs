//! How far a job is: what a scheduler tells a client that asks for `/progress/JOB`.

use std::fmt;
use std::str::FromStr;

/// The path at which a scheduler tells the progress of a job, without the job's name.
pub(crate) const PATH: &str = "/progress/";

/// The stages of a job, and the partitions of those that run: each is a part of a stage's input that one
/// task reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Stages that are done.
    pub stages_done: usize,
    /// All stages. A plan that adapts to its data may lose some.
    pub stages: usize,
    /// Partitions that are done, of the stages that run.
    pub partitions_done: usize,
    /// All partitions of these stages.
    pub partitions: usize,
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stages_done, stages, partitions_done, partitions } = self;
        write!(f, "{stages_done} of {stages} stages")?;
        if *partitions > 0 {
            write!(f, ", {partitions_done} of {partitions} partitions")?;
        }
        Ok(())
    }
}

impl Progress {
    /// The numbers, as a scheduler sends them.
    pub(crate) fn to_wire(self) -> String {
        let Self { stages_done, stages, partitions_done, partitions } = self;
        format!("{stages_done} {stages} {partitions_done} {partitions}")
    }

    /// `None`: another scheduler's answer.
    pub(crate) fn from_wire(text: &str) -> Option<Self> {
        let numbers: Result<Vec<_>, _> = text.split(' ').map(usize::from_str).collect();
        let [stages_done, stages, partitions_done, partitions] = numbers.ok()?.try_into().ok()?;
        Some(Self { stages_done, stages, partitions_done, partitions })
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn wire() {
        let progress =
            Progress { stages_done: 1, stages: 3, partitions_done: 20, partitions: 16000 };
        assert_eq!(Progress::from_wire(&progress.to_wire()), Some(progress));
        assert_eq!(Progress::from_wire("1 2 3"), None);
        assert_eq!(Progress::from_wire("<html>"), None);
    }
}
