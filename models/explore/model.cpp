#include "models/explore/model.h"

#include "models/explore/checker.h"
#include "models/explore/search.h"
#include "platform/cpu.h"

namespace xomp::models {

namespace {
Entry* first_entry = nullptr;
}

void add(Entry* entry) {
  Entry** at = &first_entry;
  while (*at != nullptr) at = &(*at)->next;
  *at = entry;
}
Entry* entries() { return first_entry; }

[[gnu::noinline]] void require(bool holds, const char* what) {
  if (holds) return;
  if (is_explored()) checker->fail(std::string("not so: ") + what, __builtin_return_address(0));
  if (checker->failure.empty()) checker->failure = std::string("not so at the end: ") + what;
}

void give_way() { platform::cpu_relax(); }
void stop_time() {
  if (checker->heavy_fences && !(needs_time != nullptr && needs_time())) checker->schedule.stop_time();
}
bool has_heavy_fences() { return checker->heavy_fences; }
int any_of(int ways) { return checker->choices.choose(ways, Price::free); }
int departure_of(int ways) { return is_explored() ? checker->choices.choose(ways, Price::departure) : 0; }
void* allocate(std::size_t bytes) { return checker->arena.allocate(bytes); }

[[gnu::noinline]] void give_up(void* start, std::size_t bytes) {
  if (is_explored()) checker->note_plain(start, bytes, Access::give_up, __builtin_return_address(0));
}

void Ledger::enter(int thing) { ++counts_[thing]; }
void Ledger::enter_once(int thing, const char* what) {
  ++counts_[thing];
  require(counts_[thing] == 1, what);
}
int Ledger::count(int thing) const { return counts_[thing]; }
int Ledger::sum() const {
  int sum = 0;
  for (const int n : counts_) sum += n;
  return sum;
}

}  // namespace xomp::models
