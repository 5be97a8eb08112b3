// Memory of the runtime that comes and goes. A thread may give back what another one took. It stands in for malloc,
// which the program may have replaced by something that uses OpenMP itself. Any thread; a lock for each size is held
// for a few instructions. What a worker alone takes and gives back lies in its pool instead
// (core/task/descriptor_pool.h).
#pragma once

#include <cstddef>

namespace xomp::platform {

// A zeroed piece, aligned to a cache line; nullptr when the system has no memory.
void* take_piece(std::size_t bytes);
// `bytes` as for take_piece(). nullptr: does nothing.
void give_piece_back(void* piece, std::size_t bytes);

// Around fork(), as in memory.h.
void hold_pieces_for_fork();
void release_pieces_after_fork();

}  // namespace xomp::platform
