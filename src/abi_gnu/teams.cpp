// GOMP entries for teams and target regions on the host: there is no device, every target region is host fallback.
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "abi_gnu/depend.h"
#include "core/sched/scheduler.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/export.h"
#include "platform/memory.h"
#include "platform/message.h"

using namespace xomp;
using team::Worker;

extern "C" void GOMP_taskwait_depend(void** depend);

namespace {

using Body = void (*)(void*);

constexpr unsigned kFirstprivate = 12;  // map kinds (low byte)

// Fresh storage for what the region gets a copy of; the list is changed in place, as the compiled code expects.
struct Copies {
  void* memory = nullptr;
  ~Copies() { std::free(memory); }

  // An optional argument that is not present has no address.
  static bool is_copied(const void* address, unsigned short kind) {
    return (kind & 0xff) == kFirstprivate && address != nullptr;
  }

  void make(std::size_t count, void** addresses, const std::size_t* sizes, const unsigned short* kinds) {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (is_copied(addresses[i], kinds[i])) total += sizes[i] + (std::size_t{1} << (kinds[i] >> 8));
    if (total == 0) return;
    memory = std::malloc(total);
    if (memory == nullptr) platform::out_of_memory("a target region's data");
    auto at = reinterpret_cast<std::uintptr_t>(memory);
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_copied(addresses[i], kinds[i])) continue;
      const std::uintptr_t alignment = std::uintptr_t{1} << (kinds[i] >> 8);
      at = (at + alignment - 1) & ~(alignment - 1);
      std::memcpy(reinterpret_cast<void*>(at), addresses[i], sizes[i]);
      addresses[i] = reinterpret_cast<void*>(at);
      at += sizes[i];
    }
  }
};

// thread_limit from the zero-terminated list of words: device in bits 0..6, bit 7 = value in the next word, id in
// bits 8..15, else value from bit 16.
std::int32_t thread_limit_of(void** arguments) {
  constexpr std::uintptr_t kThreadLimit = 0x200;
  std::int32_t limit = 0;
  for (; arguments != nullptr && *arguments != nullptr; ++arguments) {
    const auto word = reinterpret_cast<std::uintptr_t>(*arguments);
    std::intptr_t value = static_cast<std::intptr_t>(word) >> 16;
    if ((word & 0x80) != 0) value = reinterpret_cast<std::intptr_t>(*++arguments);
    if ((word & 0xff00) == kThreadLimit && value > 0 && value < INT32_MAX) limit = static_cast<std::int32_t>(value);
  }
  return limit;
}

// With OMP_TARGET_OFFLOAD=mandatory only what the program itself sends to the host may run there: by if(false), which
// is device -2, or by the host's number. -1 is the default device.
void require_host(Worker& me, int device) {
  if (icv::global.target_offload != icv::TargetOffload::mandatory || device == -2) return;
  if (device == -1) device = team::icv_of(me).default_device;
  if (device == 0 || device == -1) return;
  platform::print("xomp: error: OMP_TARGET_OFFLOAD is set to MANDATORY, but device %d was not found\n", device);
  std::exit(EXIT_FAILURE);
}

void run_on_host(Worker& me, Body body, void* data, std::int32_t thread_limit) {
  team::begin_initial_region(me, 0, 1, thread_limit);
  icv::TaskIcv& icv = team::writable_icv(me);  // a device's: what the program has set on the host does not count
  icv = icv::initial;
  if (thread_limit > 0) icv.thread_limit = thread_limit;
  body(data);
  team::end_parallel(me);
}

void honour_depend(void** depend) {
  if (depend != nullptr) GOMP_taskwait_depend(depend);
}

}  // namespace

XOMP_EXPORT void GOMP_teams_reg(Body body, void* data, unsigned teams, unsigned thread_limit, unsigned) {
  team::league(team::self(), static_cast<int>(teams), static_cast<int>(thread_limit), [=] { body(data); });
}

// Inside a target region: the compiled code loops while this says that there is a next team.
XOMP_EXPORT bool GOMP_teams4(unsigned lower, unsigned, unsigned thread_limit, bool first) {
  Worker& me = team::self();
  team::Team& team = team::team_of(me);
  const int teams = lower != 0 ? static_cast<int>(lower) : team::default_league_size();
  if (first) {
    team.league_number = 0;
    team.league_size = teams;
    if (thread_limit != 0) team::writable_icv(me).thread_limit = static_cast<int>(thread_limit);
    team::take_part_of_places(me);
    return true;
  }
  if (team.league_number + 1 < team.league_size) {
    ++team.league_number;
    team::take_part_of_places(me);
    return true;
  }
  team.league_number = 0;
  team.league_size = 1;
  return false;
}

// gcc up to 11: the body runs once.
XOMP_EXPORT void GOMP_teams(unsigned, unsigned thread_limit) {
  if (thread_limit != 0) team::writable_icv(team::self()).thread_limit = static_cast<int>(thread_limit);
}

XOMP_EXPORT void GOMP_target_ext(int device, Body body, std::size_t count, void** addresses, std::size_t* sizes,
                                 unsigned short* kinds, unsigned, void** depend, void** arguments) {
  Worker& me = team::self();
  require_host(me, device);
  honour_depend(depend);
  Copies copies;
  copies.make(count, addresses, sizes, kinds);
  run_on_host(me, body, addresses, thread_limit_of(arguments));
}

// gcc 4.9 and 5.
XOMP_EXPORT void GOMP_target(int device, Body body, const void*, std::size_t, void** addresses, std::size_t*,
                             unsigned char*) {
  Worker& me = team::self();
  require_host(me, device);
  run_on_host(me, body, addresses, 0);
}

// Data stays where it is: only the order is kept.
XOMP_EXPORT void GOMP_target_data(int, const void*, std::size_t, void**, std::size_t*, unsigned char*) {}
XOMP_EXPORT void GOMP_target_data_ext(int, std::size_t, void**, std::size_t*, unsigned short*) {}
XOMP_EXPORT void GOMP_target_end_data() {}
XOMP_EXPORT void GOMP_target_update(int, const void*, std::size_t, void**, std::size_t*, unsigned char*) {}

XOMP_EXPORT void GOMP_target_update_ext(int, std::size_t, void**, std::size_t*, unsigned short*, unsigned,
                                        void** depend) {
  honour_depend(depend);
}

XOMP_EXPORT void GOMP_target_enter_exit_data(int, std::size_t, void**, std::size_t*, unsigned short*, unsigned,
                                             void** depend) {
  honour_depend(depend);
}
