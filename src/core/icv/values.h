// How the value of a variable is read into its ICV, and how an ICV's value is written: a pair of functions for each.
// The tables in variables.cpp are made of them. A reader changes nothing unless the value is good; it runs while the
// environment is read, in the only thread there is.
#pragma once

#include <climits>

#include "core/icv/icv.h"
#include "text/cursor.h"
#include "text/line.h"

namespace xomp::icv {

enum class Verdict : std::uint8_t {
  absent,    // the variable is not set
  accepted,  // stored
  adjusted,  // stored with a change that the user must be told
  wrong,     // nothing stored
  refused,   // nothing stored: not honoured with raised privileges
};

using Reader = Verdict (*)(text::Cursor value);
using Writer = void (*)(text::Line& line, const TaskIcv& icv);

// --- fields named by a pointer to member, for the templates below ---

template <class T, class V>
void store(T TaskIcv::* field, V value) {
  initial.*field = static_cast<T>(value);
}
template <class T, class V>
void store(T GlobalIcv::* field, V value) {
  global.*field = static_cast<T>(value);
}
template <class T, class V>
void store(atomic<T> GlobalIcv::* field, V value) {
  (global.*field).store(static_cast<T>(value), relaxed);  // no thread but this one runs yet
}

template <class T>
T load(const TaskIcv& icv, T TaskIcv::* field) {
  return icv.*field;
}
template <class T>
T load(const TaskIcv&, T GlobalIcv::* field) {
  return global.*field;
}
template <class T>
T load(const TaskIcv&, atomic<T> GlobalIcv::* field) {
  return (global.*field).load(relaxed);  // shown only
}

// --- numbers, amounts of memory, times (number_values.cpp) ---

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

// Limits. INT_MAX is what omp_get_thread_limit reports where there is none, so it means that here, too; for the
// device's limit the word "all" means the number of processors.
Verdict read_thread_limit(text::Cursor value);
Verdict read_device_thread_limit(text::Cursor value);
void write_thread_limit(text::Line& line, const TaskIcv& icv);
void write_device_thread_limit(text::Line& line, const TaskIcv& icv);

// Stacks: a number with B, K, M, G or T. Without a letter it is in kilobytes (OMP_, GOMP_) or bytes (KMP_).
Verdict read_stack_kilobytes(text::Cursor value);
Verdict read_stack_bytes(text::Cursor value);
void write_stack_size(text::Line& line, const TaskIcv& icv);

// KMP_BLOCKTIME is a time, GOMP_SPINCOUNT a count of polls: both say how long a wait may spin.
Verdict read_block_time(text::Cursor value);
Verdict read_spin_count(text::Cursor value);
void write_block_time(text::Line& line, const TaskIcv& icv);

// --- words and lists of words (word_values.cpp) ---

bool read_truth(text::Cursor value, bool& truth);

template <auto field>
Verdict read_boolean(text::Cursor value) {
  bool truth;
  if (!read_truth(value, truth)) return Verdict::wrong;
  store(field, truth);
  return Verdict::accepted;
}

template <auto field>
void write_boolean(text::Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "TRUE" : "FALSE");
}

template <auto field>
void write_enabled(text::Line& line, const TaskIcv& icv) {
  line.add(load(icv, field) ? "ENABLED" : "DISABLED");
}

// Checked, then forgotten: there is nothing to choose here.
Verdict read_unused_boolean(text::Cursor value);
void write_true(text::Line& line, const TaskIcv& icv);

// OMP_NESTED: true allows as many active levels as there are, false one.
Verdict read_nested(text::Cursor value);

Verdict read_proc_bind(text::Cursor value);
void write_proc_bind(text::Line& line, const TaskIcv& icv);
Verdict read_teams_bind(text::Cursor value);
void write_teams_bind(text::Line& line, const TaskIcv&);

Verdict read_wait_policy(text::Cursor value);
void write_wait_policy(text::Line& line, const TaskIcv& icv);

Verdict read_library_mode(text::Cursor value);
void write_library_mode(text::Line& line, const TaskIcv& icv);
Verdict read_ttg_table(text::Cursor value);
void write_ttg_table(text::Line& line, const TaskIcv& icv);
Verdict read_ttg_termination(text::Cursor value);
void write_ttg_termination(text::Line& line, const TaskIcv& icv);

Verdict read_target_offload(text::Cursor value);
void write_target_offload(text::Line& line, const TaskIcv& icv);

// XOMP_BARRIER: groups, word, tree or tree:fanout=4
Verdict read_barrier(text::Cursor value);
void write_barrier(text::Line& line, const TaskIcv& icv);

Verdict read_display_env(text::Cursor value);
void write_display_env(text::Line& line, const TaskIcv& icv);

// --- schedules (schedule_values.cpp) ---

// OMP_SCHEDULE: [monotonic:|nonmonotonic:]kind[,chunk]
Verdict read_schedule(text::Cursor value);
void write_schedule(text::Line& line, const TaskIcv& icv);

// KMP_SCHEDULE, kind,variant[;kind,variant]: how libomp divides a loop. Here static is always divided in a balanced way
// and guided iteratively.
Verdict read_division(text::Cursor value);
void write_division(text::Line& line, const TaskIcv& icv);

// --- allocators (allocator_values.cpp) ---

// OMP_ALLOCATOR: a predefined allocator, a predefined memory space, or such a space with traits.
Verdict read_allocator(text::Cursor value);
void write_allocator(text::Line& line, const TaskIcv& icv);

// --- texts that are kept as they were written, for the rooms that know what they mean (text_values.cpp) ---

// A copy that lives as long as the process: programs that change their title overwrite the environment.
const char* keep(text::Cursor value);

template <auto field>
Verdict read_text(text::Cursor value) {
  if (value.empty()) return Verdict::wrong;
  store(field, keep(value));
  return Verdict::accepted;
}

template <auto field>
void write_text(text::Line& line, const TaskIcv& icv) {
  const char* text = load(icv, field);
  if (text != nullptr) line.add(text);
}

Verdict read_affinity_format(text::Cursor value);
void write_affinity_format(text::Line& line, const TaskIcv& icv);

// A truth word; or the name of a file, with a slash or a dot in it.
Verdict read_statistics(text::Cursor value);
void write_statistics(text::Line& line, const TaskIcv& icv);
Verdict read_trace(text::Cursor value);
void write_trace(text::Line& line, const TaskIcv& icv);
Verdict read_trace_level(text::Cursor value);
void write_trace_level(text::Line& line, const TaskIcv& icv);
Verdict read_trace_keep(text::Cursor value);
void write_trace_keep(text::Line& line, const TaskIcv& icv);
Verdict read_tool_libraries(text::Cursor value);
Verdict read_available_devices(text::Cursor value);
Verdict read_default_device(text::Cursor value);
Verdict read_threads_reserve(text::Cursor value);
Verdict read_schedule_policy(text::Cursor value);
// disabled, stdout, stderr or the name of a file. What is, or nearly is, a word of another meaning is no name.
Verdict read_tool_verbose_init(text::Cursor value);
void write_tool_verbose_init(text::Line& line, const TaskIcv& icv);

}  // namespace xomp::icv
