// ICVs are shown in the standard's form for omp_display_env and OMP_DISPLAY_ENV, in libomp's for KMP_SETTINGS, and to
// tools by a callback.
#include <cstring>

#include "core/icv/environment.h"
#include "core/icv/reports.h"
#include "core/icv/variables.h"
#include "platform/message.h"

namespace xomp::icv {

namespace {

void print_standard(void*, const char* name, const char* value, const char*) {
  platform::print("  [host] %s='%s'\n", name, value);
}

void print_setting(void*, const char* name, const char* value, const char*) {
  platform::print("   %s='%s'\n", name, value);
}

}  // namespace

void for_each_icv(const TaskIcv& icv, Detail detail, EachIcv each, void* context) {
  for (int i = 0; i < kIcvCount; ++i) {
    const IcvRow& row = icv_rows()[i];
    if (row.shown == Detail::verbose && detail != Detail::verbose) continue;
    text::Line value;
    text::Line origin;
    row.write(value, icv);
    write_origin(origin, static_cast<Icv>(i));
    each(context, row.name, value.text(), origin.text());
  }
}

void display(const TaskIcv& icv, Detail detail) {
  platform::print("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202111'\n");
  for_each_icv(icv, detail, print_standard, nullptr);
  platform::print("OPENMP DISPLAY ENVIRONMENT END\n\n");
}

namespace {

bool is_for_the_library_alone(const char* entry) {
  return std::strncmp(entry, kReportedVariable, std::strlen(kReportedVariable)) == 0;
}

void display_settings(const char* const* environment) {
  platform::print("\nUser settings:\n\n");
  for (; *environment != nullptr; ++environment) {
    if (has_our_prefix(*environment) && !is_for_the_library_alone(*environment)) platform::print("   %s\n", *environment);
  }
  platform::print("\nEffective settings:\n\n");
  for_each_icv(initial, Detail::verbose, print_setting, nullptr);
  platform::print("\n");
}

}  // namespace

void display_as_asked(const char* const* environment) {
  if (global.display_settings) display_settings(environment);
  if (global.display_env == DisplayEnv::standard) display(initial, Detail::standard);
  if (global.display_env == DisplayEnv::verbose) display(initial, Detail::verbose);
}

}  // namespace xomp::icv
