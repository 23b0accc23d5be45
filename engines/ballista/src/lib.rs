//! What a scheduler, an executor and a client of [Ballista](https://datafusion.apache.org/ballista/)
//! need to have the functions of [`percent_simd_datafusion`].
//!
//! Ballista sends a query to other machines as a plan that names its functions, and each process
//! looks the names up among its own. So all three have to register the same functions:
//!
//! | process | takes them from | here |
//! | --- | --- | --- |
//! | scheduler | `SchedulerConfig::with_override_session_builder` | [`session_state`] |
//! | executor | `ExecutorProcessConfig::override_function_registry` | [`function_registry`] |
//! | client | `SessionContext::remote`, once it is there | [`remote_session`] |
//!
//! The programs `percent-simd-scheduler` and `percent-simd-executor` of this package are such
//! processes. The example `sql` is a client.

#[doc(hidden)] // for the programs of this package
pub mod process;

use ballista::extension::SessionContextExt;
use ballista_core::registry::BallistaFunctionRegistry;
use ballista_core::utils::{default_config_producer, default_session_builder};
use datafusion::error::Result;
use datafusion::execution::SessionState;
use datafusion::prelude::{SessionConfig, SessionContext};

/// The state of a session, as Ballista makes it, with the functions.
///
/// # Errors
/// Those of Ballista's `default_session_builder`.
pub fn session_state(config: SessionConfig) -> Result<SessionState> {
    let mut state = default_session_builder(config)?;
    percent_simd_datafusion::register_all(&mut state)?;
    Ok(state)
}

/// The functions of an executor: those of such a session.
///
/// # Errors
/// Those of [`session_state`].
pub fn function_registry() -> Result<BallistaFunctionRegistry> {
    Ok((&session_state(default_config_producer())?).into())
}

/// A client's session on the cluster whose scheduler is at `url`, such as `df://10.0.0.1:50050`.
///
/// # Errors
/// The URL is malformed. Whether there is a scheduler is seen when a query runs.
pub async fn remote_session(url: &str) -> Result<SessionContext> {
    let mut context = SessionContext::remote(url).await?;
    // Not before: Ballista replaces the functions of a state that it is given.
    percent_simd_datafusion::register_all(&mut context)?;
    Ok(context)
}
