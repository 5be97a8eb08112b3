// The choice of the policy and of its parameters, and its object for a team.
#include "core/sched/policy.h"

#include <algorithm>
#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace xomp::sched {

extern const Policy auto_policy;  // the default
constinit const Policy* policy = &auto_policy;

namespace {

using Word = std::string_view;

// Values of parameters: a policy's own, then the common ones.
struct Values {
  double own[kMostParameters] = {};
  double common[kCommonParameters] = {kCommon[kInPlace].usual, kCommon[kFew].usual};

  double& of(const Policy& p, int index) {
    const int count = static_cast<int>(p.parameters.size());
    return index < count ? own[index] : common[index - count];
  }
};
Values values;  // of `policy`; written when that is

class Writer {
 public:
  explicit Writer(Mistake& mistake) : text_(mistake.text), room_(sizeof mistake.text) { text_[0] = '\0'; }
  [[gnu::format(printf, 2, 3)]] Writer& add(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int n = std::vsnprintf(text_, room_, format, arguments);
    va_end(arguments);
    const std::size_t used = n < 0 ? 0 : static_cast<std::size_t>(n) < room_ ? static_cast<std::size_t>(n) : room_ - 1;
    text_ += used;
    room_ -= used;
    return *this;
  }

 private:
  char* text_;
  std::size_t room_;
};

int length_of(Word w) { return static_cast<int>(w.size()); }

Word trimmed(Word w) {
  while (!w.empty() && std::isspace(static_cast<unsigned char>(w.front()))) w.remove_prefix(1);
  while (!w.empty() && std::isspace(static_cast<unsigned char>(w.back()))) w.remove_suffix(1);
  return w;
}

// Takes what is in front of the first separator out of `rest`, and the separator.
Word take_until(Word& rest, char separator) {
  const std::size_t at = rest.find(separator);
  const Word part(rest.data(), at == Word::npos ? rest.size() : at);
  rest.remove_prefix(at == Word::npos ? rest.size() : at + 1);
  return trimmed(part);
}

bool is_word(Word w, const char* expected) {
  return w.size() == std::strlen(expected) && strncasecmp(w.data(), expected, w.size()) == 0;
}

// Digits with an optional fraction; independent of the program's locale.
bool take_decimal(Word& rest, double& value) {
  bool digits = false;
  double scale = 1;
  value = 0;
  for (bool fraction = false; !rest.empty(); rest.remove_prefix(1)) {
    const char c = rest.front();
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      digits = true;
      value = value * 10 + (c - '0');
      if (fraction) scale *= 10;
    } else {
      break;
    }
  }
  value /= scale;
  return digits;
}

bool read_value(Word text, const Parameter& p, double& value) {
  if (p.unit == Unit::on_off) {
    value = is_word(text, "on");
    return value != 0 || is_word(text, "off");
  }
  if (!take_decimal(text, value)) return false;
  if (p.unit == Unit::ns) {
    if (is_word(text, "ms")) value *= 1e6;
    else if (is_word(text, "us")) value *= 1e3;
    else if (is_word(text, "s")) value *= 1e9;
    else if (!is_word(text, "ns")) return false;
  } else if (!text.empty()) {
    return false;
  }
  if (p.unit == Unit::count && value != static_cast<double>(static_cast<long long>(value))) return false;
  return value >= p.least && value <= p.most;
}

const Policy* find_policy(Word name) {
  for (const Policy* p : all_policies)
    if (is_word(name, p->name)) return p;
  return nullptr;
}

void describe(Writer& out, const Parameter& p) {
  if (p.unit == Unit::on_off) {
    out.add("%s on or off", p.name);
    return;
  }
  out.add("%s from %s to %s", p.name, print(p, p.least).text, print(p, p.most).text);
  if (p.unit == Unit::ns) out.add(" (with a unit: ns, us, ms, s)");
}

void name_policies(Writer& out) {
  for (const Policy* p : all_policies) out.add("%s%s", p == all_policies.front() ? "" : ", ", p->name);
}

