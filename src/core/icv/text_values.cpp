// Texts are copied and kept. A text that would make a setuid program write a file or load a library is refused.
#include "core/icv/values.h"

#include <cstring>

#include "core/icv/environment.h"
#include "platform/memory.h"

namespace xomp::icv {

const char* keep(text::Cursor value) {
  auto* copy = static_cast<char*>(platform::allocate_forever(value.size() + 1, 1));
  std::memcpy(copy, value.begin(), value.size());
  return copy;  // zeroed behind the text
}

Verdict read_affinity_format(text::Cursor value) {
  if (value.size() >= kAffinityFormatBytes) return Verdict::wrong;
  set_affinity_format(value.begin(), value.size());
  return Verdict::accepted;
}

void write_affinity_format(text::Line& line, const TaskIcv&) {
  char format[kAffinityFormatBytes];
  get_affinity_format(format, sizeof format);
  line.add(format);
}

Verdict read_tool_libraries(text::Cursor value) {
  if (has_raised_privileges()) return Verdict::refused;
  global.tool_libraries = value.empty() ? nullptr : keep(value);
  return Verdict::accepted;
}

namespace {

// "1", "true", "stdrr": somebody has meant something else than a file of that name.
bool is_nearly_a_word(text::Cursor value) {
  bool truth;
  if (read_truth(value, truth)) return true;
  text::Cursor digits = value;
  if (std::int64_t number; digits.take_number(number) && digits.empty()) return true;
  char lower[12];
  if (value.size() > sizeof lower) return false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value.begin()[i];
    lower[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const char* const word : {"true", "false", "enabled", "disabled", "stdout", "stderr"})
    if (edit_distance(lower, value.size(), word, std::strlen(word)) <= 1) return true;
  return false;
}

}  // namespace

Verdict read_tool_verbose_init(text::Cursor value) {
  if (value.empty()) return Verdict::wrong;
  if (value.is("disabled")) {
    global.tool_verbose_init = nullptr;
  } else if (value.is("stdout")) {
    global.tool_verbose_init = "stdout";
  } else if (value.is("stderr")) {
    global.tool_verbose_init = "stderr";
  } else {
    if (is_nearly_a_word(value)) return Verdict::wrong;
    if (has_raised_privileges()) return Verdict::refused;
    global.tool_verbose_init = keep(value);
  }
  return Verdict::accepted;
}

void write_tool_verbose_init(text::Line& line, const TaskIcv&) {
  line.add(global.tool_verbose_init != nullptr ? global.tool_verbose_init : "disabled");
}

Verdict read_statistics(text::Cursor value) {
  bool truth;
  if (read_truth(value, truth)) {
    global.statistics = truth;
    global.statistics_file = nullptr;
    return Verdict::accepted;
  }
  const auto has = [&](char c) { return value.size() != 0 && std::memchr(value.begin(), c, value.size()) != nullptr; };
  if (!has('/') && !has('.')) return Verdict::wrong;
  if (has_raised_privileges()) return Verdict::refused;
  global.statistics = true;
  global.statistics_file = keep(value);
  return Verdict::accepted;
}

void write_statistics(text::Line& line, const TaskIcv&) {
  if (global.statistics && global.statistics_file != nullptr) line.add(global.statistics_file);
  else line.add(global.statistics ? "TRUE" : "FALSE");
}

Verdict read_trace(text::Cursor value) {
  if (value.empty()) return Verdict::wrong;
  if (has_raised_privileges()) return Verdict::refused;
  global.trace = keep(value);
  return Verdict::accepted;
}

void write_trace(text::Line& line, const TaskIcv&) { line.add(global.trace != nullptr ? global.trace : ""); }

namespace {
constexpr const char* kTraceLevels[] = {"", "states", "tasks", "all"};
}

Verdict read_trace_level(text::Cursor value) {
  for (int level = 1; level <= 3; ++level) {
    if (!value.is(kTraceLevels[level])) continue;
    global.trace_level = level;
    return Verdict::accepted;
  }
  return Verdict::wrong;
}

void write_trace_level(text::Line& line, const TaskIcv&) { line.add(kTraceLevels[global.trace_level]); }

Verdict read_trace_keep(text::Cursor value) {
  const bool last = value.is("last");
  if (!last && !value.is("first")) return Verdict::wrong;
  global.trace_keeps_last = last;
  return Verdict::accepted;
}

void write_trace_keep(text::Line& line, const TaskIcv&) { line.add(global.trace_keeps_last ? "last" : "first"); }

Verdict read_schedule_policy(text::Cursor value) {
  if (value.empty()) return Verdict::wrong;
  global.schedule_policy = keep(value);  // core/sched knows the names
  return Verdict::accepted;
}

}  // namespace xomp::icv
