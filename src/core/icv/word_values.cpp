// Readers and writers of values that are one word of a few, or a list of such words.
#include "core/icv/values.h"

#include <algorithm>

namespace xomp::icv {

namespace {

// OpenMP knows true and false and, for two variables, enabled and disabled. libomp takes the others as well, and
// people's job scripts use them.
constexpr text::Word<bool> kTruths[] = {
    {"true", true}, {"1", true},         {"yes", true}, {"on", true},     {"enabled", true},  {"t", true},
    {"y", true},    {".true.", true},    {".t.", true}, {"false", false}, {"0", false},       {"no", false},
    {"off", false}, {"disabled", false}, {"f", false},  {"n", false},     {".false.", false}, {".f.", false}};

constexpr text::Word<ProcBind> kBindings[] = {{"primary", ProcBind::primary},
                                              {"master", ProcBind::primary},
                                              {"close", ProcBind::close},
                                              {"spread", ProcBind::spread}};

constexpr text::Word<WaitPolicy> kWaitPolicies[] = {{"active", WaitPolicy::active}, {"passive", WaitPolicy::passive}};

constexpr text::Word<TargetOffload> kOffloads[] = {{"default", TargetOffload::default_},
                                                   {"mandatory", TargetOffload::mandatory},
                                                   {"disabled", TargetOffload::disabled}};

constexpr text::Word<LibraryMode> kLibraryModes[] = {
    {"serial", LibraryMode::serial}, {"throughput", LibraryMode::throughput}, {"turnaround", LibraryMode::turnaround}};

constexpr text::Word<BarrierKind> kBarriers[] = {
    {"groups", BarrierKind::groups}, {"tree", BarrierKind::tree}, {"word", BarrierKind::word}};
constexpr text::Word<TtgTable> kTtgTables[] = {{"buckets", TtgTable::buckets}, {"chained", TtgTable::chained}};

constexpr text::Word<TtgTermination> kTtgTerminations[] = {{"thread", TtgTermination::thread},
                                                           {"process", TtgTermination::process}};

void write_binding(text::Line& line, ProcBind bind) {
  if (bind == ProcBind::false_ || bind == ProcBind::true_) {
    line.add(bind == ProcBind::true_ ? "TRUE" : "FALSE");
  } else {
    line.add_upper(word_of(bind, kBindings));
  }
}

}  // namespace

bool read_truth(text::Cursor value, bool& truth) { return find_word(value, kTruths, truth); }

Verdict read_unused_boolean(text::Cursor value) {
  bool truth;
  return read_truth(value, truth) ? Verdict::accepted : Verdict::wrong;
}

void write_true(text::Line& line, const TaskIcv&) { line.add("TRUE"); }

Verdict read_nested(text::Cursor value) {
  bool nested;
  if (!read_truth(value, nested)) return Verdict::wrong;
  initial.max_active_levels = nested ? kUnlimitedLevels : 1;
  return Verdict::accepted;
}

Verdict read_proc_bind(text::Cursor value) {
  bool truth;
  if (read_truth(value, truth)) {
    global.bind_list_length = 0;
    initial.bind = truth ? ProcBind::true_ : ProcBind::false_;
    return Verdict::accepted;
  }
  ProcBind list[kMaxListLength];
  int length = 0;
  bool more = true;
  bool too_long = false;
  while (more) {
    ProcBind bind;
    if (!find_word(value.take_until(',', more), kBindings, bind)) return Verdict::wrong;
    if (length < kMaxListLength) list[length++] = bind;
    else too_long = true;
  }
  std::copy_n(list, length, global.bind_list);
  global.bind_list_length = length;
  initial.bind = list[0];
  return too_long ? Verdict::adjusted : Verdict::accepted;
}

void write_proc_bind(text::Line& line, const TaskIcv& icv) {
  write_binding(line, icv.bind);
  for (int level = 1; level < global.bind_list_length; ++level) {
    line.add(',');
    write_binding(line, global.bind_list[level]);
  }
}

Verdict read_teams_bind(text::Cursor value) {
  bool truth;
  if (read_truth(value, truth)) {
    if (truth) return Verdict::wrong;
    global.teams_bind = ProcBind::false_;
    return Verdict::accepted;
  }
  return find_word(value, kBindings, global.teams_bind) ? Verdict::accepted : Verdict::wrong;
}

void write_teams_bind(text::Line& line, const TaskIcv&) { write_binding(line, global.teams_bind); }

Verdict read_wait_policy(text::Cursor value) {
  return find_word(value, kWaitPolicies, global.wait_policy) ? Verdict::accepted : Verdict::wrong;
}

void write_wait_policy(text::Line& line, const TaskIcv&) {
  if (global.wait_policy == WaitPolicy::unset) line.add("LEARNT");
  else line.add_upper(word_of(global.wait_policy, kWaitPolicies));
}

Verdict read_library_mode(text::Cursor value) {
  LibraryMode mode;
  if (!find_word(value, kLibraryModes, mode)) return Verdict::wrong;
  global.library_mode.store(mode, relaxed);  // no thread but this one runs yet
  return Verdict::accepted;
}

void write_library_mode(text::Line& line, const TaskIcv&) {
  line.add_upper(word_of(global.library_mode.load(relaxed), kLibraryModes));  // shown only
}

Verdict read_barrier(text::Cursor value) {
  BarrierKind kind;
  std::int64_t fan_out = kUsualBarrierFanOut;
  bool has_setting, has_number;
  if (!find_word(value.take_until(':', has_setting), kBarriers, kind)) return Verdict::wrong;
  if (has_setting) {
    if (kind != BarrierKind::tree || !value.take_until('=', has_number).is("fanout") || !has_number)
      return Verdict::wrong;
    if (!read_whole_number(value, kLeastBarrierFanOut, kMostBarrierFanOut, fan_out)) return Verdict::wrong;
  }
  global.barrier = kind;
  global.barrier_fan_out = static_cast<std::int32_t>(fan_out);
  return Verdict::accepted;
}

void write_barrier(text::Line& line, const TaskIcv&) {
  line.add(word_of(global.barrier, kBarriers));
  if (global.barrier == BarrierKind::tree) line.add(":fanout=").add(static_cast<std::int64_t>(global.barrier_fan_out));
}

Verdict read_ttg_table(text::Cursor value) {
  return find_word(value, kTtgTables, global.ttg_table) ? Verdict::accepted : Verdict::wrong;
}

void write_ttg_table(text::Line& line, const TaskIcv&) { line.add(word_of(global.ttg_table, kTtgTables)); }

Verdict read_ttg_termination(text::Cursor value) {
  return find_word(value, kTtgTerminations, global.ttg_termination) ? Verdict::accepted : Verdict::wrong;
}

void write_ttg_termination(text::Line& line, const TaskIcv&) {
  line.add(word_of(global.ttg_termination, kTtgTerminations));
}

Verdict read_display_env(text::Cursor value) {
  bool wanted = true;
  const bool verbose = value.is("verbose");
  if (!verbose && !read_truth(value, wanted)) return Verdict::wrong;
  global.display_env = verbose ? DisplayEnv::verbose : wanted ? DisplayEnv::standard : DisplayEnv::no;
  return Verdict::accepted;
}

void write_display_env(text::Line& line, const TaskIcv&) {
  if (global.display_env == DisplayEnv::verbose) line.add("VERBOSE");
  else line.add(global.display_env == DisplayEnv::standard ? "TRUE" : "FALSE");
}

Verdict read_target_offload(text::Cursor value) {
  return find_word(value, kOffloads, global.target_offload) ? Verdict::accepted : Verdict::wrong;
}

void write_target_offload(text::Line& line, const TaskIcv&) {
  line.add_upper(word_of(global.target_offload, kOffloads));
}

}  // namespace xomp::icv
