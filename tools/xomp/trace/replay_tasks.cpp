// Tasks: creation, begin, end, dependences; those of front ends.
#include <algorithm>

#include "trace/replay.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

namespace {
constexpr std::uint64_t kCount = (std::uint64_t{1} << trace_file::kNumberBits) - 1;
}

std::uint32_t Replay::numbered_task(std::uint32_t by, std::uint64_t number) const {
  const std::uint32_t lane = run_.lane_of(lanes_[by].process, number >> trace_file::kNumberBits);
  return lane != RecordedRun::kNoLane ? numbered_tasks_[lane].get(number & kCount) : kNoIndex;
}

std::uint32_t Replay::numbered_region(std::uint32_t by, std::uint64_t number) const {
  const std::uint32_t lane = run_.lane_of(lanes_[by].process, number >> trace_file::kNumberBits);
  return lane != RecordedRun::kNoLane ? numbered_regions_[lane].get(number & kCount) : kNoIndex;
}

std::uint32_t Replay::place_for_task() {
  if (free_places_.empty()) {
    line_.tasks.emplace_back();
    return static_cast<std::uint32_t>(line_.tasks.size() - 1);
  }
  const std::uint32_t place = free_places_.back();
  free_places_.pop_back();
  return place;
}

void Replay::retire(std::uint32_t index) {
  for (std::uint32_t parent; index != kNoIndex; index = parent) {
    Task& task = line_.tasks[index];
    if (task.ended < 0 || task.living != 0) return;
    parent = task.parent;
    task.path = task.children_path = task.descendants_path = kNoIndex;
    // Nothing asks for the number any more. It is forgotten, because a long run has more numbers than memory.
    if (task.created >= 0 && !task.is_graph) numbered_tasks_[task.creator_lane].forget(task.number);
    if (index >= limits_.tasks) {
      if (line_.recording_cost.child == 0) line_.recording_cost = recording_cost(line_);
      line_.totals.add(task, line_.recording_cost);
      task = Task{};
      free_places_.push_back(index);
    }
    if (parent != kNoIndex) --line_.tasks[parent].living;
  }
}

// The task is a child of the innermost one that the lane is in.
void Replay::join_parent(Task& task, LaneReplay& lane, std::int64_t at) {
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind == Frame::sync || f->kind == Frame::region || f->kind == Frame::graph) continue;
    if (f->created++ == 0) f->first_created = at;
    f->last_created = at;
    const auto [span, path] = span_of(*f);
    task.span = *span;
    task.path = *path;
    if (*path != kNoIndex) line_.paths[*path].task = 1;
    if (f->kind == Frame::task) {
      task.parent = f->index;
      ++line_.tasks[f->index].children;
      ++line_.tasks[f->index].living;
      task.depth = static_cast<std::uint16_t>(line_.tasks[f->index].depth + 1);
    }
    return;
  }
}

void Replay::create(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  Task task;
  task.created = at;
  task.creator_lane = number;
  task.flags = trace_file::aux_of(record);
  task.site = site_for(number, Site::task, record.value);
  join_parent(task, lane, at);
  const std::uint32_t index = place_for_task();
  task.number = lane.numbers;
  numbered_tasks_[number].set(lane.numbers++, index);
  line_.tasks[index] = task;
  ++line_.created;
  ++line_.lanes[number].created;
  ++balance_of(number).ready;
  line_.bins[static_cast<std::size_t>(std::min<std::int64_t>(at / bin_ns_, kBins - 1))].created += 1;
  if ((task.flags & trace_file::kBegins) != 0) begin(number, index, at);
}

void Replay::begin(std::uint32_t number, std::uint32_t index, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  Task& task = line_.tasks[index];
  if (task.created >= 0 && at < task.created) {
    ++line_.negative_edges;
    line_.worst_negative_ns = std::max(line_.worst_negative_ns, task.created - at);
  }
  if (task.is_blocked) {
    task.is_blocked = false;
    --balance_of(number).blocked;
  } else if (task.created >= 0) {
    --balance_of(number).ready;
  }
  task.begun = at;
  task.lane = number;
  ++balance_of(number).running;
  ++line_.begun;
  ++line_.lanes[number].tasks;
  if (task.creator_lane != kNoIndex && task.creator_lane != number) ++line_.lanes[number].moved;
  begin_span(task, index);
  Frame frame{};
  frame.kind = Frame::task;
  frame.index = index;
  frame.site = task.site;
  lane.is_idle = false;
  lane.stack.push_back(frame);
}

