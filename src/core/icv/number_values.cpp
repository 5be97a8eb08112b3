// Readers and writers of numbers, amounts and times.
#include "core/icv/values.h"

#include <algorithm>

namespace xomp::icv {

namespace {

constexpr std::int64_t kMinStackBytes = INT64_C(16) << 10;  // what libgomp and libomp take as the least
constexpr std::int64_t kMaxStackBytes = INT64_C(16) << 30;

constexpr text::Word<std::int64_t> kMemoryUnits[] = {{"b", 1},
                                                     {"k", INT64_C(1) << 10},
                                                     {"m", INT64_C(1) << 20},
                                                     {"g", INT64_C(1) << 30},
                                                     {"t", INT64_C(1) << 40},
                                                     {"kb", INT64_C(1) << 10},
                                                     {"mb", INT64_C(1) << 20},
                                                     {"gb", INT64_C(1) << 30},
                                                     {"tb", INT64_C(1) << 40}};

constexpr std::int64_t kNsPerMs = 1'000'000;
constexpr std::int64_t kNsPerSecond = 1000 * kNsPerMs;
constexpr text::Word<std::int64_t> kTimeUnits[] = {{"us", 1000},
                                                   {"ms", kNsPerMs},
                                                   {"s", kNsPerSecond},
                                                   {"m", 60 * kNsPerSecond},
                                                   {"h", 3600 * kNsPerSecond},
                                                   {"d", 86'400 * kNsPerSecond}};
constexpr std::int64_t kMaxBlockMs = INT_MAX;

constexpr text::Word<std::int64_t> kCountUnits[] = {
    {"k", 1'000}, {"m", 1'000'000}, {"g", 1'000'000'000}, {"t", 1'000'000'000'000}};
constexpr std::int64_t kNsPerPoll = 10;  // libgomp's own estimate: 100,000 polls a millisecond

constexpr text::Word<bool> kForever[] = {{"infinite", true}, {"infinity", true}, {"inf", true}};

bool means_forever(text::Cursor value) {
  bool forever = false;
  return find_word(value, kForever, forever);
}

// A number with a unit behind it; without one, `unit` is meant. The product is INT64_MAX if it is too big for that.
template <std::size_t count>
bool read_amount(text::Cursor value, const text::Word<std::int64_t> (&units)[count], std::int64_t unit,
                 std::int64_t& amount) {
  std::int64_t number;
  if (!value.take_number(number)) return false;
  if (!value.empty() && !find_word(value, units, unit)) return false;
  if (__builtin_mul_overflow(number, unit, &amount)) amount = INT64_MAX;
  return true;
}

Verdict read_stack_size(text::Cursor value, std::int64_t unit) {
  std::int64_t bytes;
  if (!read_amount(value, kMemoryUnits, unit, bytes)) return Verdict::wrong;
  if (bytes < kMinStackBytes || bytes > kMaxStackBytes) return Verdict::wrong;
  global.stack_bytes.store(static_cast<std::size_t>(bytes), relaxed);  // no thread but this one runs yet
  return Verdict::accepted;
}

bool read_limit(text::Cursor value, std::int64_t& limit) {
  if (read_whole_number(value, INT_MAX, INT_MAX, limit)) {
    limit = kMaxThreads;
    return true;
  }
  return read_whole_number(value, 1, kMaxThreads, limit);
}

void write_limit(text::Line& line, std::int32_t limit) {
  line.add(std::int64_t{limit >= kMaxThreads ? INT_MAX : limit});
}

}  // namespace

Verdict read_thread_counts(text::Cursor value) {
  std::int32_t counts[kMaxListLength];
  int length = 0;
  bool more = true;
  bool too_long = false;
  while (more) {
    std::int64_t count;
    if (!read_whole_number(value.take_until(',', more), 1, kMaxThreads, count)) return Verdict::wrong;
    if (length < kMaxListLength) counts[length++] = static_cast<std::int32_t>(count);
    else too_long = true;
  }
  std::copy_n(counts, length, global.nthreads_list);
  global.nthreads_list_length = length;
  initial.nthreads = counts[0];
  initial.nthreads_asked = true;
  return too_long ? Verdict::adjusted : Verdict::accepted;
}

void write_thread_counts(text::Line& line, const TaskIcv& icv) {
  line.add(std::int64_t{icv.nthreads});
  for (int level = 1; level < global.nthreads_list_length; ++level) {
    line.add(',').add(std::int64_t{global.nthreads_list[level]});
  }
}

Verdict read_thread_limit(text::Cursor value) {
  std::int64_t limit;
  if (!read_limit(value, limit)) return Verdict::wrong;
  initial.thread_limit = static_cast<std::int32_t>(limit);
  return Verdict::accepted;
}

Verdict read_device_thread_limit(text::Cursor value) {
  std::int64_t limit = global.initial_threads;
  if (!value.is("all") && !read_limit(value, limit)) return Verdict::wrong;
  global.device_thread_limit = static_cast<std::int32_t>(limit);
  return Verdict::accepted;
}

void write_thread_limit(text::Line& line, const TaskIcv& icv) { write_limit(line, icv.thread_limit); }
void write_device_thread_limit(text::Line& line, const TaskIcv&) { write_limit(line, global.device_thread_limit); }

Verdict read_stack_kilobytes(text::Cursor value) { return read_stack_size(value, 1024); }
Verdict read_stack_bytes(text::Cursor value) { return read_stack_size(value, 1); }

void write_stack_size(text::Line& line, const TaskIcv&) {
  const std::size_t bytes = global.stack_bytes.load(relaxed);  // shown only
  if (bytes == 0) {
    line.add("DEFAULT");
    return;
  }
  const char* letter = "";
  auto rest = static_cast<std::int64_t>(bytes);
  for (const char* next : {"K", "M", "G"}) {
    if (rest % 1024 != 0) break;
    rest /= 1024;
    letter = next;
  }
  line.add(rest).add(*letter != '\0' ? letter : "B");
}

Verdict read_block_time(text::Cursor value) {
  std::int64_t ns = kSpinForever;
  if (!means_forever(value)) {
    if (!read_amount(value, kTimeUnits, kNsPerMs, ns)) return Verdict::wrong;
    if (ns > kMaxBlockMs * kNsPerMs) return Verdict::wrong;
  }
  store(&GlobalIcv::spin_ns, ns);
  return Verdict::accepted;
}

Verdict read_spin_count(text::Cursor value) {
  std::int64_t ns = kSpinForever;
  if (!means_forever(value)) {
    std::int64_t polls;
    if (!read_amount(value, kCountUnits, 1, polls)) return Verdict::wrong;
    if (polls == INT64_MAX) return Verdict::wrong;  // longer than any number that libgomp keeps
    if (__builtin_mul_overflow(polls, kNsPerPoll, &ns)) ns = kSpinForever;
  }
  store(&GlobalIcv::spin_ns, ns);
  return Verdict::accepted;
}

void write_block_time(text::Line& line, const TaskIcv& icv) {
  const std::int64_t ns = load(icv, &GlobalIcv::spin_ns);
  if (ns == kSpinLearnt) {
    line.add("LEARNT");
  } else if (ns == kSpinForever) {
    line.add("INFINITE");
  } else if (ns % kNsPerMs == 0) {
    line.add(ns / kNsPerMs).add("ms");
  } else {
    line.add(ns / 1000).add("us");
  }
}

}  // namespace xomp::icv
