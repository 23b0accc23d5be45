//! The tasks of an executor, with errors that say where: one line that names the executor, and the file
//! if one is being read.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use ballista_core::error::BallistaError;
use ballista_core::execution_plans::sort_shuffle::SortShuffleWriterExec;
use ballista_core::execution_plans::{RangeShuffleWriterExec, ShuffleWriterExec};
use ballista_core::serde::BallistaPhysicalExtensionCodec;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    ChildrenPropertiesMode, DisplayAs, DisplayFormatType, ExecutionPlan, PhysicalExpr,
    PlanProperties, ReplaceChildrenOptions,
};
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use futures::StreamExt;

use crate::files::name_files;
use crate::message::message;

/// Reads the tasks that a scheduler sends, for an executor of that name. A task is a shuffle writer and
/// what it writes; the latter says where it fails.
#[derive(Debug)]
pub struct TaskCodec {
    executor: Arc<str>,
    inner: BallistaPhysicalExtensionCodec,
}

impl TaskCodec {
    /// For an executor of that name.
    #[must_use]
    pub fn new(executor: &str) -> Self {
        Self { executor: executor.into(), inner: BallistaPhysicalExtensionCodec::default() }
    }
}

impl PhysicalExtensionCodec for TaskCodec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let node = self.inner.try_decode(bytes, inputs, context, converter)?;
        let is_writer = node.is::<ShuffleWriterExec>()
            || node.is::<RangeShuffleWriterExec>()
            || node.is::<SortShuffleWriterExec>();
        if !is_writer {
            return Ok(node);
        }
        let placed = node.children().into_iter().map(|child| {
            let (executor, inner) = (Arc::clone(&self.executor), name_files(Arc::clone(child))?);
            Ok(Arc::new(Placed { executor, inner }) as Arc<dyn ExecutionPlan>)
        });
        let placed = placed.collect::<Result<_>>()?;
        node.replace_children(placed, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Keep))
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        self.inner.try_encode(node, bytes, converter)
    }
}

/// A plan that is the inner one to all who look at it, and names the executor in its errors.
#[derive(Debug)]
struct Placed {
    executor: Arc<str>,
    inner: Arc<dyn ExecutionPlan>,
}

impl DisplayAs for Placed {
    fn fmt_as(&self, format: DisplayFormatType, f: &mut Formatter<'_>) -> fmt::Result {
        self.inner.fmt_as(format, f)
    }
}

impl ExecutionPlan for Placed {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn downcast_delegate(&self) -> Option<&dyn ExecutionPlan> {
        Some(&*self.inner)
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        self.inner.properties()
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.inner.children()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        options: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let inner = Arc::clone(&self.inner).replace_children(children, options)?;
        Ok(Arc::new(Self { executor: Arc::clone(&self.executor), inner }))
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let options = ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute);
        self.replace_children(children, options)
    }

    fn apply_expressions(
        &self,
        function: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.inner.apply_expressions(function)
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        let executor = Arc::clone(&self.executor);
        let rows =
            self.inner.execute(partition, context).map_err(|error| placed(error, &executor))?;
        let schema = rows.schema();
        let rows = rows.map(move |batch| batch.map_err(|error| placed(error, &executor)));
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, rows)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        self.inner.metrics()
    }
}

/// The error with its place. What the scheduler tells apart stays as it is: it repeats a task that could
/// not read or fetch its input.
fn placed(error: DataFusionError, executor: &str) -> DataFusionError {
    match error.find_root() {
        DataFusionError::IoError(_) => error,
        DataFusionError::External(root) if root.is::<BallistaError>() => error,
        _ => DataFusionError::Execution(format!("{} (executor {executor})", message(&error))),
    }
}
