//! Wall time and CPU time.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// What something takes, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seconds {
    pub(crate) wall: f64,
    /// Of all threads of the process.
    pub(crate) cpu: f64,
}

/// The result of a future, and what it takes.
pub(crate) async fn timed<T>(future: impl Future<Output = T>) -> (Seconds, T) {
    let (start, cpu) = (Instant::now(), cpu_time());
    let result = future.await;
    let seconds = Seconds {
        wall: start.elapsed().as_secs_f64(),
        cpu: cpu_time().saturating_sub(cpu).as_secs_f64(),
    };
    (seconds, result)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// The median of either time.
pub(crate) fn median(all: Vec<Seconds>) -> Seconds {
    let of = |time: fn(&Seconds) -> f64| {
        let mut times: Vec<f64> = all.iter().map(time).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    Seconds { wall: of(|seconds| seconds.wall), cpu: of(|seconds| seconds.cpu) }
}
