// The environment is walked once, with a quick filter of prefixes. Then the table's rows are read in order: where
// several variables set one ICV, each good one replaces what is there. Warnings come last, because they name the value
// that is used in the end.
#include "core/icv/environment.h"

#include <cstring>
#include <new>

#include "core/icv/foreign_variables.h"
#include "core/icv/reports.h"
#include "core/icv/variables.h"
#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::icv {

namespace {

constexpr std::size_t kShownValueLength = 100;
constexpr int kMaxUnknown = 16;
constexpr int kMaxForeign = 80;

bool raised_privileges = false;

// The forms of a variable that count for the host, the weaker one first.
enum Form { for_all, plain, kForms };

struct Found {
  const char* value[kForms] = {};
  Verdict verdict[kForms] = {};
};

// What the walk found; the texts are the environment's own.
struct Findings {
  Found variables[kMaxVariables];
  const char* unknown[kMaxUnknown];
  int unknown_count = 0;
  const char* foreign[kMaxForeign];
  int foreign_count = 0;
  const char* reported = nullptr;  // XOMP_REPORTED
};

int find_variable(const char* name, std::size_t length) {
  int index = 0;
  for (const Variable& variable : variables()) {
    if (std::strncmp(variable.name, name, length) == 0 && variable.name[length] == '\0') return index;
    ++index;
  }
  return -1;
}

bool ends_with(const char* name, std::size_t length, const char* suffix) {
  const std::size_t suffix_length = std::strlen(suffix);
  return length > suffix_length && std::memcmp(name + length - suffix_length, suffix, suffix_length) == 0;
}

// The length of the name in front of _DEV or _DEV_<n>; 0 if there is no such suffix.
std::size_t without_device(const char* name, std::size_t length) {
  std::size_t at = length;
  while (at > 0 && name[at - 1] >= '0' && name[at - 1] <= '9') --at;
  if (at != length) {
    if (at == 0 || name[at - 1] != '_') return 0;
    length = at - 1;
  }
  return ends_with(name, length, "_DEV") ? length - 4 : 0;
}

bool takes_suffixes(int index) {
  return index >= 0 && variables()[static_cast<std::size_t>(index)].suffixes == Suffixes::devices;
}

// There are no devices but the host, so a variable for devices only is known and has no effect.
bool is_for_devices_only(const char* name, std::size_t length) {
  const std::size_t base = without_device(name, length);
  return base != 0 && takes_suffixes(find_variable(name, base));
}

void keep_first(const char*& kept, const char* value) {
  if (kept == nullptr) kept = value;  // getenv finds the first one where a name is there twice
}

void classify(const char* entry, const char* equals, Findings& findings) {
  const auto length = static_cast<std::size_t>(equals - entry);
  if (const int index = find_variable(entry, length); index >= 0) {
    keep_first(findings.variables[index].value[plain], equals + 1);
    return;
  }
  if (ends_with(entry, length, "_ALL")) {
    if (const int index = find_variable(entry, length - 4); takes_suffixes(index)) {
      keep_first(findings.variables[index].value[for_all], equals + 1);
      return;
    }
  }
  if (std::strncmp(entry, kReportedVariable, length) == 0 && kReportedVariable[length] == '\0') {
    keep_first(findings.reported, equals + 1);
    return;
  }
  if (is_for_devices_only(entry, length)) return;
  if (is_foreign(entry, length)) {
    if (findings.foreign_count < kMaxForeign) findings.foreign[findings.foreign_count++] = entry;
    return;
  }
  if (findings.unknown_count < kMaxUnknown) findings.unknown[findings.unknown_count++] = entry;
}

void walk(const char* const* environment, Findings& findings) {
  for (; *environment != nullptr; ++environment) {
    if (!has_our_prefix(*environment)) continue;
    const char* equals = std::strchr(*environment, '=');
    if (equals != nullptr) classify(*environment, equals, findings);
  }
}

void read_values(Findings& findings) {
  Found* found = findings.variables;
  for (const Variable& variable : variables()) {
    for (int form = 0; form < kForms; ++form) {
      if (found->value[form] == nullptr) continue;
      const Verdict verdict = variable.read(text::Cursor(found->value[form]));
      found->verdict[form] = verdict;
      if (verdict != Verdict::accepted && verdict != Verdict::adjusted) continue;
      origin_of(variable.sets) = {form == plain ? Origin::Kind::variable : Origin::Kind::variable_for_all,
                                  variable.name};
    }
    ++found;
  }
}

void add_used_value(text::Line& line, const Variable& variable) {
  const IcvRow& row = icv_rows()[static_cast<std::size_t>(variable.sets)];
  text::Line value;
  row.write(value, initial);
  line.add("using ");
  if (std::strcmp(row.name, variable.name) != 0) line.add(row.name).add('=');
  if (*value.text() == '\0') line.add("none");
  else line.add_quoted(value.text(), kShownValueLength);
}

[[gnu::cold]] void warn_of_value(const Variable& variable, int form, const Found& found, WarningSink sink) {
  text::Line name;
  name.add(variable.name).add(form == for_all ? "_ALL" : "");
  if (!is_new_report(name.text(), found.value[form])) return;
  text::Line line;
  line.add(name.text()).add('=').add_quoted(found.value[form], kShownValueLength);
  if (found.verdict[form] == Verdict::refused) {
    line.add(" is not honoured in a program with raised privileges; ");
  } else {
    line.add(" is not valid; allowed: ").add(variable.allowed).add("; ");
  }
  add_used_value(line, variable);
  sink(line.text());
}

[[gnu::cold]] void warn_of_name(const char* entry, WarningSink sink) {
  const auto length = static_cast<std::size_t>(std::strchr(entry, '=') - entry);
  const char* meant = nearest_variable(entry, length);
  if (meant == nullptr || !is_new_report(meant, entry)) return;
  text::Line line;
  for (std::size_t i = 0; i < length; ++i) {
    const bool control = static_cast<unsigned char>(entry[i]) < ' ' || entry[i] == '\x7f';
    line.add(control ? '?' : entry[i]);
  }
  line.add(" is not a variable of OpenMP or of this library and has no effect; did you mean ").add(meant).add('?');
  sink(line.text());
}

// Adds the variable's name to `without_effect` if the user is to hear of it for the first time.
[[gnu::cold]] void warn_of_foreign(const char* entry, text::Line& without_effect, WarningSink sink) {
  const char* equals = std::strchr(entry, '=');
  const text::Cursor name(entry, equals);
  text::Line allowed, line, name_text;
  const Foreign found = check_foreign(entry, name.size(), text::Cursor(equals + 1), allowed);
  name_text.add(name);
  if (found == Foreign::asks_for_nothing || !is_new_report(name_text.text(), equals + 1)) return;
  if (found == Foreign::has_no_effect) {
    without_effect
        .add(without_effect.length() == 0 ? "set without effect, because only other runtimes have what it tunes: "
                                          : ", ")
        .add(name);
    return;
  }
  line.add(name).add('=').add_quoted(equals + 1, kShownValueLength).add(" is not valid; allowed: ").add(allowed.text());
  line.add("; it has no effect here in any case");
  sink(line.text());
}

// One line for all that are set, however many.
[[gnu::cold]] void warn_of_foreigners(const Findings& findings, WarningSink sink) {
  text::Line without_effect;
  for (int i = 0; i < findings.foreign_count; ++i) warn_of_foreign(findings.foreign[i], without_effect, sink);
  if (without_effect.length() != 0) sink(without_effect.text());
}

void warn_of_all(const Findings& findings, WarningSink sink) {
  const Found* found = findings.variables;
  for (const Variable& variable : variables()) {
    for (int form = 0; form < kForms; ++form) {
      const Verdict verdict = found->verdict[form];
      if (verdict != Verdict::absent && verdict != Verdict::accepted) warn_of_value(variable, form, *found, sink);
    }
    ++found;
  }
  warn_of_foreigners(findings, sink);
  for (int i = 0; i < findings.unknown_count; ++i) warn_of_name(findings.unknown[i], sink);
}

void set_defaults(int processors) {
  initial = TaskIcv{};
  new (&global) GlobalIcv;
  for (Origin& origin : origins) origin = Origin{};
  initial.nthreads = processors;
  global.initial_threads = processors;
}

// Cuts `settings` at its bars; the entries stay in it.
void split(char* settings, const char** entries, int most) {
  int count = 0;
  for (char* part; count < most && (part = strsep(&settings, "|")) != nullptr;) {
    while (*part == ' ') ++part;
    entries[count++] = part;
  }
  entries[count] = nullptr;
}

}  // namespace

