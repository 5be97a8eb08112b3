// Who has accessed which byte, when and from where: finds data races on what is no atomic, and the use of memory that
// the model has given up. Of each thread and kind only the last access is remembered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "models/explore/view.h"

namespace xomp::models {

enum class Access : std::uint8_t { read, write, atomic_read, atomic_write, give_up };
const char* name_of(Access access);

class Shadow {
 public:
  struct Record {
    std::uint8_t thread;
    Access access;
    std::uint8_t bytes;   // of the eight, one bit each
    std::uint32_t clock;  // of the thread
    const void* place;    // return address
  };

  void begin();

  // Thread t, which knows `view`, accesses [where, where + bytes). Returns an access that it must not meet, or nullptr.
  const Record* note(int t, const View& view, const void* where, std::size_t bytes, Access access, const void* place);
  // Says whether atomics were accessed here.
  bool has_atomics(const void* where, std::size_t bytes) const;

 private:
  struct Cell {
    std::uint32_t execution = 0;
    bool has_atomics = false;
    std::vector<Record> records;
  };
  const Record* note_in(Cell& cell, const View& view, Record now);
  Cell& cell_of(std::uintptr_t granule);

  std::uint32_t execution_ = 0;
  std::unordered_map<std::uintptr_t, Cell> cells_;
  Record found_{};
};

}  // namespace xomp::models
