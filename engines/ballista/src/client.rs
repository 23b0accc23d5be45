//! A client whose waits have a limit, and which sees how far its queries are.

use std::error::Error;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, to_bytes};
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{Request, StatusCode};
use ballista_core::config::BALLISTA_CLIENT_PULL;
use ballista_core::execution_plans::DistributedQueryExec;
use ballista_core::serde::protobuf::CancelJobParams;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::utils::{GrpcClientConfig, create_grpc_client_endpoint};
use datafusion::arrow::array::RecordBatch;
use datafusion::common::{config_datafusion_err, exec_datafusion_err, exec_err};
use datafusion::error::Result;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::{DataFrame, SessionContext};
use datafusion_proto::protobuf::LogicalPlanNode;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tonic::transport::Channel;
use tower_service::Service;

use crate::progress::{self, Progress};
use crate::remote_session;

/// What a query waits for, about once a second.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Since when.
    pub elapsed: Duration,
    /// How far the query is; `None` while it is planned, and if the scheduler is Ballista's own.
    pub progress: Option<Progress>,
    /// Whether any executor is alive.
    pub has_executor: bool,
}

/// A connection to a scheduler, and a session whose queries the cluster runs.
pub struct Client {
    url: String,
    wait: Duration,
    channel: Channel,
    context: SessionContext,
}

impl Client {
    /// Connects to the scheduler at `url`, such as `df://10.0.0.1:50050`. Waits for no longer than
    /// `wait` for the scheduler, and later for an executor if none is alive.
    ///
    /// # Errors
    /// The URL is malformed, or no scheduler answers there.
    pub async fn connect(url: &str, wait: Duration) -> Result<Self> {
        let context = remote_session(url).await?;
        // Otherwise the name of the job comes with its end: no progress, and nothing to cancel.
        context.state_ref().write().config_mut().options_mut().set(BALLISTA_CLIENT_PULL, "true")?;
        let address: Uri = url.parse().map_err(|error| config_datafusion_err!("{url}: {error}"))?;
        let host = address.host().unwrap_or_default();
        let port = address.port_u16().unwrap_or(50050);
        let endpoint = format!("http://{host}:{port}");
        let endpoint = create_grpc_client_endpoint(endpoint, Some(&GrpcClientConfig::default()));
        let endpoint = endpoint.map_err(|error| config_datafusion_err!("{url}: {error}"))?;
        let nobody = |reason: &str| {
            exec_datafusion_err!(
                "no scheduler answers at {url}: {reason}; start percent-simd-scheduler there, or give the address of one that runs"
            )
        };
        let channel = timeout(wait.max(Duration::from_secs(1)), endpoint.connect())
            .await
            .map_err(|_| nobody(&format!("nothing came within {} s", wait.as_secs())))?
            .map_err(|error| nobody(&root(&error).to_string()))?;
        Ok(Self { url: url.to_owned(), wait, channel, context })
    }

    /// The session, with the functions.
    #[must_use]
    pub fn context(&self) -> &SessionContext {
        &self.context
    }

    /// Runs a query of the session, and tells `watch` what it waits for.
    ///
    /// # Errors
    /// Those of the query, and that no executor has been alive for the time that the client waits; the
    /// query is cancelled then.
    pub async fn collect(
        &self,
        query: DataFrame,
        mut watch: impl FnMut(Waiting),
    ) -> Result<Vec<RecordBatch>> {
        let context = Arc::new(query.task_ctx());
        let plan = query.create_physical_plan().await?;
        let mut answer = std::pin::pin!(collect(Arc::clone(&plan), context));
        let begin = Instant::now();
        let mut alive = begin;
        let mut seconds = interval(Duration::from_secs(1));
        seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                answer = &mut answer => return answer,
                _ = seconds.tick() => {
                    let has_executor = self.has_executor().await;
                    if has_executor {
                        alive = Instant::now();
                    } else if alive.elapsed() >= self.wait {
                        return self.give_up(&*plan).await;
                    }
                    let progress = self.progress(&*plan).await;
                    watch(Waiting { elapsed: begin.elapsed(), progress, has_executor });
                }
            }
        }
    }

    /// Whether the scheduler knows an executor that is alive. A scheduler that does not answer is seen
    /// by the query itself.
    async fn has_executor(&self) -> bool {
        self.get("/readyz")
            .await
            .is_none_or(|(status, _)| status != StatusCode::SERVICE_UNAVAILABLE)
    }

    async fn progress(&self, plan: &dyn ExecutionPlan) -> Option<Progress> {
        let (status, text) = self.get(&format!("{}{}", progress::PATH, job(plan)?)).await?;
        (status == StatusCode::OK).then(|| Progress::from_wire(&text))?
    }

    async fn give_up(&self, plan: &dyn ExecutionPlan) -> Result<Vec<RecordBatch>> {
        if let Some(job_id) = job(plan) {
            // If that fails, the scheduler has gone, and the job with it.
            let _ = SchedulerGrpcClient::new(self.channel.clone())
                .cancel_job(CancelJobParams { job_id })
                .await;
        }
        let Self { url, wait, .. } = self;
        exec_err!(
            "no executor is alive: the scheduler at {url} has had none for {} s; start percent-simd-executor on each machine that is to run queries",
            wait.as_secs()
        )
    }

    /// The scheduler's answer to a GET, on the connection of gRPC.
    async fn get(&self, path: &str) -> Option<(StatusCode, String)> {
        let mut channel = self.channel.clone();
        poll_fn(|context| channel.poll_ready(context)).await.ok()?;
        let path: PathAndQuery = path.parse().ok()?;
        let request = Request::get(Uri::from(path)).body(tonic::body::Body::empty()).ok()?;
        let answer = channel.call(request).await.ok()?;
        let status = answer.status();
        let body = to_bytes(Body::new(answer.into_body()), 1024).await.ok()?;
        Some((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

/// The name that the scheduler has given to the query, if it has accepted it.
fn job(plan: &dyn ExecutionPlan) -> Option<String> {
    let query = plan.downcast_ref::<DistributedQueryExec<LogicalPlanNode>>()?;
    query.job_id().map(String::from)
}

/// The error that caused all others.
fn root<'error>(mut error: &'error (dyn Error + 'static)) -> &'error (dyn Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}