bool has_our_prefix(const char* entry) {
  switch (*entry) {
    case 'O': return std::strncmp(entry, "OMP_", 4) == 0;
    case 'K': return std::strncmp(entry, "KMP_", 4) == 0;
    case 'G': return std::strncmp(entry, "GOMP_", 5) == 0;
    case 'X': return std::strncmp(entry, "XOMP_", 5) == 0;
    default: return false;
  }
}

void warn_on_stderr(const char* text) { platform::warn("%s", text); }

bool has_raised_privileges() { return raised_privileges; }

void initialize_from(const char* const* environment, int processors, Privileges privileges, WarningSink sink) {
  raised_privileges = privileges == Privileges::raised;
  set_defaults(processors);
  Findings findings;
  walk(environment, findings);
  read_values(findings);
  derive_values();
  begin_reports(findings.reported);
  if (global.warnings.load(relaxed)) warn_of_all(findings, sink);
}

void refuse_allocator(WarningSink sink) {
  const IcvRow& row = icv_rows()[static_cast<int>(Icv::allocator)];
  text::Line asked, line;
  row.write(asked, initial);
  withdraw(Icv::allocator);
  if (!global.warnings.load(relaxed) || !is_new_report(row.name, asked.text())) return;
  line.add(row.name).add('=').add_quoted(asked.text(), kShownValueLength);
  line.add(" asks for memory that this machine does not have; using ");
  text::Line used;
  row.write(used, initial);
  line.add_quoted(used.text(), kShownValueLength);
  sink(line.text());
}

void change_from(const char* settings, WarningSink sink) {
  const std::size_t bytes = std::strlen(settings) + 1;
  auto* copy = static_cast<char*>(platform::allocate_forever(bytes));  // ICVs may be texts in it
  std::memcpy(copy, settings, bytes);
  const char* entries[kMaxVariables + 1];
  split(copy, entries, kMaxVariables);
  Findings findings;
  walk(entries, findings);
  read_values(findings);
  derive_values();
  if (global.warnings.load(relaxed)) warn_of_all(findings, sink);
}

}  // namespace xomp::icv
