#include "core/api/machine.h"

#include <cstdio>

#include "core/icv/presets.h"
#include "core/sched/policy.h"
#include "core/team/affinity_text.h"
#include "core/team/lifecycle.h"
#include "core/team/roots.h"
#include "core/team/team.h"

namespace xomp::api {

int processor_numbers() {
  int last = 0;
  for (const int processor : topology::members(initial_mask())) last = processor;
  return last + 1;
}

bool is_known_thread() { return sched::own_worker != nullptr; }

int place_count() {
  team::settle_environment();
  return team::has_places() ? team::places().count() : 0;
}

team::Location current_location() {
  const team::Location& own = team::thread_of(team::self()).location;
  return own.partition.count > 0 ? own : team::initial_location();
}

void show_affinity(std::span<const char> format) { team::show_affinity(team::self(), format); }

std::size_t write_affinity(std::span<const char> format, std::span<char> out) {
  return team::write_affinity(team::self(), format, out);
}

void for_each_policy(xomp_policy_callback each, void* context) {
  for (const sched::Policy* policy : sched::all_policies) {
    each(context, policy->name, nullptr, policy->help, "", "", "");
    for (int i = 0; const sched::Parameter* p = sched::parameter_of(*policy, i); ++i)
      each(context, policy->name, p->name, p->help, sched::print(*p, p->least).text, sched::print(*p, p->most).text,
           sched::print(*p, p->usual).text);
  }
}

bool check_policy(const char* value, std::span<char> message) {
  sched::Mistake mistake;
  if (sched::check_policy(value, mistake)) return true;
  std::snprintf(message.data(), message.size(), "%s", mistake.text);
  return false;
}

void for_each_preset(xomp_preset_callback each, void* context) {
  for (const icv::Preset& preset : icv::presets()) {
    each(context, preset.name, nullptr, preset.help, preset.source, preset.ours);
    for (const char* setting : preset.settings) each(context, preset.name, setting, nullptr, nullptr, nullptr);
  }
}

}  // namespace xomp::api
