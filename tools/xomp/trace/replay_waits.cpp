// Waits: at barriers and for tasks, for mutexes, and in calls that are no constructs.
#include <algorithm>

#include "trace/replay.h"

namespace xomp::tool {

using trace_file::Kind;
using trace_file::Record;

namespace {

constexpr int kTaskwait = 5, kTaskgroup = 6;  // ompt_sync_region_t, as it is in the file

bool is_barrier(int kind) { return kind != kTaskwait && kind != kTaskgroup; }

}  // namespace

void Replay::begin_wait(std::uint32_t number, const Record& record) {
  LaneReplay& lane = lanes_[number];
  const int kind = trace_file::aux_of(record);
  if (is_barrier(kind)) end_phase(lane);
  Frame frame{};
  frame.kind = Frame::sync;
  frame.aux = static_cast<std::uint8_t>(kind);
  frame.site = record.value != 0 ? site_for(number, Site::wait, record.value) : kNoIndex;
  lane.stack.push_back(frame);
}

void Replay::handle_wait(std::uint32_t number, const Record& record, std::int64_t at) {
  LaneReplay& lane = lanes_[number];
  const int aux = trace_file::aux_of(record);
  switch (trace_file::kind_of(record)) {
    case Kind::idle_begin: lane.is_idle = true; break;
    case Kind::idle_end: lane.is_idle = false; break;
    case Kind::no_wait: end_wait_span(lane, aux); break;
    case Kind::wait_begin: begin_wait(number, record); break;
    case Kind::wait_end:
      for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
        if (f->kind != Frame::sync || f->aux != aux) continue;
        lane.stack.erase(std::next(f).base());
        break;
      }
      end_wait_span(lane, aux);
      break;
    case Kind::mutex_wait:
      if (const Record* const more = lane.cursor.more()) count_mutex_wait(number, record, more->value, at);
      break;
    case Kind::call_begin:
    case Kind::call_end: handle_call(number, record); break;
    default: break;
  }
}

void Replay::handle_call(std::uint32_t number, const Record& record) {
  LaneReplay& lane = lanes_[number];
  const int aux = trace_file::aux_of(record) & ~trace_file::kStillWaits;
  if (trace_file::kind_of(record) == Kind::call_begin) {
    Frame frame{};
    frame.kind = Frame::call;
    frame.aux = static_cast<std::uint8_t>(aux);
    const bool is_mpi = aux == static_cast<int>(trace_file::CallKind::mpi);
    frame.site = named_site(number, Site::waiting_call, record.value, is_mpi ? "a call of MPI" : "wait for tasks");
    lane.stack.push_back(frame);
    return;
  }
  for (auto f = lane.stack.rbegin(); f != lane.stack.rend(); ++f) {
    if (f->kind != Frame::call || f->aux != aux) continue;
    lane.stack.erase(std::next(f).base(), lane.stack.end());
    return;
  }
}

void Replay::count_mutex_wait(std::uint32_t number, const Record& record, std::uint64_t ticks, std::int64_t at) {
  const std::uint64_t end = trace_file::time_of(record);
  const std::uint32_t site = site_for(number, Site::mutex, record.value & trace_file::kAddressMask);
  MutexUse& use = line_.mutexes[site];
  const std::int64_t began = std::max<std::int64_t>(run_.ns(number, end - std::min(ticks, end)), 0);
  ++use.waits;
  use.waited += at - began;
  // ompt_mutex_t
  constexpr int kCritical = 5, kOrdered = 7;
  const int kind = trace_file::aux_of(record);
  const LaneState state = kind == kCritical  ? LaneState::critical
                          : kind == kOrdered ? LaneState::ordered
                                             : LaneState::lock;
  relabel(number, began, at, site, state);
}

}  // namespace xomp::tool
