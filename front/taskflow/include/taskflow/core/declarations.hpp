// Forward declarations of what programs name before they include the rest.
#pragma once

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

}  // namespace tf
