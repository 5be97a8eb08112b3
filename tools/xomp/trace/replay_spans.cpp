// The longest chain of work: through a task's own body, from the creator to the task, from an end to the wait for it.
#include <algorithm>

#include "trace/replay.h"

namespace xomp::tool {

namespace {
constexpr int kTaskwait = 5, kTaskgroup = 6;
}

std::pair<std::int64_t*, std::uint32_t*> Replay::span_of(Frame& frame) {
  if (frame.kind == Frame::task) {
    Task& task = line_.tasks[frame.index];
    return {&task.span, &task.path};
  }
  if (frame.kind == Frame::implicit || frame.kind == Frame::initial) return {&frame.span, &frame.path};
  return {nullptr, nullptr};
}

// Path::task: 0 = its owner may still add to it, 1 = others continue from it.
void Replay::extend_path(std::int64_t& span, std::uint32_t& path, std::uint32_t site, std::uint32_t, std::int64_t ns) {
  span += ns;
  if (path == kNoIndex || line_.paths[path].task != 0 || line_.paths[path].site != site) {
    line_.paths.push_back({0, site, 0, path});
    path = static_cast<std::uint32_t>(line_.paths.size() - 1);
  }
  line_.paths[path].work += ns;
}

void Replay::join(std::int64_t& span, std::uint32_t& path, std::int64_t other, std::uint32_t other_path) {
  if (other <= span) return;
  span = other;
  path = other_path;
  if (path != kNoIndex) line_.paths[path].task = 1;
}

void Replay::add_work(LaneReplay& lane, std::int64_t ns) {
  if (lane.stack.empty()) return;
  Frame& top = lane.stack.back();
  if (top.kind == Frame::task || top.kind == Frame::graph) {
    Task& task = line_.tasks[top.index];
    task.own += ns;
    extend_path(task.span, task.path, task.site, top.index, ns);
  } else if (top.kind == Frame::implicit) {
    top.own_in_phase += ns;
    extend_path(top.span, top.path, top.site, kNoIndex, ns);
  }
}

void Replay::begin_span(Task& task, std::uint32_t) {
  if (task.path != kNoIndex) line_.paths[task.path].task = 1;
}

void Replay::end_span(Task& task) {
  if (task.path != kNoIndex) line_.paths[task.path].task = 1;
  std::int64_t descendants = task.span;
  std::uint32_t descendants_path = task.path;
  join(descendants, descendants_path, task.descendants_span, task.descendants_path);
  if (task.parent != kNoIndex) {
    Task& parent = line_.tasks[task.parent];
    parent.below += task.own + task.below;
    join(parent.children_span, parent.children_path, task.span, task.path);
    join(parent.descendants_span, parent.descendants_path, descendants, descendants_path);
  } else if (task.creator_lane < lanes_.size()) {
    for (auto f = lanes_[task.creator_lane].stack.rbegin(); f != lanes_[task.creator_lane].stack.rend(); ++f) {
      if (f->kind != Frame::implicit && f->kind != Frame::initial) continue;
      join(f->children_span, f->children_path, descendants, descendants_path);
      break;
    }
  }
  if (task.creator_lane < lanes_.size())
    if (const std::uint32_t region = lanes_[task.creator_lane].region; region != kNoIndex)
      join(line_.regions[region].span, line_.regions[region].path, task.span, task.path);
}

void Replay::end_wait_span(LaneReplay& lane, int kind) {
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind == Frame::sync || f->kind == Frame::region || f->kind == Frame::graph) continue;
    if (f->kind == Frame::task) {
      Task& task = line_.tasks[f->index];
      if (kind == kTaskgroup) join(task.span, task.path, task.descendants_span, task.descendants_path);
      else join(task.span, task.path, task.children_span, task.children_path);
    } else if (kind == kTaskwait || kind == kTaskgroup) {
      join(f->span, f->path, f->children_span, f->children_path);
    } else if (f->index != kNoIndex) {
      join(f->span, f->path, line_.regions[f->index].span, line_.regions[f->index].path);
    }
    return;
  }
}

void Replay::forget_paths() {
  // Goes through all of them twice: a list of them would be larger than the paths.
  const auto for_each_root = [this](auto&& take) {
    const auto look = [&](std::uint32_t& path) {
      if (path != kNoIndex) take(path);
    };
    look(line_.span_path);
    for (Task& t : line_.tasks) look(t.path), look(t.children_path), look(t.descendants_path);
    for (LaneReplay& lane : lanes_)
      for (Frame& f : lane.stack) look(f.path), look(f.children_path);
    for (Region& r : line_.regions) look(r.path);
  };
  // A path leads to earlier ones only. So the order stays, and one pass from the end finds all that is needed.
  std::vector<std::uint32_t>& place = place_of_path_;
  place.assign(line_.paths.size(), 0);
  for_each_root([&](std::uint32_t path) { place[path] = 1; });
  for (std::size_t i = line_.paths.size(); i-- != 0;) {
    const Path& p = line_.paths[i];
    if (place[i] == 0) continue;
    if (p.before != kNoIndex) place[p.before] = 1;
    if (p.task == 2) place[p.site] = 1;
  }
  std::uint32_t kept = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] == 0) continue;
    Path p = line_.paths[i];
    if (p.before != kNoIndex) p.before = place[p.before];
    if (p.task == 2) p.site = place[p.site];
    place[i] = kept;
    line_.paths[kept++] = p;
  }
  for_each_root([&](std::uint32_t& path) { path = place[path]; });
  line_.paths.resize(kept);
  limits_.paths = std::max<std::size_t>(limits_.paths, std::size_t{kept} * 2);
}

}  // namespace xomp::tool
