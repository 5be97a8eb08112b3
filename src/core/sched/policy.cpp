// The choice of the policy and of its parameters, and its object for a team.
#include "core/sched/policy.h"

#include <algorithm>
#include <cstdio>
#include <new>

#include "core/sched/pending.h"
#include "platform/memory.h"
#include "text/cursor.h"
#include "text/line.h"

namespace xomp::sched {

extern const Policy auto_policy;  // the default
constinit const Policy* policy = &auto_policy;
constinit Allowed allowed_in_task = Allowed::descendants;
constinit bool lists_tasks = false;
constinit const Defer* deferring = &auto_policy.defer;

namespace {

constexpr std::size_t kShown = 100;  // of a wrong text

// Values of parameters: a policy's own, then the common ones.
struct Values {
  double own[kMostParameters] = {};
  double common[kCommonParameters] = {kCommon[kFew].usual, kCommon[kInPlace].usual, kCommon[kConstraint].usual,
                                      kCommon[kReturns].usual};

  double& of(const Policy& p, int index) {
    const int count = static_cast<int>(p.parameters.size());
    return index < count ? own[index] : common[index - count];
  }
};
Values values;  // of `policy`; written when that is

// The words for 0 and 1 of a parameter that is written by words, else nullptr.
struct Words {
  const char *zero, *one;
};
const Words* words_of(const Parameter& p) {
  static constexpr Words kOnOff = {"off", "on"}, kWays = {"ring", "pending"};
  return p.unit == Unit::on_off ? &kOnOff : p.unit == Unit::returns ? &kWays : nullptr;
}

bool read_value(text::Cursor text, const Parameter& p, double& value) {
  if (const Words* const words = words_of(p)) {
    value = text.is(words->one);
    return value != 0 || text.is(words->zero);
  }
  if (!text.take_decimal(value)) return false;
  if (p.unit == Unit::ns) {
    if (text.is("ms")) value *= 1e6;
    else if (text.is("us")) value *= 1e3;
    else if (text.is("s")) value *= 1e9;
    else if (!text.is("ns")) return false;
  } else if (!text.empty()) {
    return false;
  }
  if (!(value >= p.least && value <= p.most)) return false;
  return p.unit != Unit::count || value == static_cast<double>(static_cast<long long>(value));
}

const Policy* find_policy(const text::Cursor& name) {
  for (const Policy* p : all_policies)
    if (name.is(p->name)) return p;
  return nullptr;
}

void describe(text::Output& out, const Parameter& p) {
  if (p.unit == Unit::on_off) {
    out.add(p.name).add(" on or off");
    return;
  }
  if (p.unit == Unit::returns) {
    out.add(p.name).add(" ring or pending");
    return;
  }
  out.add(p.name).add(" from ").add(print(p, p.least).text).add(" to ").add(print(p, p.most).text);
  if (p.unit == Unit::ns) out.add(" (with a unit: ns, us, ms, s)");
}

void name_policies(text::Output& out) {
  for (const Policy* p : all_policies) out.add(p == all_policies.front() ? "" : ", ").add(p->name);
}

void name_parameters(text::Output& out, const Policy& chosen) {
  out.add("the parameters of ").add(chosen.name).add(" are ");
  for (int i = 0; const Parameter* p = parameter_of(chosen, i); ++i) {
    if (i != 0) out.add(", ");
    describe(out, *p);
  }
}

// Returns the place of this name among the policy's parameters, or -1.
int find_parameter(const text::Cursor& name, const Policy& chosen) {
  for (int i = 0; const Parameter* p = parameter_of(chosen, i); ++i)
    if (name.is(p->name)) return i;
  return -1;
}

// Makes the output for the words of a mistake. Its memory is zeroed, so a NUL ends the text behind what is written.
text::Output output_to(Mistake& mistake) {
  mistake = {};
  return text::Output({mistake.text, sizeof mistake.text - 1});
}

bool read_setting(text::Cursor setting, const Policy& chosen, Values& read, text::Output& out) {
  text::Cursor value = setting;
  int index = 0;
  bool is_named;
  const text::Cursor name = setting.take_until('=', is_named);
  if (is_named) {
    value = setting;
    index = find_parameter(name, chosen);
    if (index < 0) {
      out.add("there is no parameter ").add_quoted(name, kShown).add(": ");
      name_parameters(out, chosen);
      return false;
    }
  }
  const Parameter& p = *parameter_of(chosen, index);
  double& read_to = read.of(chosen, index);
  if (read_value(value, p, read_to)) {
    Mistake mistake;
    if (allows(chosen, p, read_to, mistake)) return true;
    out.add(mistake.text);
    return false;
  }
  out.add_quoted(value, kShown).add(" is not allowed: ");
  describe(out, p);
  return false;
}

// Reads the policy that the text names, and the values of its parameters. Returns nullptr if the text is wrong.
const Policy* read_policy(const char* text, Values& read, Mistake& mistake) {
  text::Output out = output_to(mistake);
  text::Cursor rest(text);
  bool has_settings;
  const text::Cursor name = rest.take_until(':', has_settings);
  const Policy* const chosen = find_policy(name);
  if (chosen == nullptr) {
    out.add("there is no policy ").add_quoted(name, kShown).add("; there are ");
    name_policies(out);
    return nullptr;
  }
  for (int i = 0; const Parameter* p = parameter_of(*chosen, i); ++i) read.of(*chosen, i) = p->usual;
  if (!chosen->tells_backlog) read.common[kInPlace] = 0;
  if (has_settings) {
    do {
      bool more;
      if (!read_setting(rest.take_until(',', more), *chosen, read, out)) return nullptr;
    } while (!rest.empty());
  }
  return chosen;
}

}  // namespace

bool allows(const Policy& p, const Parameter& parameter, double value, Mistake& mistake) {
  if (&parameter != &kCommon[kInPlace] || value == 0 || p.tells_backlog) return true;
  output_to(mistake).add("in_place=on is not allowed: ").add(p.name).add(" cannot tell how many tasks wait");
  return false;
}

PrintedValue print(const Parameter& p, double value) {
  PrintedValue printed;
  if (const Words* const words = words_of(p))
    std::snprintf(printed.text, sizeof printed.text, "%s", value != 0 ? words->one : words->zero);
  else if (p.unit != Unit::ns) std::snprintf(printed.text, sizeof printed.text, "%g", value);
  else if (value >= 1e6) std::snprintf(printed.text, sizeof printed.text, "%gms", value / 1e6);
  else if (value >= 1e3) std::snprintf(printed.text, sizeof printed.text, "%gus", value / 1e3);
  else std::snprintf(printed.text, sizeof printed.text, "%gns", value);
  return printed;
}

bool check_policy(const char* text, Mistake& mistake) {
  Values read;
  return read_policy(text, read, mistake) != nullptr;
}

bool choose_policy(const char* text, Mistake& mistake) {
  Values read;
  const Policy* const chosen = read_policy(text, read, mistake);
  if (chosen == nullptr) return false;
  values = read;
  policy = chosen;
  allowed_in_task = common_parameter(kConstraint) != 0 ? Allowed::descendants : Allowed::any;
  lists_tasks = read.common[kReturns] != 0;
  static constexpr Defer kListing = list_and_defer;
  deferring = lists_tasks ? &kListing : &chosen->defer;
  return true;
}

const Parameter* parameter_of(const Policy& p, int index) {
  const int own = static_cast<int>(p.parameters.size());
  if (index < own) return &p.parameters[static_cast<std::size_t>(index)];
  return index < own + kCommonParameters ? &kCommon[index - own] : nullptr;
}

double parameter(int index) { return values.own[index]; }
double common_parameter(CommonParameter which) { return values.common[which]; }

namespace {

PolicyObject* make_object(int threads) {
  const std::size_t bytes = sizeof(atomic<TeamThread*>) * static_cast<std::size_t>(threads);
  auto* claims = static_cast<atomic<TeamThread*>*>(platform::allocate_forever(bytes));
  for (int i = 0; i < threads; ++i) new (&claims[i]) atomic<TeamThread*>{nullptr};
  return new (platform::allocate_forever(sizeof(PolicyObject)))
      PolicyObject{policy->make(threads), threads, claims, nullptr};
}

// [CLAIM-1] Says whether a thread has claimed one of these numbers.
bool is_claimed(const PolicyObject& object, int first, int last) {
  for (int i = first; i < last; ++i)
    if (object.claims[i].load(acquire) != nullptr) return true;
  return false;
}

}  // namespace

void prepare_policy(TeamTasks& team, int threads) {
  if (threads <= team.policy_threads) return;
  const int room = std::max(threads, team.policy_threads * 2);
  const auto few = static_cast<std::int32_t>(common_parameter(kFew));
  if (team.few != few) team.few = few;  // before the team is known to others: the parameter does not change
  team.policy_object.store(make_object(room),
                           release);  // [TEAM-1] a thread that still looks into the old one finds nothing
  team.policy_threads = room;
}

void make_room_for(TeamTasks& team, int first, int last) {
  PolicyObject* const now = team.policy_object.load(relaxed);  // own
  const int end = std::min(last, now->threads);                // for more there will be a larger object
  if (!policy->holders_only || !is_claimed(*now, first, end)) return;
  now->next = team.left_objects;
  team.left_objects = now;
  PolicyObject** at = &team.left_objects;
  while (*at != nullptr && ((*at)->threads < now->threads || is_claimed(**at, 0, (*at)->threads))) at = &(*at)->next;
  PolicyObject* found = *at;
  if (found != nullptr) *at = found->next;
  else found = make_object(now->threads);
  team.policy_object.store(found, release);  // [TEAM-1] as above
}

void claim_object(TeamThread& thread) {
  leave_object(thread);
  thread.policy_object = thread.team->policy_object.load(acquire);  // [TEAM-1]
  thread.policy_state = thread.policy_object->state;
  if (thread.number < thread.policy_object->threads)
    thread.policy_object->claims[thread.number].store(&thread, relaxed);  // [CLAIM-1] read after the region's barrier
}

void leave_object(TeamThread& thread) {
  if (thread.policy_object == nullptr) return;
  thread.policy_object->claims[thread.number].store(nullptr, release);  // [CLAIM-1]
  thread.policy_object = nullptr;
}

void drain_policy(TeamTasks& team, TeamThread& survivor, void (*visit)(Task*, void*), void* context) {
  policy->drain(team, survivor, visit, context);
  team.policy_threads = 0;
  team.left_objects = nullptr;  // of threads that do not exist
  prepare_policy(team, team.size);
  survivor.policy_object = nullptr;
  claim_object(survivor);
}

}  // namespace xomp::sched
