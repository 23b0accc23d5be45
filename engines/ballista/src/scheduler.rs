//! A scheduler as Ballista's, which also tells clients how far their jobs are, and which executor lacks
//! the functions of a task.

use std::collections::{BTreeSet, HashSet};
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::get;
use ballista_core::JobId;
use ballista_core::error::{BallistaError, Result};
use ballista_core::serde::BallistaCodec;
use ballista_core::serde::protobuf::failed_task::FailedReason;
use ballista_core::serde::protobuf::scheduler_grpc_server::{SchedulerGrpc, SchedulerGrpcServer};
use ballista_core::serde::protobuf::{
    ExecutionError, FailedTask, MultiTaskDefinition, TaskStatus, UpdateTaskStatusParams,
    task_status,
};
use ballista_core::serde::scheduler::ExecutorMetadata;
use ballista_core::utils::default_config_producer;
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::metrics::default_metrics_collector;
use ballista_scheduler::scheduler_server::SchedulerServer;
use ballista_scheduler::state::execution_stage::ExecutionStage;
use ballista_scheduler::state::executor_manager::ExecutorManager;
use ballista_scheduler::state::task_manager::TaskLauncher;
use datafusion::common::tree_node::{TreeNode, TreeNodeRecursion};
use datafusion::physical_expr::ScalarFunctionExpr;
use datafusion_proto::physical_plan::AsExecutionPlan;
use datafusion_proto::protobuf::{LogicalPlanNode, PhysicalPlanNode};
use tokio::net::TcpListener;
use tonic::service::Routes;

use crate::progress::{self, Progress};
use crate::session_state;

type Server = SchedulerServer<LogicalPlanNode, PhysicalPlanNode>;

/// Runs a scheduler on the listener. Clients and executors reach it as they reach Ballista's;
/// `/healthz` and `/readyz` are for those who watch it.
///
/// # Errors
/// Those of Ballista's scheduler.
pub async fn serve(listener: TcpListener, config: SchedulerConfig) -> Result<()> {
    let cluster = BallistaCluster::new_from_config(&config).await?;
    let [sent, received] = [
        config.grpc_server_max_encoding_message_size,
        config.grpc_server_max_decoding_message_size,
    ]
    .map(|size| size as usize);
    let endpoint = config.scheduler_endpoint();
    let launcher = Arc::new(Launcher { endpoint: endpoint.clone(), server: OnceLock::new() });
    let mut server = Server::new_with_task_launcher(
        endpoint,
        cluster,
        BallistaCodec::default(),
        Arc::new(config),
        default_metrics_collector()?,
        Arc::clone(&launcher) as Arc<dyn TaskLauncher>,
    );
    server.init().await?;
    let _ = launcher.server.set(server.clone());

    let grpc = SchedulerGrpcServer::new(server.clone())
        .max_encoding_message_size(sent)
        .max_decoding_message_size(received);
    let watched = Router::new()
        .route("/healthz", get(|| async { "ok" }))
        .route("/readyz", get(is_ready))
        .route(&format!("{}{{job}}", progress::PATH), get(progress_of))
        .with_state(server);
    let router = Routes::new(grpc).into_axum_router().merge(watched);
    axum::serve(listener, router.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}

async fn is_ready(State(server): State<Server>) -> (StatusCode, &'static str) {
    if server.is_ready() {
        (StatusCode::OK, "ready")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "no executor is alive")
    }
}

/// The progress of a job that runs.
async fn progress_of(
    State(server): State<Server>,
    Path(job): Path<String>,
) -> std::result::Result<String, StatusCode> {
    let jobs = server.state.task_manager.get_running_job_cache();
    let job = jobs.get(&JobId::from(job)).ok_or(StatusCode::NOT_FOUND)?;
    let graph = job.execution_graph.read().await;
    let mut progress = Progress { stages: graph.stage_count(), ..Progress::default() };
    for stage in graph.stages().values() {
        match stage {
            ExecutionStage::Successful(_) => progress.stages_done += 1,
            ExecutionStage::Running(stage) => {
                let done = stage
                    .task_infos
                    .iter()
                    .filter(|task| matches!(task.task_status, task_status::Status::Successful(_)));
                let done = done.map(|task| task.global_input_partition_ids.len()).sum::<usize>();
                progress.partitions_done += done;
                progress.partitions += stage.partitions;
            }
            _ => {}
        }
    }
    Ok(progress.to_wire())
}

