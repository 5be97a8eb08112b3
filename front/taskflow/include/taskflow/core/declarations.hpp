// What programs name before they include the rest: the classes, and the kinds and priorities of tasks.
#pragma once

#include <array>
#include <cstddef>

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
