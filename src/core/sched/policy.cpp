// The choice of the policy and of its parameters, and its object for a team.
#include "core/sched/policy.h"

#include <climits>
#include <cstdio>
#include <cstring>

#include "text/cursor.h"
#include "text/line.h"

namespace xomp::sched {

constinit const Policy* policy = &auto_policy;

namespace {

double values[kMostParameters] = {kUsualFew};  // of `policy`; written when that is

bool read_value(text::Cursor text, const Parameter& p, double& value) {
  if (!text.take_decimal(value)) return false;
  if (p.unit == Unit::ns) {
    if (text.is("ms")) value *= 1e6;
    else if (text.is("us")) value *= 1e3;
    else if (text.is("s")) value *= 1e9;
    else if (!text.is("ns")) return false;
  } else if (!text.empty()) {
    return false;
  }
  if (p.unit == Unit::count && value != static_cast<double>(static_cast<long long>(value))) return false;
  return value >= p.least && value <= p.most;
}

const Policy* find_policy(const text::Cursor& name) {
  for (const Policy* p : all_policies)
    if (name.is(p->name)) return p;
  return nullptr;
}

void describe(text::Output& out, const Parameter& p) {
  out.add(p.name).add(" from ").add(print(p, p.least).text).add(" to ").add(print(p, p.most).text);
  if (p.unit == Unit::ns) out.add(" (with a unit: ns, us, ms, s)");
}

void name_policies(text::Output& out) {
  for (const Policy* p : all_policies) out.add(p == all_policies.front() ? "" : ", ").add(p->name);
}

void name_parameters(text::Output& out, const Policy& chosen) {
  if (chosen.parameters.empty()) {
    out.add(chosen.name).add(" has no parameters");
    return;
  }
  out.add("the parameters of ").add(chosen.name).add(" are ");
  for (const Parameter& p : chosen.parameters) {
    if (&p != chosen.parameters.data()) out.add(", ");
    describe(out, p);
  }
}

bool read_setting(text::Cursor setting, const Policy& chosen, double* read, text::Output& out) {
  const Parameter* p = nullptr;
  text::Cursor value = setting;
  bool is_named;
  const text::Cursor name = setting.take_until('=', is_named);
  if (is_named) {
    value = setting;
    for (const Parameter& candidate : chosen.parameters)
      if (name.is(candidate.name)) p = &candidate;
    if (p == nullptr) out.add("there is no parameter '").add(name).add("': ");
  } else if (!chosen.parameters.empty()) {
    p = &chosen.parameters.front();
  }
  if (p != nullptr && read_value(value, *p, read[p - chosen.parameters.data()])) return true;
  if (p != nullptr) {
    out.add("'").add(value).add("' is not allowed: ");
    describe(out, *p);
    return false;
  }
  name_parameters(out, chosen);
  return false;
}

// The policy that the text names, and the values of its parameters; nullptr if it is wrong.
const Policy* read_policy(const char* text, double* read, Mistake& mistake) {
  mistake = {};  // zeros: behind what is written now, one ends the text
  text::Output out({mistake.text, sizeof mistake.text - 1});
  text::Cursor rest(text);
  bool has_settings;
  const text::Cursor name = rest.take_until(':', has_settings);
  const Policy* const chosen = find_policy(name);
  if (chosen == nullptr) {
    out.add("there is no policy '").add(name).add("'; there are ");
    name_policies(out);
    return nullptr;
  }
  for (const Parameter& p : chosen->parameters) read[&p - chosen->parameters.data()] = p.usual;
  if (has_settings) {
    do {
      bool more;
      if (!read_setting(rest.take_until(',', more), *chosen, read, out)) return nullptr;
    } while (!rest.empty());
  }
  return chosen;
}

}  // namespace

PrintedValue print(const Parameter& p, double value) {
  PrintedValue printed;
  if (p.unit != Unit::ns) std::snprintf(printed.text, sizeof printed.text, "%g", value);
  else if (value >= 1e6) std::snprintf(printed.text, sizeof printed.text, "%gms", value / 1e6);
  else if (value >= 1e3) std::snprintf(printed.text, sizeof printed.text, "%gus", value / 1e3);
  else std::snprintf(printed.text, sizeof printed.text, "%gns", value);
  return printed;
}

bool check_policy(const char* text, Mistake& mistake) {
  double read[kMostParameters] = {};
  return read_policy(text, read, mistake) != nullptr;
}

bool choose_policy(const char* text, Mistake& mistake) {
  double read[kMostParameters] = {};
  const Policy* const chosen = read_policy(text, read, mistake);
  if (chosen == nullptr) return false;
  std::memcpy(values, read, sizeof values);
  policy = chosen;
  return true;
}

double parameter(int index) { return values[index]; }

void prepare_policy(TeamTasks& team, int threads) {
  if (policy->make == nullptr) {
    if (policy->begin_team != nullptr) policy->begin_team(team);
    team.policy_threads = INT_MAX;
    return;
  }
  if (threads <= team.policy_threads) return;
  int room = team.policy_threads * 2;
  if (room < threads) room = threads;
  team.policy_object.store(policy->make(room),
                           release);  // [TEAM-1] who still looks into the old one finds nothing there
  team.policy_threads = room;
}

void drain_policy(TeamTasks& team, void (*visit)(Task*, void*), void* context) {
  policy->drain(team, visit, context);
  if (policy->make == nullptr) return;
  team.policy_object.store(nullptr, relaxed);  // alone
  team.policy_threads = 1;
}

}  // namespace xomp::sched
