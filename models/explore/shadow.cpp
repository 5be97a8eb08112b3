#include "models/explore/shadow.h"

namespace xomp::models {

namespace {

constexpr std::uintptr_t kGranule = 8;

bool is_atomic(Access a) { return a == Access::atomic_read || a == Access::atomic_write; }
bool changes(Access a) { return a != Access::read && a != Access::atomic_read; }

}  // namespace

const char* name_of(Access access) {
  switch (access) {
    case Access::read: return "a plain read";
    case Access::write: return "a plain write";
    case Access::atomic_read: return "an atomic read";
    case Access::atomic_write: return "an atomic write";
    case Access::give_up: return "the end of its memory";
  }
  return "";
}

void Shadow::begin() { ++execution_; }

Shadow::Cell& Shadow::cell_of(std::uintptr_t granule) {
  Cell& cell = cells_[granule];
  if (cell.execution != execution_) {
    cell.execution = execution_;
    cell.has_atomics = false;
    cell.records.clear();
  }
  return cell;
}

bool Shadow::has_atomics(const void* where, std::size_t bytes) const {
  const auto first = reinterpret_cast<std::uintptr_t>(where) / kGranule;
  const auto last = (reinterpret_cast<std::uintptr_t>(where) + bytes - 1) / kGranule;
  for (std::uintptr_t g = first; g <= last; ++g)
    if (const auto found = cells_.find(g);
        found != cells_.end() && found->second.execution == execution_ && found->second.has_atomics)
      return true;
  return false;
}

const Shadow::Record* Shadow::note(int t, const View& view, const void* where, std::size_t bytes, Access access,
                                   const void* place) {
  const auto begin = reinterpret_cast<std::uintptr_t>(where);
  const auto end = begin + bytes;
  for (std::uintptr_t g = begin / kGranule; g * kGranule < end; ++g) {
    unsigned mask = 0xff;
    if (g * kGranule < begin) mask &= 0xffu << (begin - g * kGranule);
    if ((g + 1) * kGranule > end) mask &= 0xffu >> ((g + 1) * kGranule - end);
    const Record now{static_cast<std::uint8_t>(t), access, static_cast<std::uint8_t>(mask),
                     view.clock[static_cast<std::size_t>(t)], place};
    if (const Record* met = note_in(cell_of(g), view, now)) return met;
  }
  return nullptr;
}

const Shadow::Record* Shadow::note_in(Cell& cell, const View& view, Record now) {
  cell.has_atomics |= is_atomic(now.access);
  Record* own = nullptr;
  for (Record& r : cell.records) {
    if (r.access == Access::give_up && (r.bytes & now.bytes) != 0) return &(found_ = r);
    if (r.thread == now.thread) {
      if (r.access == now.access && (r.bytes & ~now.bytes) == 0) own = &r;
      continue;
    }
    if ((r.bytes & now.bytes) == 0 || (is_atomic(r.access) && is_atomic(now.access))) continue;
    if (!changes(r.access) && !changes(now.access)) continue;
    if (r.clock > view.clock[r.thread]) return &(found_ = r);
  }
  if (own != nullptr) {
    *own = now;
  } else {
    cell.records.push_back(now);
  }
  return nullptr;
}

}  // namespace xomp::models
