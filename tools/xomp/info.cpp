// xomp info: the processors, places and internal control variables as the library sees them here. The library itself is
// opened and asked, so that what is shown is what programs get.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "installation.h"
#include "library.h"
#include "probe.h"
#include "xomp/introspection.h"

namespace xomp::tool {

namespace {

struct Setting {
  xomp_setting_kind kind;
  std::string name, value, origin;
};

void keep(void* context, xomp_setting_kind kind, const char* name, const char* value, const char* origin) {
  static_cast<std::vector<Setting>*>(context)->push_back({kind, name, value, origin});
}

// Prints name and value in columns, and the origin where it says something.
void print_settings(const std::vector<Setting>& settings, xomp_setting_kind kind) {
  constexpr std::size_t kWidestValue = 40;  // longer ones push their origin aside
  std::size_t name_width = 0, value_width = 0;
  for (const Setting& setting : settings) {
    if (setting.kind != kind) continue;
    name_width = std::max(name_width, setting.name.size());
    value_width = std::max(value_width, std::min(setting.value.size(), kWidestValue));
  }
  for (const Setting& setting : settings) {
    if (setting.kind != kind) continue;
    fmt::print("  {:<{}}  {:<{}}  {}\n", setting.name, name_width, setting.value.empty() ? "-" : setting.value,
               value_width, setting.origin);
  }
}

void print_places(void* library) {
  const int places = entry<int()>(library, "omp_get_num_places")();
  fmt::print("places: {}\n", places == 0 ? "none (threads are not bound)" : std::to_string(places));
  const auto count_of = entry<int(int)>(library, "omp_get_place_num_procs");
  const auto numbers_of = entry<void(int, int*)>(library, "omp_get_place_proc_ids");
  for (int place = 0; place < places; ++place) {
    std::vector<int> processors(static_cast<std::size_t>(std::max(count_of(place), 0)));
    numbers_of(place, processors.data());
    fmt::print("  {:>3}  {{{}}}\n", place, fmt::join(processors, ","));
  }
}

// Prints a policy's line, then its parameters' lines.
void print_policy(void*, const char* policy, const char* parameter, const char* help, const char* least,
                  const char* most, const char* usual) {
  if (parameter == nullptr) {
    fmt::print("{}\n    {}\n", policy, help);
  } else {
    const bool is_word = *least < '0' || *least > '9';  // off, ring
    fmt::print("      {:<10} {} ({} {} {}; default {})\n", parameter, help, least, is_word ? "or" : "to", most, usual);
  }
}

int policies() {
  void* library = open_library(find_installation());
  fmt::print("scheduling policies (xomp run --policy NAME[:PARAMETER=VALUE,...] or XOMP_SCHEDULE_POLICY):\n\n");
  entry<void(xomp_policy_callback, void*)>(library, "xomp_for_each_policy")(print_policy, nullptr);
  return 0;
}

int presets() {
  fmt::print(
      "systems of the papers (xomp run --as NAME, or XOMP_AS); each part can be set by its own variable instead:\n");
  for (const Preset& preset : presets_of(find_installation()))
    fmt::print("\n{}\n    {}\n    source:    {}\n    sets:      {}\n    left open: {}\n", preset.name, preset.help,
               preset.source, fmt::join(preset.settings, "\n               "), preset.open);
  return 0;
}

int info() {
  const Installation installation = find_installation();
  void* library = open_library(installation);
  std::vector<Setting> settings;
  entry<void(xomp_setting_callback, void*)>(library, "xomp_for_each_setting")(keep, &settings);
  fmt::print("XOMP {}\nlibrary: {}\nnames:   {}/\n\nmachine:\n", version_text(), installation.library.string(),
             installation.compat.string());
  print_settings(settings, xomp_setting_machine);
  fmt::print("\n");
  print_places(library);
  fmt::print("\nsettings, and where each value came from:\n");
  print_settings(settings, xomp_setting_icv);
  return 0;
}

}  // namespace

void add_info(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand("info", "Show processors, places and all settings.");
  auto wants_policies = std::make_shared<bool>(false);
  command->add_flag("-p,--policies", *wants_policies, "List the scheduling policies and their parameters instead");
  auto wants_presets = std::make_shared<bool>(false);
  command->add_flag("--as", *wants_presets, "List the systems of the papers that 'xomp run --as' knows instead");
  auto wants_probe = std::make_shared<bool>(false);
  CLI::Option* const probe_option =
      command->add_flag("--probe", *wants_probe,
                        "Measure how far the processors of the mask are from one another instead, and group them");
  auto times = std::make_shared<std::string>();
  command->add_option("--times", *times, "With --probe: a file with the table of an earlier --probe, to group that")
      ->type_name("FILE")
      ->needs(probe_option);
  command->callback([wants_policies, wants_presets, wants_probe, times, &line] {
    if (*wants_probe) line.action = [times] { return probe(*times); };
    else line.action = *wants_presets ? presets : *wants_policies ? policies : info;
  });
}

}  // namespace xomp::tool
