//! Compares a preset's reading of a target with a server's.

use crate::client::Answer;
use crate::known;
use crate::preset::{Accepted, Ours, means, shows};
use crate::servers::{Kind, Server};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    SamePath,
    BothRefuse,
    Known(&'static str),
    Different,
}

/// The first comparison: a target under the server's preset, and at the server.
pub(crate) fn of_target(server: &Server, target: &[u8], ours: &Ours, theirs: &Answer) -> Verdict {
    match (ours, theirs) {
        (Ok(accepted), Answer::Path(seen))
            if !accepted.redirect && shows(server.kind, seen, accepted) =>
        {
            Verdict::SamePath
        }
        (Ok(accepted), Answer::Redirected(seen))
            if accepted.redirect && shows(server.kind, seen, accepted) =>
        {
            Verdict::SamePath
        }
        (Err(_), Answer::Refused(_) | Answer::Closed) => Verdict::BothRefuse,
        _ => known::of_target(server, target, ours, theirs)
            .map_or(Verdict::Different, Verdict::Known),
    }
}

/// The second comparison: the target of any preset, at the server.
pub(crate) fn of_forwarded(kind: Kind, accepted: &Accepted, theirs: &Answer) -> Verdict {
    // A slash in a name is another slash, though the server shows both alike.
    let is_lost = known::has_kept_slash(&accepted.target) && !kind.keeps_slashes();
    match theirs {
        Answer::Path(seen) if !is_lost && means(kind, seen, accepted) => Verdict::SamePath,
        _ => known::of_forwarded(kind, accepted, theirs).map_or(Verdict::Different, Verdict::Known),
    }
}
