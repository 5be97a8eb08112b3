// Any bytes as an environment: a line for each variable. Each value is read, used as the library uses it at its start, and shown.
#include "core/icv/environment.h"

#include <string>
#include <vector>

#include "core/icv/variables.h"
#include "core/sched/policy.h"
#include "topology/affinity.h"
#include "topology/machine_builder.h"

namespace xomp::sched {

// In place of the engines: policies with a parameter of each unit, and one without any.
namespace {
constexpr Parameter kParameters[] = {{"queue", "", Unit::count, 1, 1024, 16},
                                     {"free", "", Unit::share, 0, 1, 0.5},
                                     {"pause", "", Unit::ns, 0, 1e9, 2e3},
                                     {"near", "", Unit::on_off, 0, 1, 1}};
}
extern const Policy auto_policy;
const Policy auto_policy{.name = "auto", .help = "", .parameters = {}, .tells_backlog = true};
const Policy other_policy{.name = "cc", .help = "", .parameters = kParameters};
const Policy* const kPolicies[] = {&auto_policy, &other_policy};
const std::span<const Policy* const> all_policies(kPolicies);
void list_and_defer(Worker&, Task*) {}

}  // namespace xomp::sched

namespace {

using namespace xomp;

void count_length(const char* text) {
  static volatile std::size_t sum;
  sum = sum + std::string(text).size();
}

// Two sockets of two caches of two cores of two threads; the process may not use the last one.
struct Computer {
  topology::Machine machine;
  topology::ProcessorSet allowed;
  Computer() {
    constexpr int kProcessors = 16;
    topology::ProcessorSet all;
    for (int p = 0; p < kProcessors; ++p) all.add(p);
    topology::MachineBuilder builder(all);
    const auto group = [&](topology::Layer layer, int size) {
      for (int first = 0; first < kProcessors; first += size) {
        topology::ProcessorSet members;
        for (int p = first; p < first + size; ++p) members.add(p);
        builder.group(layer, members);
      }
    };
    group(topology::Layer::socket, 8), group(topology::Layer::ll_cache, 4), group(topology::Layer::core, 2);
    builder.finish(machine, "fuzz", topology::sysfs_distance, const_cast<char*>("/nowhere"));
    allowed = all;
    allowed.remove(kProcessors - 1);
  }
};

void use_affinity() {
  static const Computer computer;
  static topology::Affinity affinity;  // its memory is used again
  const icv::GlobalIcv& given = icv::global;
  affinity = topology::Affinity{};
  topology::read_affinity({given.places, given.cpu_affinity, given.affinity, given.hardware_subset}, computer.machine,
                          computer.allowed, affinity);
  if (affinity.places.count() < 1) std::abort();
  for (int i = 0; i < affinity.places.count(); ++i)
    for (const int processor : affinity.places[i])
      if (!computer.allowed.contains(processor)) std::abort();
  for (int i = 0; i < affinity.complaint_count; ++i) {
    char sentence[512];
    topology::write_complaint(affinity.complaints[i], sentence, sizeof sentence);
    count_length(sentence);
  }
}

// What is said must be one line, whatever the value was.
void check_line(const char* text) {
  for (; *text != '\0'; ++text)
    if (static_cast<unsigned char>(*text) < ' ' || *text == '\x7f') std::abort();
}

void use_policy() {
  sched::Mistake mistake;
  if (!sched::check_policy(icv::global.schedule_policy, mistake)) check_line(mistake.text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  // Each line is memory of its own, so that a read beyond its end is seen.
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (data[i] == '\n') lines.emplace_back();
    else if (data[i] != '\0') lines.back() += static_cast<char>(data[i]);
  }
  for (std::string& line : lines) line.shrink_to_fit();
  std::vector<const char*> environment;
  for (const std::string& line : lines) environment.push_back(line.c_str());
  environment.push_back(nullptr);
  const bool raised = bytes != 0 && data[0] == '\n';
  icv::initialize_from(environment.data(), 4, raised ? icv::Privileges::raised : icv::Privileges::ordinary, check_line);
  use_policy();
  use_affinity();
  icv::for_each_icv(
      icv::initial, icv::Detail::verbose,
      [](void*, const char*, const char* value, const char* origin) { count_length(value), count_length(origin); },
      nullptr);
  return 0;
}
