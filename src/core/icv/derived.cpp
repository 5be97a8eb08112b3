// From one variable OpenMP (lists allow nesting) and other runtimes (places ask for binding) conclude values for the
// ICVs of other variables. An ICV whose own variable was set keeps that value.
#include "core/icv/environment.h"
#include "core/icv/presets.h"
#include "core/icv/variables.h"
#include "platform/fence.h"

namespace xomp::icv {

namespace {

bool is_default(Icv icv) { return origin_of(icv).kind == Origin::Kind::default_; }

void mark_derived(Icv icv, Icv reason) {
  const Origin& from = origin_of(reason);
  origin_of(icv) = {Origin::Kind::derived, from.variable};
}

// The variables of a preset hold where the user has not set the same ICV. Who has said how to wait has settled the spinning, too.
void derive_from_preset() {
  if (global.preset == nullptr) return;
  for (const char* setting : global.preset->settings) {
    text::Cursor value(setting);
    bool has_value;
    const text::Cursor name = value.take_until('=', has_value);
    for (const Variable& variable : variables()) {
      if (!name.is(variable.name) || !is_default(variable.sets)) continue;
      if (variable.sets == Icv::spin && !is_default(Icv::wait_policy)) continue;
      if (variable.read(value) == Verdict::accepted) mark_derived(variable.sets, Icv::preset);
    }
  }
}

void derive_max_active_levels() {
  const Icv reason = global.nthreads_list_length > 1 ? Icv::nthreads : Icv::bind;
  if (global.nthreads_list_length <= 1 && global.bind_list_length <= 1) return;
  if (!is_default(Icv::max_active_levels)) return;
  initial.max_active_levels = kUnlimitedLevels;
  mark_derived(Icv::max_active_levels, reason);
}

// Says whether one of these types asks for binding. KMP_AFFINITY=verbose or none does not.
bool names_an_affinity_type(const char* affinity) {
  if (affinity == nullptr) return false;
  for (const char* type : {"compact", "scatter", "balanced", "explicit", "logical", "physical"}) {
    if (text::Cursor(affinity).contains(type)) return true;
  }
  return false;
}

void derive_bind() {
  if (!is_default(Icv::bind)) return;
  const bool wanted[] = {global.places != nullptr, global.cpu_affinity != nullptr,
                         names_an_affinity_type(global.affinity)};
  const Icv reasons[] = {Icv::places, Icv::cpu_affinity, Icv::affinity};
  for (int i = 0; i < 3; ++i) {
    if (!wanted[i]) continue;
    initial.bind = ProcBind::true_;
    mark_derived(Icv::bind, reasons[i]);
    return;
  }
}

void derive_from_library_mode() {
  const LibraryMode mode = global.library_mode.load(relaxed);  // this thread's own
  if (mode == LibraryMode::turnaround && is_default(Icv::wait_policy)) {
    global.wait_policy = WaitPolicy::active;
    mark_derived(Icv::wait_policy, Icv::library_mode);
  }
  if (mode == LibraryMode::serial) {
    initial.thread_limit = 1;
    mark_derived(Icv::thread_limit, Icv::library_mode);
  }
}

// As in libomp and libgomp a passive wait does not spin, and an active one does not sleep.
void derive_spin() {
  if (!is_default(Icv::spin) || global.wait_policy == WaitPolicy::unset) return;
  global.spin_ns.store(global.wait_policy == WaitPolicy::active ? kSpinForever : 0, relaxed);  // before the first wait
  mark_derived(Icv::spin, Icv::wait_policy);
}

// Under `auto` a thread inside a long task keeps tasks to itself, which others get only by a heavy fence. So without
// such a fence another policy is the default.
void derive_schedule_policy() {
  const bool has_fence = platform::prepare_heavy_fence();  // others than `auto` use it, too
  if (has_fence || !is_default(Icv::schedule_policy)) return;
  global.schedule_policy = "deque";
  origin_of(Icv::schedule_policy) = {Origin::Kind::derived, "a kernel without membarrier"};
}

const char** text_of(Icv icv) {
  switch (icv) {
    case Icv::places: return &global.places;
    case Icv::cpu_affinity: return &global.cpu_affinity;
    case Icv::affinity: return &global.affinity;
    default: return &global.hardware_subset;
  }
}

}  // namespace

void withdraw(Icv icv) {
  origin_of(icv) = {};
  if (icv == Icv::allocator) {
    global.allocator_request = {};
    initial.default_allocator = TaskIcv{}.default_allocator;
    return;
  }
  *text_of(icv) = nullptr;
  if (origin_of(Icv::bind).kind != Origin::Kind::derived) return;
  origin_of(Icv::bind) = {};
  initial.bind = ProcBind::false_;
  derive_bind();  // another variable may ask for it
}

void derive_values() {
  derive_from_preset();
  derive_max_active_levels();
  derive_bind();
  derive_from_library_mode();
  derive_spin();
  derive_schedule_policy();
}

}  // namespace xomp::icv
