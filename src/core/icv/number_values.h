// Values that are one whole number, a list of them, an amount of memory, or a time.
#pragma once

#include <climits>

#include "core/icv/reading.h"

namespace xomp::icv {

template <auto field, std::int64_t least, std::int64_t most>
Verdict read_number(text::Cursor value) {
  std::int64_t number;
  if (!read_whole_number(value, least, most, number)) return Verdict::wrong;
  store(field, number);
  return Verdict::accepted;
}

template <auto field>
void write_number(text::Line& line, const TaskIcv& icv) {
  line.add(static_cast<std::int64_t>(load(icv, field)));
}

// OMP_NUM_THREADS: one number for each nesting level.
Verdict read_thread_counts(text::Cursor value);
void write_thread_counts(text::Line& line, const TaskIcv& icv);

// A number of threads that a limit allows; `word`, or INT_MAX as omp_get_thread_limit reports it, is no limit.
Verdict read_thread_limit(text::Cursor value);
Verdict read_device_thread_limit(text::Cursor value);
void write_thread_limit(text::Line& line, const TaskIcv& icv);
void write_device_thread_limit(text::Line& line, const TaskIcv& icv);

// Stacks: a number with B, K, M, G or T; without a letter it is in kilobytes (OMP_, GOMP_) or bytes (KMP_).
Verdict read_stack_kilobytes(text::Cursor value);
Verdict read_stack_bytes(text::Cursor value);
void write_stack_size(text::Line& line, const TaskIcv& icv);

// KMP_BLOCKTIME is a time, GOMP_SPINCOUNT a count of polls: both say how long a wait may spin.
Verdict read_block_time(text::Cursor value);
Verdict read_spin_count(text::Cursor value);
void write_block_time(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
