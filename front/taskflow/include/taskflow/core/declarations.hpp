// What programs name before they include the rest: the classes, and the kinds and priorities of tasks.
#pragma once

#include <array>
#include <cstddef>

// The version that the program was written for, as TF_VERSION has it (300600 is 3.6.0), for what has meant something else since. All
// files of a program are compiled with the same one.
// - before 300700: the partitioners' names are types, not templates.
// - before 300900: a callable that takes a Runtime and returns a number makes a condition task, and the other tasks with a
//   Runtime have the type STATIC.
// - before 301100: a BoundedTaskQueue keeps one place empty.
#if !defined(XOMP_TASKFLOW_VERSION)
#define XOMP_TASKFLOW_VERSION 400100
#endif
#if XOMP_TASKFLOW_VERSION < 300000
#error "XOMP_TASKFLOW_VERSION is a number as TF_VERSION is, such as 300600 for Taskflow 3.6.0; 300000 or more"
#endif

namespace tf {

class Node;
class Graph;
class FlowBuilder;
class Semaphore;
class Subflow;
class Runtime;
class NonpreemptiveRuntime;
class Task;
class TaskView;
class Taskflow;
class Topology;
class TopologyBase;
class TaskGroup;
class Executor;
class Worker;
class WorkerView;
class WorkerInterface;
class ObserverInterface;
class ChromeObserver;
class TFProfObserver;
class TFProfManager;
class AsyncTask;

template <typename T>
class Future;
template <typename... Fs>
class Pipeline;

enum class TaskType : int {
  PLACEHOLDER = 0,
  STATIC,
  RUNTIME,
  SUBFLOW,
  CONDITION,
  MODULE,
  ASYNC,
  UNDEFINED,
  DYNAMIC = SUBFLOW,  // up to 3.6
};
inline constexpr std::array<TaskType, 7> TASK_TYPES = {TaskType::PLACEHOLDER, TaskType::STATIC,    TaskType::RUNTIME,
                                                       TaskType::SUBFLOW,     TaskType::CONDITION, TaskType::MODULE,
                                                       TaskType::ASYNC};
inline const char* to_string(TaskType type) {
  constexpr const char* names[] = {"placeholder", "static", "runtime", "subflow", "condition", "module", "async"};
  return type == TaskType::UNDEFINED ? "undefined" : names[static_cast<int>(type)];
}

enum class TaskPriority : unsigned { HIGH = 0, NORMAL = 1, LOW = 2, MAX = 3 };

}  // namespace tf
