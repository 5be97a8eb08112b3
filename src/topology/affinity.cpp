// Which variable wins, and the complaints about those that cannot be used.
#include "topology/affinity.h"

#include <cstdio>
#include <cstring>

#include "topology/affinity_type.h"
#include "topology/hardware_subset.h"
#include "topology/place_texts.h"
#include "topology/processor_list.h"
#include "topology/processors.h"

namespace xomp::topology {

namespace {

constexpr char kPlaces[] =
    "threads, cores, ll_caches, sockets or numa_domains, each with (count) or (count:stride) if wanted, or a list of "
    "places such as "
    "{0:4}:2:4";
constexpr char kProcessors[] = "processors and ranges such as 0 3 1-2 4-15:2";
constexpr char kTypes[] =
    "[verbose,][respect,][granularity=fine|core|socket,]compact|scatter|balanced[,permute[,offset]], none, disabled, "
    "or "
    "explicit,proclist=[...]";
constexpr char kSubset[] =
    "parts such as 2s,4c,1t of units s, n, l3, c, t, each with @offset if wanted, and a colon in front if layers that "
    "are not named shall not count";

void list_allowed(const ProcessorSet& allowed, char* buffer, std::size_t capacity) {
  GrowingArray<int> numbers;
  for (int processor : members(allowed)) numbers.add(processor);
  write_processor_list(numbers.begin(), numbers.count(), buffer, capacity);
}

void complain(Affinity& affinity, const char* name, const char* value, Reading reading, const char* grammar,
              const ProcessorSet& allowed, const char* instead) {
  if (reading == Reading::good) return;
  Complaint& complaint = affinity.complaints[affinity.complaint_count++];
  complaint.name = name;
  complaint.value = value;
  complaint.used = reading == Reading::reduced ? "the others" : instead;
  if (reading == Reading::wrong) {
    complaint.problem = "is not valid";
    snprintf(complaint.allowed, sizeof complaint.allowed, "%s", grammar);
    return;
  }
  complaint.problem = reading == Reading::reduced ? "names processors that this process cannot use"
                                                  : "names no processor that this process can use";
  list_allowed(allowed, complaint.allowed, sizeof complaint.allowed);
}

bool is_refused(Reading reading) { return reading == Reading::wrong || reading == Reading::empty; }

void narrow_to_subset(const Machine& machine, ProcessorSet& allowed, Affinity& affinity) {
  const char*& text = affinity.used.hardware_subset;
  const Reading reading = read_hardware_subset(text, machine, allowed);
  complain(affinity, "KMP_HW_SUBSET", text, reading, kSubset, allowed, "all processors");
  if (reading == Reading::empty)
    affinity.complaints[affinity.complaint_count - 1].problem = "asks for more than this process can use";
  if (is_refused(reading)) text = nullptr;
}

void take_typed_places(const Machine& machine, const ProcessorSet& allowed, Affinity& affinity) {
  const char*& text = affinity.used.affinity;
  TypedAffinity request;
  const bool is_read = read_affinity_type(text, request);
  if (!is_read) request = {};
  ProcessorSet all = allowed;
  if (!request.respects_mask) {
    for (const Location& location : machine) all.add(location.processor);
  }
  const Reading reading = is_read ? make_typed_places(request, machine, all, affinity.places) : Reading::wrong;
  if (request.warnings) complain(affinity, "KMP_AFFINITY", text, reading, kTypes, all, affinity.used.otherwise);
  if (is_refused(reading)) {
    text = nullptr;
    return;
  }
  affinity.is_verbose = request.verbose;
  affinity.is_disabled = request.type == AffinityType::none || request.type == AffinityType::disabled;
  affinity.policy_of_true = request.type == AffinityType::balanced ? Policy::close : Policy::in_order;
}

// Returns the name of the variable that makes places if those before it cannot.
const char* next_source(const AffinityTexts& texts) {
  if (texts.cpu_affinity != nullptr) return "GOMP_CPU_AFFINITY";
  return texts.affinity != nullptr ? "KMP_AFFINITY" : texts.otherwise;
}

// Takes out what was read of a text that is refused, and the text with it.
void judge_places(Reading reading, const char*& text, Affinity& affinity) {
  if (!is_refused(reading)) return;
  affinity.places.cut_to(0);
  text = nullptr;
}

// The first variable that is given and can be used makes the places.
void take_places(const Machine& machine, const ProcessorSet& allowed, Affinity& affinity) {
  AffinityTexts& texts = affinity.used;
  if (const char* value = texts.places; value != nullptr) {
    const Reading reading = read_places(value, machine, allowed, affinity.places);
    complain(affinity, "OMP_PLACES", value, reading, kPlaces, allowed, next_source(texts));
    judge_places(reading, texts.places, affinity);
  }
  if (const char* value = texts.cpu_affinity; value != nullptr && texts.places == nullptr) {
    const Reading reading = read_processor_order(value, allowed, affinity.places);
    judge_places(reading, texts.cpu_affinity, affinity);
    complain(affinity, "GOMP_CPU_AFFINITY", value, reading, kProcessors, allowed, next_source(texts));
    if (texts.cpu_affinity != nullptr) affinity.policy_of_true = Policy::in_order;
  }
  if (texts.affinity != nullptr && texts.places == nullptr && texts.cpu_affinity == nullptr)
    take_typed_places(machine, allowed, affinity);
}

int processors_of(const ProcessorSet& subset) {
  const int count = subset.count();
  return count < usable_processors() ? count : usable_processors();
}

}  // namespace

void write_complaint(const Complaint& complaint, char* buffer, std::size_t capacity) {
  const bool is_long = strlen(complaint.value) > 64;
  snprintf(buffer, capacity, "%s='%.64s%s' %s; allowed: %s; using %s", complaint.name, complaint.value,
           is_long ? "..." : "", complaint.problem, complaint.allowed, complaint.used);
}

void read_affinity(const AffinityTexts& texts, const Machine& machine, const ProcessorSet& mask, Affinity& affinity) {
  ProcessorSet allowed = mask;
  affinity.used = texts;
  if (texts.hardware_subset != nullptr) narrow_to_subset(machine, allowed, affinity);
  affinity.processors = allowed == mask ? usable_processors() : processors_of(allowed);
  take_places(machine, allowed, affinity);
  affinity.are_asked_for = affinity.places.count() != 0;
  if (affinity.places.count() == 0) add_layer_places(machine, allowed, Layer::core, affinity.places);
}

void read_affinity(const AffinityTexts& texts, Affinity& affinity) {
  read_affinity(texts, machine(), initial_mask(), affinity);
}

}  // namespace xomp::topology
