// The C++20 module `tf`: what taskflow.hpp and the headers of the algorithms declare. Macros stay in the headers, such as TF_VERSION.
module;

#include <taskflow/algorithm/data_pipeline.hpp>
#include <taskflow/algorithm/fill.hpp>
#include <taskflow/algorithm/find.hpp>
#include <taskflow/algorithm/for_each.hpp>
#include <taskflow/algorithm/generate.hpp>
#include <taskflow/algorithm/merge.hpp>
#include <taskflow/algorithm/module.hpp>
#include <taskflow/algorithm/pipeline.hpp>
#include <taskflow/algorithm/reduce.hpp>
#include <taskflow/algorithm/scan.hpp>
#include <taskflow/algorithm/sort.hpp>
#include <taskflow/algorithm/transform.hpp>
#include <taskflow/taskflow.hpp>
#include <taskflow/utility/serializer.hpp>
#include <taskflow/utility/uuid.hpp>

export module tf;

// The standard library's, for the classes below.
export namespace std {
using std::hash;
}

export namespace tf {

using tf::version;

// --- graphs ---
using tf::FlowBuilder;
using tf::Graph;
using tf::Semaphore;
using tf::Subflow;
using tf::Task;
using tf::TASK_TYPES;
using tf::Taskflow;
using tf::TaskPriority;
using tf::TaskType;
using tf::TaskView;
using tf::to_string;
using tf::operator<<;
using tf::GraphLike;
using tf::is_condition_task_v;
using tf::is_multi_condition_task_v;
using tf::is_runtime_task_v;
using tf::is_static_task_v;
using tf::is_subflow_task_v;
using tf::ConditionTaskLike;
using tf::MultiConditionTaskLike;
using tf::RuntimeTaskLike;
using tf::StaticTaskLike;
using tf::SubflowTaskLike;

// --- executors and what runs in them ---
using tf::AsyncTask;
using tf::AsyncTaskHandleLike;
using tf::DefaultTaskParams;
using tf::Executor;
using tf::Future;
using tf::is_task_params_v;
using tf::make_worker_interface;
using tf::NonpreemptiveRuntime;
using tf::Runtime;
using tf::TaskGroup;
using tf::TaskParams;
using tf::TaskParamsLike;
using tf::Worker;
using tf::WorkerInterface;
using tf::WorkerView;

// --- observers ---
using tf::ChromeObserver;
using tf::observer_stamp_t;
using tf::ObserverInterface;
using tf::TFProfManager;
using tf::TFProfObserver;

// --- algorithms ---
using tf::BinaryOperationLike;
using tf::BinaryTransformLike;
using tf::UnaryOperationLike;
using tf::UnaryTransformLike;
using tf::DefaultClosureWrapper;
using tf::DefaultPartitioner;
using tf::DynamicPartitioner;
using tf::GuidedPartitioner;
using tf::is_partitioner_v;
using tf::PartitionerBase;
using tf::PartitionerLike;
using tf::PartitionerType;
using tf::RandomPartitioner;
using tf::StaticPartitioner;
using tf::make_exclusive_scan_task;
using tf::make_fill_n_task;
using tf::make_fill_task;
using tf::make_find_if_not_task;
using tf::make_find_if_task;
using tf::make_for_each_by_index_task;
using tf::make_for_each_index_task;
using tf::make_for_each_task;
using tf::make_generate_n_task;
using tf::make_generate_task;
using tf::make_inclusive_scan_task;
using tf::make_max_element_task;
using tf::make_merge_task;
using tf::make_min_element_task;
using tf::make_module_task;
using tf::make_reduce_by_index_task;
using tf::make_reduce_task;
using tf::make_sort_task;
using tf::make_transform_exclusive_scan_task;
using tf::make_transform_inclusive_scan_task;
using tf::make_transform_reduce_task;
using tf::make_transform_task;

// --- pipelines ---
using tf::DataPipe;
using tf::DataPipeline;
using tf::make_data_pipe;
using tf::Pipe;
using tf::Pipeflow;
using tf::Pipeline;
using tf::PipeType;
using tf::ScalablePipeline;

// --- ranges ---
using tf::distance;
using tf::IndexRange;
using tf::IndexRanges;
using tf::IndexRangesLike;
using tf::IndexRangesPartitioner;
using tf::InputIteratorLike;
using tf::is_index_range_invalid;

// --- queues, notifiers, pools ---
using tf::AtomicNotifier;
using tf::BoundedPriorityWSQ;
using tf::BoundedWSQ;
using tf::BoundedWSQLike;
using tf::DefaultNotifier;
using tf::DefaultPriorityFn;
using tf::MPMC;
using tf::NonblockingNotifier;
using tf::ObjectPool;
using tf::SPSCRing;
using tf::TaggedHead128;
using tf::TaggedHead64;
using tf::UnboundedWSQ;

// --- small classes and functions ---
using tf::all_same_v;
using tf::atomic_max;
using tf::atomic_min;
using tf::CachelineAligned;
using tf::coprime;
using tf::dependent_false_v;
using tf::deref_t;
using tf::Deserializer;
using tf::get_env;
using tf::get_index;
using tf::get_index_v;
using tf::has_env;
using tf::is_pow2;
using tf::is_random_access_iterator;
using tf::is_std_compare_v;
using tf::LazyString;
using tf::make_coprime_lut;
using tf::make_moc;
using tf::median_of_three;
using tf::MoC;
using tf::NaryOperatorLike;
using tf::next_pow2;
using tf::ostreamize;
using tf::pseudo_median_of_nine;
using tf::seed;
using tf::Serializer;
using tf::SmallVector;
using tf::sort2;
using tf::sort3;
using tf::static_floor_log2;
using tf::stringify;
using tf::unique_id;
using tf::unique_variant;
using tf::unique_variant_t;
using tf::unroll;
using tf::unroll_until;
using tf::unroll_while;
using tf::UUID;
using tf::visit_tuple;
using tf::Xorshift;

}  // namespace tf