void name_parameters(Writer& out, const Policy& chosen) {
  out.add("the parameters of %s are ", chosen.name);
  for (int i = 0; const Parameter* p = parameter_of(chosen, i); ++i) {
    if (i != 0) out.add(", ");
    describe(out, *p);
  }
}

// Its place among the policy's parameters, or -1.
int find_parameter(Word name, const Policy& chosen) {
  for (int i = 0; const Parameter* p = parameter_of(chosen, i); ++i)
    if (is_word(name, p->name)) return i;
  return -1;
}

bool read_setting(Word setting, const Policy& chosen, Values& read, Writer& out) {
  Word value = setting;
  int index = 0;
  if (setting.find('=') != Word::npos) {
    const Word name = take_until(value, '=');
    value = trimmed(value);
    index = find_parameter(name, chosen);
    if (index < 0) {
      out.add("there is no parameter '%.*s': ", length_of(name), name.data());
      name_parameters(out, chosen);
      return false;
    }
  }
  const Parameter& p = *parameter_of(chosen, index);
  double& read_to = read.of(chosen, index);
  if (read_value(value, p, read_to)) {
    Mistake mistake;
    if (allows(chosen, p, read_to, mistake)) return true;
    out.add("%s", mistake.text);
    return false;
  }
  out.add("'%.*s' is not allowed: ", length_of(value), value.data());
  describe(out, p);
  return false;
}

}  // namespace

namespace {

// The policy that the text names, and the values of its parameters; nullptr if it is wrong.
const Policy* read_policy(const char* text, Values& read, Mistake& mistake) {
  Writer out(mistake);
  Word rest = trimmed(text);
  const bool has_settings = rest.find(':') != Word::npos;
  const Word name = take_until(rest, ':');
  const Policy* const chosen = find_policy(name);
  if (chosen == nullptr) {
    out.add("there is no policy '%.*s'; there are ", length_of(name), name.data());
    name_policies(out);
    return nullptr;
  }
  for (int i = 0; const Parameter* p = parameter_of(*chosen, i); ++i) read.of(*chosen, i) = p->usual;
  if (!chosen->tells_backlog) read.common[kInPlace] = 0;
  if (has_settings) {
    do {
      if (!read_setting(take_until(rest, ','), *chosen, read, out)) return nullptr;
    } while (!rest.empty());
  }
  return chosen;
}

}  // namespace

bool allows(const Policy& p, const Parameter& parameter, double value, Mistake& mistake) {
  if (&parameter != &kCommon[kInPlace] || value == 0 || p.tells_backlog) return true;
  Writer(mistake).add("in_place=on is not allowed: %s cannot tell how many tasks wait", p.name);
  return false;
}

PrintedValue print(const Parameter& p, double value) {
  PrintedValue printed;
  if (p.unit == Unit::on_off) std::snprintf(printed.text, sizeof printed.text, "%s", value != 0 ? "on" : "off");
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
  return true;
}

const Parameter* parameter_of(const Policy& p, int index) {
  const int own = static_cast<int>(p.parameters.size());
  if (index < own) return &p.parameters[static_cast<std::size_t>(index)];
  return index < own + kCommonParameters ? &kCommon[index - own] : nullptr;
}

double parameter(int index) { return values.own[index]; }
double common_parameter(CommonParameter which) { return values.common[which]; }

void prepare_policy(TeamTasks& team, int threads) {
  if (threads <= team.policy_threads) return;
  const int room = std::max(threads, team.policy_threads * 2);
  team.few = static_cast<std::int32_t>(common_parameter(kFew));
  // [TEAM-1] a thread that still looks into the old one finds nothing there
  team.policy_object.store(policy->make(room), release);
  team.policy_threads = room;
}

void drain_policy(TeamTasks& team, TeamThread& survivor, void (*visit)(Task*, void*), void* context) {
  policy->drain(team, survivor, visit, context);
  team.policy_threads = 0;
  prepare_policy(team, 1);
}

}  // namespace xomp::sched
