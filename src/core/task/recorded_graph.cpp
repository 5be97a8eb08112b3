// Recording a graph, and the descriptors of its runs.
#include "core/task/recorded_graph.h"

#include <cstring>
#include <new>

#include "platform/heap.h"

namespace xomp::task {

namespace {

constexpr std::uint32_t kNoGate = UINT32_MAX;
// What a task is. The rest of its flags says where it stands in one run.
constexpr std::uint32_t kLasting = kPlainBody | kUntied | kParts | kFinal | kPriority | kMustRun | kThunk;

std::size_t whole_lines(std::size_t bytes) { return (bytes + platform::cache_line - 1) & ~(platform::cache_line - 1); }

void nothing(void*) {}

// The image stands behind room for a descriptor, so that it can be destroyed as a task's data is.
Task* image_task(const RecordedTask& recorded) { return recorded.image == nullptr ? nullptr : task_of(recorded.image); }

void place_shareds(const RecordedTask& recorded, void* data) {
  if (recorded.shareds_at == kNoShareds) return;
  void* const shareds = static_cast<char*>(data) + recorded.shareds_at;
  std::memcpy(data, &shareds, sizeof shareds);
}

void fill_data(const RecordedTask& recorded, void* data, void* from) {
  std::memcpy(data, from, recorded.data_bytes);
  place_shareds(recorded, data);
  if (recorded.clone != nullptr) recorded.clone(data, from, 0);
}

}  // namespace

RecordedGraph::~RecordedGraph() {
  for (const RecordedTask& recorded : tasks) {
    Task* const image = image_task(recorded);
    if (image == nullptr) continue;
    if (recorded.thunk != nullptr) recorded.thunk(0, image);
    platform::give_piece_back(image, kHeaderBytes + recorded.data_bytes);
  }
}

// ---- runs ----

namespace {

// Of a run's task.
struct ReplayedDependences : Dependences {
  const RecordedTask* recorded;
};

struct Layout {
  std::size_t dependences_at, edges_at, mutexes_at, bytes;
};
Layout layout_of(const RecordedTask& recorded) {
  Layout layout;
  layout.dependences_at = kHeaderBytes + whole_lines(recorded.data_bytes);
  layout.edges_at = layout.dependences_at + sizeof(ReplayedDependences);
  layout.mutexes_at = layout.edges_at + recorded.successors * sizeof(Edge);
  layout.bytes = layout.mutexes_at + recorded.mutexes * sizeof(MutexSet*);
  return layout;
}

template <class T>
T* at(Task* t, std::size_t offset) {
  return reinterpret_cast<T*>(reinterpret_cast<char*>(t) + offset);
}

// Writes what is the same in all runs.
void prepare(Replay& replay, std::uint32_t number) {
  const RecordedTask& recorded = replay.graph->tasks[number];
  const Layout layout = layout_of(recorded);
  Task* const t = replay.tasks[number];
  auto* const d = new (at<void>(t, layout.dependences_at)) ReplayedDependences;
  d->recorded = &recorded;
  d->task = t;
  d->references = kReplayed;
  d->replay = &replay;
  d->mutexes = at<MutexSet*>(t, layout.mutexes_at);
  d->mutex_count = recorded.mutexes;
  for (std::uint32_t i = 0; i < recorded.mutexes; ++i)
    d->mutexes[i] = &replay.sets[replay.graph->mutexes[recorded.first_mutex + i]];
  t->dependences = d;
  t->body = recorded.around != nullptr ? reinterpret_cast<void*>(recorded.around) : recorded.body;
  t->data = data_of(t);
  t->priority = recorded.priority;
}

// Links the lists of successors. All descriptors are prepared.
void link(Replay& replay, std::uint32_t number) {
  const RecordedTask& recorded = replay.graph->tasks[number];
  auto* const edges = at<Edge>(replay.tasks[number], layout_of(recorded).edges_at);
  for (std::uint32_t i = 0; i < recorded.successors; ++i) {
    edges[i].next = i + 1 < recorded.successors ? &edges[i + 1] : nullptr;
    edges[i].successor = replay.tasks[replay.graph->successors[recorded.first_successor + i]]->dependences;
  }
}

std::size_t replay_bytes(const RecordedGraph& graph) {
  return sizeof(Replay) + graph.tasks.count() * sizeof(Task*) + graph.mutex_sets * sizeof(MutexSet);
}

}  // namespace

const RecordedTask& recorded_of(const Task& t) {
  return *static_cast<const ReplayedDependences*>(t.dependences)->recorded;
}

Replay* make_replay(DescriptorPool& pool, std::int32_t id, RecordedGraph& graph) {
  auto* const replay = static_cast<Replay*>(platform::take_piece(replay_bytes(graph)));
  if (replay == nullptr) return nullptr;
  replay->graph = &graph;
  replay->tasks = reinterpret_cast<Task**>(replay + 1);
  replay->sets = reinterpret_cast<MutexSet*>(replay->tasks + graph.tasks.count());
  for (std::uint32_t i = 0; i < graph.mutex_sets; ++i) new (&replay->sets[i]) MutexSet{1, 0, {}, false, nullptr};
  for (; replay->count < graph.tasks.count(); ++replay->count) {
    std::uint32_t size_class;
    Task* const t = pool.try_allocate(layout_of(graph.tasks[replay->count]).bytes, &size_class);
    if (t == nullptr) {
      drop_replay(pool, id, replay);
      return nullptr;
    }
    t->flags.store(size_class, relaxed);  // no other thread knows it
    replay->tasks[replay->count] = t;
  }
  for (std::uint32_t i = 0; i < replay->count; ++i) prepare(*replay, i);
  for (std::uint32_t i = 0; i < replay->count; ++i) link(*replay, i);
  return replay;
}

void drop_replay(DescriptorPool& pool, std::int32_t id, Replay* replay) {
  for (std::uint32_t i = 0; i < replay->count; ++i) {
    Task* const t = replay->tasks[i];
    t->owner = static_cast<std::uint16_t>(id);  // the block has changed pools
    pool.release(t, t->flags.load(relaxed) & kSizeClass);
  }
  platform::give_piece_back(replay, replay_bytes(*replay->graph));
}

void begin_task(Replay& replay, std::uint32_t number, void* team, bool held_back) {
  const RecordedTask& recorded = replay.graph->tasks[number];
  Task* const t = replay.tasks[number];
  if (recorded.image != nullptr) fill_data(recorded, data_of(t), recorded.image);
  const std::uint32_t flags = recorded.flags | (recorded.around != nullptr ? kPlainBody : 0u) | kDependent;
  t->flags.store(flags | (t->flags.load(relaxed) & kSizeClass), relaxed);  // not handed over yet
  if (recorded.thunk != nullptr) t->thunk = recorded.thunk;
  Dependences& d = *t->dependences;
  Edge* const edges = recorded.successors != 0 ? at<Edge>(t, layout_of(recorded).edges_at) : nullptr;
  d.successors.store(edges, relaxed);  // [DEPEND-1] published with the first task that is handed over
  const auto unmet = static_cast<std::int32_t>(recorded.predecessors + (held_back ? 1 : 0));
  d.unmet.store(unmet, relaxed);  // [DEPEND-2] as above
  d.follows = false;
  d.team = team;
}

void count_return(Replay& replay) {
  if (++replay.returned == replay.count && replay.whole != nullptr) replay.whole(replay);
}

// ---- recording ----

Task* GraphRecorder::new_shadow() {
  std::uint32_t size_class;
  Task* const t = pool_.try_allocate(kHeaderBytes, &size_class);
  if (t != nullptr) t->flags.store(size_class, relaxed);  // no other thread knows it
  return t;
}

GraphRecorder::GraphRecorder(DescriptorPool& pool, void* team) : pool_(pool), team_(team), parent_(new_shadow()) {
  void* const memory = platform::take_piece(sizeof(RecordedGraph));
  if (memory == nullptr || parent_ == nullptr) is_broken_ = true;
  if (memory != nullptr) graph_ = new (memory) RecordedGraph;
}

GraphRecorder::~GraphRecorder() {
  for (Task* const t : shadows_)
    if (t != nullptr && (!t->has(kDependent) || release_dependences(pool_, t)))
      pool_.release(t, t->flags.load(relaxed) & kSizeClass);
  if (parent_ != nullptr) {
    if (parent_->has(kHasTable)) drop_table(pool_, parent_);
    pool_.release(parent_, parent_->flags.load(relaxed) & kSizeClass);
  }
  if (graph_ != nullptr) free_graph(graph_);
}

void free_graph(RecordedGraph* graph) {
  graph->~RecordedGraph();
  platform::give_piece_back(graph, sizeof(RecordedGraph));
}

bool GraphRecorder::add_link(std::uint32_t from, std::uint32_t to) {
  if (last_successor_[from] == to + 1) return true;  // it waits for that one by another address already
  last_successor_[from] = to + 1;
  return links_.add({from, to}) != nullptr;
}

bool GraphRecorder::add_node(const RecordedTask& recorded, Task* shadow) {
  const std::uint32_t number = graph_->tasks.count();
  const bool has_room =
      graph_->tasks.add(recorded) != nullptr && shadows_.add(shadow) != nullptr && last_successor_.add(0) != nullptr;
  return has_room && (gate_ == kNoGate || add_link(gate_, number));
}

// A wait is an empty task between those before and those after it. So there are not as many edges as pairs of them.
bool GraphRecorder::add_gate() {
  wants_gate_ = false;
  const std::uint32_t number = graph_->tasks.count();
  if (number == 0 || gate_ + 1 == number) return true;
  RecordedTask gate{};
  gate.body = reinterpret_cast<void*>(nothing);
  gate.flags = kPlainBody;
  gate.shareds_at = kNoShareds;
  const std::uint32_t first = gate_ + 1;  // kNoGate + 1 is 0
  if (!add_node(gate, nullptr)) return false;
  for (std::uint32_t i = first; i < number; ++i)
    if (last_successor_[i] == 0 && !add_link(i, number)) return false;
  gate_ = number;
  return true;
}

namespace {

// Not recorded: an event belongs to one execution; objects that nobody can copy; data at an alignment of its own.
bool can_run_again(const Task* t, CloneData clone) {
  const bool has_objects = t->has(kThunk | kMustRun);
  return !t->has(kDetachable) && (!has_objects || clone != nullptr) &&
         t->data == reinterpret_cast<const char*>(t) + kHeaderBytes;
}

// Says where the data begins with a pointer to, in it: a block of the runtime's, to the variables that the task shares.
std::uint32_t find_shareds(const Task* t, std::size_t bytes) {
  if (t->has(kPlainBody)) return kNoShareds;
  std::uintptr_t first;
  std::memcpy(&first, t->data, sizeof first);
  const std::uintptr_t offset = first - reinterpret_cast<std::uintptr_t>(t->data);
  return offset < bytes ? static_cast<std::uint32_t>(offset) : kNoShareds;
}

}  // namespace

bool GraphRecorder::note(Task* t, CloneData clone, void (*around)(void* data)) {
  if (is_broken_ || !can_run_again(t, clone) || (wants_gate_ && !add_gate())) return break_off();
  const std::uint32_t flags = t->flags.load(relaxed);  // its own, so far
  const std::size_t bytes = DescriptorPool::bytes_of(t, flags & kSizeClass) - kHeaderBytes;
  RecordedTask recorded{};
  recorded.body = t->body;
  recorded.clone = clone;
  recorded.around = around;
  recorded.thunk = (flags & kThunk) != 0 ? t->thunk : nullptr;
  recorded.flags = flags & kLasting;
  recorded.data_bytes = static_cast<std::uint32_t>(bytes);
  recorded.shareds_at = find_shareds(t, bytes);
  recorded.priority = (flags & kPriority) != 0 ? t->priority : 0;
  auto* const image = bytes < UINT32_MAX / 2 ? static_cast<Task*>(platform::take_piece(kHeaderBytes + bytes)) : nullptr;
  Task* const shadow = new_shadow();
  if (image == nullptr || shadow == nullptr) return break_off();
  recorded.image = data_of(image);
  fill_data(recorded, recorded.image, t->data);
  shadow->saved_floor = graph_->tasks.count();
  return add_node(recorded, shadow) || break_off();
}

void GraphRecorder::take_predecessors(DependenceBuilder& builder) {
  if (builder.has_failed()) {
    break_off();
    return;
  }
  builder.for_each_predecessor(
      [](Task* predecessor, void* context) {
        auto& self = *static_cast<GraphRecorder*>(context);
        const std::uint32_t from = predecessor->saved_floor;
        if (self.gate_ != kNoGate && from < self.gate_) return;  // the gate has waited for it
        if (!self.add_link(from, self.graph_->tasks.count() - 1)) self.is_broken_ = true;
      },
      this);
  take_mutexes(*shadows_[shadows_.count() - 1]);
}

// A shadow's set is never waited for, so its list has room for the set's number.
void GraphRecorder::take_mutexes(const Task& shadow) {
  const Dependences& d = *shadow.dependences;
  RecordedTask& recorded = graph_->tasks[graph_->tasks.count() - 1];
  recorded.first_mutex = graph_->mutexes.count();
  for (std::uint32_t i = 0; i < d.mutex_count; ++i) {
    MutexSet& set = *d.mutexes[i];
    if (set.waiting == nullptr) set.waiting = reinterpret_cast<Task*>(std::uintptr_t{++graph_->mutex_sets});
    const auto number = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(set.waiting) - 1);
    if (graph_->mutexes.add(number) == nullptr) is_broken_ = true;
    else ++recorded.mutexes;
  }
  if (recorded.mutexes == 0) return;
  recorded.flags |= kHoldsMutexes;
  std::uint32_t* const numbers = &graph_->mutexes[recorded.first_mutex];
  for (std::uint32_t i = 1; i < recorded.mutexes; ++i)  // in one order for all tasks, as the sets of a run will lie
    for (std::uint32_t k = i; k > 0 && numbers[k - 1] > numbers[k]; --k) std::swap(numbers[k - 1], numbers[k]);
}

// Sorts the links by where they come from.
bool GraphRecorder::sort_links() {
  Pieces<RecordedTask>& tasks = graph_->tasks;
  for (const Link& link : links_) {
    ++tasks[link.from].successors;
    ++tasks[link.to].predecessors;
  }
  std::uint32_t first = 0;
  for (RecordedTask& recorded : tasks) {
    recorded.first_successor = first;
    first += recorded.successors;
    recorded.successors = 0;
  }
  for (std::uint32_t i = 0; i < first; ++i)
    if (graph_->successors.add(0) == nullptr) return false;
  for (const Link& link : links_) {
    RecordedTask& from = tasks[link.from];
    graph_->successors[from.first_successor + from.successors++] = link.to;
  }
  return true;
}

RecordedGraph* GraphRecorder::finish() {
  if (is_broken_ || !sort_links()) return nullptr;
  RecordedGraph* const finished = graph_;
  graph_ = nullptr;
  return finished;
}

}  // namespace xomp::task
