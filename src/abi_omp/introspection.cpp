// What tools are told about this library's view of the machine and its settings. Any thread.
#include "xomp/introspection.h"

#include "core/api/icv.h"
#include "core/api/machine.h"
#include "platform/export.h"

using namespace xomp;

namespace {

struct Listener {
  xomp_setting_callback each;
  void* context;

  void tell(const char* name, const text::Line& value, const char* origin) const {
    each(context, xomp_setting_machine, name, value.text(), origin);
  }
  void tell(const char* name, std::int64_t number, const char* origin) const {
    text::Line value;
    value.add(number);
    tell(name, value, origin);
  }
};

// "2 (0-1)": how many, and which.
template <class Processors>
text::Line counted_list(const Processors& processors) {
  topology::GrowingArray<int> numbers;
  for (int processor : processors) numbers.add(processor);
  char list[512];
  topology::write_processor_list(numbers.begin(), numbers.count(), list, sizeof list);
  text::Line line;
  line.add(std::int64_t{numbers.count()});
  if (numbers.count() != 0) line.add(" (").add(list).add(')');
  return line;
}

// Processors with two decimals: quotas are seldom whole.
text::Line quota_line() {
  text::Line line;
  const double quota = topology::quota();
  if (quota <= 0) {
    line.add("none");
    return line;
  }
  // lround would bring libm into every process.
  const auto hundredths = static_cast<std::int64_t>(quota * 100 + 0.5);  // NOLINT(bugprone-incorrect-roundings)
  line.add(hundredths / 100).add('.').add(hundredths / 10 % 10).add(hundredths % 10);
  return line;
}

void tell_processors(const Listener& listener, const topology::Machine& machine) {
  topology::ProcessorSet all;
  for (const topology::Location& location : machine) all.add(location.processor);
  listener.tell("processors of the machine", counted_list(topology::members(all)), machine.source());
  listener.tell("processors in the affinity mask", counted_list(topology::members(topology::initial_mask())),
                "sched_getaffinity at start");
  listener.tell("processors that the cgroup's quota allows", quota_line(), "cgroup");
  listener.tell("processors used (omp_get_num_procs)", topology::usable_processors(),
                topology::usable_processors() < topology::masked_processors() ? "quota" : "affinity mask");
}

void tell_groups(const Listener& listener, const topology::Machine& machine) {
  listener.tell("sockets", machine.count_of(topology::Layer::socket), machine.source());
  listener.tell("last-level caches", machine.count_of(topology::Layer::ll_cache), machine.source());
  listener.tell("cores", machine.count_of(topology::Layer::core), machine.source());
  const int domains = machine.count_of(topology::Layer::numa_domain);
  listener.tell("NUMA nodes", domains, machine.source());
  for (int domain = 0; domain < domains; ++domain) {
    topology::ProcessorSet members;
    for (const topology::Location& location : machine) {
      if (location.of(topology::Layer::numa_domain) == domain) members.add(location.processor);
    }
    text::Line name;
    name.add("NUMA node ").add(std::int64_t{machine.system_node(domain)});
    listener.tell(name.text(), counted_list(topology::members(members)), machine.source());
  }
}

void tell_icv(void* context, const char* name, const char* value, const char* origin) {
  const auto& listener = *static_cast<const Listener*>(context);
  listener.each(listener.context, xomp_setting_icv, name, value, origin);
}

}  // namespace

XOMP_EXPORT void xomp_for_each_setting(xomp_setting_callback each, void* context) {
  Listener listener{each, context};
  const topology::Machine& machine = topology::machine();
  tell_processors(listener, machine);
  tell_groups(listener, machine);
  icv::for_each_icv(icv::initial, icv::Detail::verbose, tell_icv, &listener);
}

XOMP_EXPORT void xomp_for_each_policy(xomp_policy_callback each, void* context) { api::for_each_policy(each, context); }

XOMP_EXPORT int xomp_check_policy(const char* value, char* message, unsigned long message_bytes) {
  return api::check_policy(value, {message, message_bytes}) ? 0 : 1;
}

XOMP_EXPORT void xomp_for_each_preset(xomp_preset_callback each, void* context) { api::for_each_preset(each, context); }