void Replay::end(std::uint32_t number, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind == Frame::implicit || f->kind == Frame::initial) return;  // its beginning was not kept
    if (f->kind != Frame::task) continue;
    Task& task = line_.tasks[f->index];
    const std::uint32_t index = f->index;
    task.ended = at;
    Balance& balance = balance_of(number);
    if (balance.running > 0) --balance.running;
    ++line_.ended;
    lane.stack.erase(std::next(f).base(), lane.stack.end());
    end_span(task);
    const auto told = successors_.find(index);
    if (told == successors_.end()) return retire(index);
    for (const std::uint32_t later : told->second) {
      Task& successor = line_.tasks[later];
      join(successor.span, successor.path, task.span, task.path);
      if (successor.unmet > 0 && --successor.unmet == 0 && successor.is_blocked) {
        successor.is_blocked = false;
        --balance.blocked;
        ++balance.ready;
      }
    }
    successors_.erase(told);
    return retire(index);
  }
}

void Replay::add_dependence(std::uint32_t lane, std::uint64_t later_number, std::uint64_t earlier_number) {
  const std::uint32_t later = numbered_task(lane, later_number), earlier = numbered_task(lane, earlier_number);
  if (later == kNoIndex || earlier == kNoIndex || line_.tasks[earlier].ended >= 0) return;
  Task& task = line_.tasks[later];
  ++task.unmet;
  task.was_blocked = true;
  if (!task.is_blocked && task.begun < 0) {
    task.is_blocked = true;
    --balance_of(lane).ready;
    ++balance_of(lane).blocked;
  }
  successors_[earlier].push_back(later);
  if (std::max(earlier, later) < limits_.tasks && line_.dependences.size() < limits_.dependences)
    line_.dependences.push_back({earlier, later});
}

std::uint32_t Replay::graph_site(std::uint32_t lane, std::uint64_t name) {
  return named_site(lane, Site::graph, name, "tasks without a name");
}

// Two processes may have different numbers for one name.
std::uint32_t Replay::named_site(std::uint32_t lane, Site::Kind kind, std::uint64_t name, const char* unnamed) {
  constexpr int kNameBits = 32;
  const std::uint64_t process = lanes_[lane].process;
  const auto [found, is_new] = sites_.emplace((process << kNameBits | name) << 4 | kind, kNoIndex);
  if (!is_new) return found->second;
  Site site;
  site.kind = kind;
  const auto& names = run_.processes()[process].names;
  const auto known = names.find(name);
  site.name = known != names.end() ? known->second : unnamed;
  const auto [same, is_new_name] = graph_sites_.emplace(site.name, static_cast<std::uint32_t>(line_.sites.size()));
  found->second = same->second;
  if (is_new_name) line_.sites.push_back(std::move(site));
  return found->second;
}

void Replay::graph_task(std::uint32_t number, bool begins, std::uint32_t site, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  if (begins) {
    Task task;
    task.site = site;
    task.created = task.begun = at;
    task.lane = task.creator_lane = number;
    task.is_graph = true;
    Frame frame{};
    frame.kind = Frame::graph;
    frame.site = site;
    frame.index = place_for_task();
    line_.tasks[frame.index] = task;
    lane.is_idle = false;
    lane.stack.push_back(frame);
    ++line_.created, ++line_.begun, ++line_.lanes[number].tasks, ++balance_of(number).running;
    return;
  }
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind != Frame::graph) continue;
    Task& task = line_.tasks[f->index];
    task.ended = at;
    if (site != kNoIndex) task.site = site;
    ++line_.ended;
    if (std::int64_t& running = balance_of(number).running; running > 0) --running;
    const std::uint32_t index = f->index;
    lane.stack.erase(std::next(f).base(), lane.stack.end());
    return retire(index);
  }
}

void Replay::handle_task(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  switch (trace_file::kind_of(record)) {
    case Kind::create: return create(number, record, at);
    case Kind::next: end(number, at); [[fallthrough]];
    case Kind::begin: {
      std::uint32_t index = numbered_task(number, record.value);
      // The task's creation was not kept. Or it has begun before, which only a damaged file says, because a task is on
      // one stack at most, and once.
      if (index == kNoIndex || line_.tasks[index].begun >= 0) index = place_for_task();
      return begin(number, index, at);
    }
    case Kind::end: return end(number, at);
    case Kind::resume: {
      const std::uint32_t index = numbered_task(number, record.value);
      const auto found = std::find_if(lane.stack.begin(), lane.stack.end(),
                                      [&](const Frame& f) { return f.kind == Frame::task && f.index == index; });
      if (found != lane.stack.end()) std::rotate(found, found + 1, lane.stack.end());
      return;
    }
    case Kind::graph_begin:
      return graph_task(number, true, record.value != 0 ? graph_site(number, record.value) : kNoIndex, at);
    case Kind::graph_end: return graph_task(number, false, graph_site(number, record.value), at);
    case Kind::native_begin: return graph_task(number, true, site_for(number, Site::native, record.value), at);
    case Kind::native_end: return graph_task(number, false, kNoIndex, at);
    default: return;
  }
}

}  // namespace xomp::tool
