// Readers and writers of schedules.
#include "core/icv/values.h"

#include <climits>

namespace xomp::icv {

namespace {

// The last two are libomp's. It tells trapezoidal apart from OpenMP's kinds, but not static_steal.
constexpr text::Word<ScheduleKind> kKinds[] = {
    {"static", ScheduleKind::static_},          {"dynamic", ScheduleKind::dynamic},
    {"guided", ScheduleKind::guided},           {"auto", ScheduleKind::auto_},
    {"trapezoidal", ScheduleKind::trapezoidal}, {"static_steal", ScheduleKind::dynamic}};

constexpr text::Word<ScheduleModifier> kModifiers[] = {{"monotonic", ScheduleModifier::monotonic},
                                                       {"nonmonotonic", ScheduleModifier::nonmonotonic}};

constexpr std::int64_t kMaxChunk = INT_MAX;  // omp_get_schedule gives it back as an int

// What libomp offers for KMP_SCHEDULE, and whether it is what happens here.
constexpr text::Word<bool> kStaticDivisions[] = {{"balanced", true}, {"greedy", false}};
constexpr text::Word<bool> kGuidedDivisions[] = {{"iterative", true}, {"analytical", false}};

}  // namespace

Verdict read_schedule(text::Cursor value) {
  Schedule schedule;
  bool more;
  text::Cursor rest = value;
  const text::Cursor modifier = rest.take_until(':', more);
  if (more) {
    if (!find_word(modifier, kModifiers, schedule.modifier)) return Verdict::wrong;
    value = rest;
  }
  if (!find_word(value.take_until(',', more), kKinds, schedule.kind)) return Verdict::wrong;
  if (more && !read_whole_number(value, 0, kMaxChunk, schedule.chunk)) return Verdict::wrong;
  schedule.is_chosen = true;
  initial.run_schedule = schedule;
  // A chunk of no iterations is not allowed by OpenMP; libgomp and libomp both go on with the kind's own chunk.
  return more && schedule.chunk == 0 ? Verdict::adjusted : Verdict::accepted;
}

void write_schedule(text::Line& line, const TaskIcv& icv) {
  const Schedule& schedule = icv.run_schedule;
  if (schedule.modifier != ScheduleModifier::none) line.add_upper(word_of(schedule.modifier, kModifiers)).add(':');
  line.add_upper(word_of(schedule.kind, kKinds));
  if (schedule.chunk > 0) line.add(',').add(schedule.chunk);
}

Verdict read_division(text::Cursor value) {
  bool more = true;
  bool ours = true;
  while (more) {
    text::Cursor part = value.take_until(';', more);
    bool has_division;
    const text::Cursor kind = part.take_until(',', has_division);
    bool same = false;
    if (!has_division) return Verdict::wrong;
    const bool known = kind.is("static")   ? find_word(part, kStaticDivisions, same)
                       : kind.is("guided") ? find_word(part, kGuidedDivisions, same)
                                           : false;
    if (!known) return Verdict::wrong;
    ours = ours && same;
  }
  return ours ? Verdict::accepted : Verdict::adjusted;
}

void write_division(text::Line& line, const TaskIcv&) { line.add("STATIC,BALANCED;GUIDED,ITERATIVE"); }

}  // namespace xomp::icv
