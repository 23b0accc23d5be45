//! Scans whose errors name the file: DataFusion's say what is wrong with a file, and not which it is.

use std::fmt::{self, Formatter};
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::common::tree_node::{Transformed, TreeNode, TreeNodeRecursion};
use datafusion::config::ConfigOptions;
use datafusion::datasource::listing::PartitionedFile;
use datafusion::datasource::physical_plan::{
    FileOpener, FileScanConfig, FileScanConfigBuilder, FileSource,
};
use datafusion::datasource::source::DataSourceExec;
use datafusion::datasource::table_schema::TableSchema;
use datafusion::error::Result;
use datafusion::object_store::ObjectStore;
use datafusion::physical_expr::projection::ProjectionExprs;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_plan::metrics::ExecutionPlanMetricsSet;
use datafusion::physical_plan::{DisplayFormatType, ExecutionPlan, PhysicalExpr};
use datafusion_datasource::morsel::{Morsel, MorselPlan, MorselPlanner, Morselizer};
use futures::StreamExt;
use futures::stream::BoxStream;

/// The last rule of a session that runs its plans itself. A plan for other processes is not changed:
/// an executor names the files of the tasks that it runs.
#[derive(Debug, Default)]
pub struct NameFiles;

impl PhysicalOptimizerRule for NameFiles {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        name_files(plan)
    }

    fn name(&self) -> &'static str {
        "name_files"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

/// The plan, with scans whose errors begin with the name of the file.
pub(crate) fn name_files(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>> {
    let named = plan.transform(|node| {
        let scan = node.downcast_ref::<DataSourceExec>();
        let Some(files) = scan.and_then(|scan| scan.data_source().downcast_ref::<FileScanConfig>())
        else {
            return Ok(Transformed::no(node));
        };
        let source = Arc::new(NamedSource(Arc::clone(files.file_source())));
        let files = FileScanConfigBuilder::from(files.clone()).with_source(source).build();
        Ok(Transformed::yes(DataSourceExec::from_data_source(files)))
    })?;
    Ok(named.data)
}

/// A source whose files are opened and read as before. Optimizers see only what a running plan shows.
struct NamedSource(Arc<dyn FileSource>);

impl FileSource for NamedSource {
    fn create_file_opener(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        partition: usize,
    ) -> Result<Arc<dyn FileOpener>> {
        self.0.create_file_opener(store, config, partition)
    }

    fn create_morselizer(
        &self,
        store: Arc<dyn ObjectStore>,
        config: &FileScanConfig,
        partition: usize,
    ) -> Result<Box<dyn Morselizer>> {
        let inner = self.0.create_morselizer(store, config, partition)?;
        Ok(Box::new(NamedFiles { store: config.object_store_url.to_string(), inner }))
    }

    fn table_schema(&self) -> &TableSchema {
        self.0.table_schema()
    }

    fn with_batch_size(&self, batch_size: usize) -> Arc<dyn FileSource> {
        Arc::new(Self(self.0.with_batch_size(batch_size)))
    }

    fn filter(&self) -> Option<Arc<dyn PhysicalExpr>> {
        self.0.filter()
    }

    fn projection(&self) -> Option<&ProjectionExprs> {
        self.0.projection()
    }

    fn metrics(&self) -> &ExecutionPlanMetricsSet {
        self.0.metrics()
    }

    fn file_type(&self) -> &str {
        self.0.file_type()
    }

    fn fmt_extra(&self, format: DisplayFormatType, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt_extra(format, f)
    }

    fn supports_repartitioning(&self) -> bool {
        self.0.supports_repartitioning()
    }

    fn reorder_files(&self, files: Vec<PartitionedFile>) -> Vec<PartitionedFile> {
        self.0.reorder_files(files)
    }

    fn apply_expressions(
        &self,
        function: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        self.0.apply_expressions(function)
    }
}

#[derive(Debug)]
struct NamedFiles {
    store: String,
    inner: Box<dyn Morselizer>,
}

impl Morselizer for NamedFiles {
    fn plan_file(&self, file: PartitionedFile) -> Result<Box<dyn MorselPlanner>> {
        // A file of this machine is named by its path.
        let url = format!("{}{}", self.store, file.object_meta.location);
        let name: Arc<str> = url.strip_prefix("file://").unwrap_or(&url).into();
        let inner = named(&name, self.inner.plan_file(file))?;
        Ok(Box::new(Named { name, inner }))
    }
}

/// A step of the reading of a file.
#[derive(Debug)]
struct Named<T> {
    name: Arc<str>,
    inner: T,
}

impl Named<Box<dyn MorselPlanner>> {
    fn boxed(name: &Arc<str>, inner: Box<dyn MorselPlanner>) -> Box<dyn MorselPlanner> {
        Box::new(Self { name: Arc::clone(name), inner })
    }
}

impl MorselPlanner for Named<Box<dyn MorselPlanner>> {
    fn plan(self: Box<Self>) -> Result<Option<MorselPlan>> {
        let Self { name, inner } = *self;
        let Some(mut plan) = named(&name, inner.plan())? else { return Ok(None) };
        let morsels = plan.take_morsels().into_iter();
        let morsels = morsels
            .map(|inner| Box::new(Named { name: Arc::clone(&name), inner }) as Box<dyn Morsel>)
            .collect();
        let planners = plan.take_ready_planners().into_iter();
        let planners = planners.map(|planner| Self::boxed(&name, planner)).collect();
        let pending = plan.take_pending_planner();
        let mut plan = MorselPlan::new().with_morsels(morsels).with_planners(planners);
        if let Some(pending) = pending {
            plan.set_pending_planner(async move {
                named(&name, pending.await).map(|planner| Self::boxed(&name, planner))
            });
        }
        Ok(Some(plan))
    }
}

impl Morsel for Named<Box<dyn Morsel>> {
    fn into_stream(self: Box<Self>) -> BoxStream<'static, Result<RecordBatch>> {
        let Self { name, inner } = *self;
        inner.into_stream().map(move |batch| named(&name, batch)).boxed()
    }
}

fn named<T>(name: &str, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.context(name))
}