/// Sends tasks to executors. One that an executor cannot decode is a task that has failed there:
/// Ballista's own launcher would tell the client neither the executor nor the reason.
struct Launcher {
    endpoint: String,
    server: OnceLock<Server>,
}

#[async_trait::async_trait]
impl TaskLauncher for Launcher {
    async fn launch_tasks(
        &self,
        executor: &ExecutorMetadata,
        tasks: Vec<MultiTaskDefinition>,
        executors: &ExecutorManager,
    ) -> Result<HashSet<JobId>> {
        let sent = tasks.clone();
        let refused =
            executors.launch_multi_task(&executor.id, sent, self.endpoint.clone()).await?;
        let Some(server) = self.server.get().filter(|_| !refused.is_empty()) else {
            return Ok(refused);
        };
        let refused = |task: &&MultiTaskDefinition| refused.contains(task.job_id.as_str());
        let task_status = tasks.iter().filter(refused).flat_map(|task| failed(task, executor));
        let request = UpdateTaskStatusParams {
            executor_id: executor.id.clone(),
            task_status: task_status.collect(),
        };
        let answer = SchedulerGrpc::update_task_status(server, tonic::Request::new(request)).await;
        answer.map(|_| HashSet::new()).map_err(BallistaError::from)
    }
}

/// The status of each task of a definition that the executor does not accept.
fn failed(
    tasks: &MultiTaskDefinition,
    executor: &ExecutorMetadata,
) -> impl Iterator<Item = TaskStatus> {
    let functions = functions(&tasks.plan).unwrap_or_default();
    let ExecutorMetadata { id, host, grpc_port, .. } = executor;
    let lacks = match functions.len() {
        0 => "cannot read a plan of this scheduler".to_owned(),
        _ => format!("lacks {}", functions.into_iter().collect::<Vec<_>>().join(", ")),
    };
    let error = format!(
        "executor {id} at {host}:{grpc_port} {lacks}, or is of another version; install percent-simd-scheduler and percent-simd-executor from the same commit on each machine"
    );
    tasks.task_ids.iter().map(move |task| TaskStatus {
        task_id: task.task_id,
        job_id: tasks.job_id.clone(),
        stage_id: tasks.stage_id,
        stage_attempt_num: tasks.stage_attempt_num,
        launch_time: tasks.launch_time,
        start_exec_time: tasks.launch_time,
        end_exec_time: tasks.launch_time,
        metrics: Vec::new(),
        status: Some(task_status::Status::Failed(FailedTask {
            error: error.clone(),
            retryable: false,
            count_to_failures: false,
            failed_reason: Some(FailedReason::ExecutionError(ExecutionError {})),
        })),
    })
}

/// Those of our functions that a plan calls, by name.
fn functions(plan: &[u8]) -> datafusion::error::Result<BTreeSet<String>> {
    let context = session_state(default_config_producer())?.task_ctx();
    let codec = BallistaCodec::<LogicalPlanNode, PhysicalPlanNode>::default();
    let plan = PhysicalPlanNode::try_decode(plan)?
        .try_into_physical_plan(&context, codec.physical_extension_codec())?;
    let ours = percent_simd_datafusion::functions();
    let mut names = BTreeSet::new();
    plan.apply(|node| {
        node.apply_expressions(&mut |expression| {
            expression.apply(|part| {
                let name = part.downcast_ref::<ScalarFunctionExpr>().map(ScalarFunctionExpr::name);
                let ours = ours.iter().map(|ours| ours.name());
                names.extend(ours.filter(|ours| Some(*ours) == name).map(str::to_owned));
                Ok(TreeNodeRecursion::Continue)
            })
        })?;
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(names)
}
