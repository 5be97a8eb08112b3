// GOMP entries for teams and target regions on the host: there is no device, every target region is host fallback.
#include <cstdint>

#include "core/api/icv.h"
#include "core/api/memory.h"
#include "core/api/region.h"
#include "platform/export.h"

using namespace xomp;
using api::Worker;

extern "C" void GOMP_taskwait_depend(void** depend);

namespace {

using Body = void (*)(void*);

constexpr unsigned kFirstprivate = 12;  // map kinds (low byte)

// An optional argument that is not present has no address.
bool is_copied(const void* address, unsigned short kind) {
  return (kind & 0xff) == kFirstprivate && address != nullptr;
}
std::size_t alignment_of(unsigned short kind) { return std::size_t{1} << (kind >> 8); }

std::size_t bytes_of_copies(std::size_t count, void** addresses, const std::size_t* sizes,
                            const unsigned short* kinds) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (is_copied(addresses[i], kinds[i])) total += sizes[i] + alignment_of(kinds[i]);
  return total;
}

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

void honour_depend(void** depend) {
  if (depend != nullptr) GOMP_taskwait_depend(depend);
}

}  // namespace

XOMP_EXPORT void GOMP_teams_reg(Body body, void* data, unsigned teams, unsigned thread_limit, unsigned) {
  api::league(api::self(), static_cast<int>(teams), static_cast<int>(thread_limit), [=] { body(data); });
}

// Inside a target region: the compiled code loops while this says that there is a next team.
XOMP_EXPORT bool GOMP_teams4(unsigned lower, unsigned, unsigned thread_limit, bool first) {
  return api::next_team_of_league(api::self(), static_cast<int>(lower), static_cast<int>(thread_limit), first);
}

// gcc up to 11: the body runs once.
XOMP_EXPORT void GOMP_teams(unsigned, unsigned thread_limit) {
  if (thread_limit != 0) api::set_current(&api::TaskIcv::thread_limit, static_cast<std::int32_t>(thread_limit));
}

XOMP_EXPORT void GOMP_target_ext(int device, Body body, std::size_t count, void** addresses, std::size_t* sizes,
                                 unsigned short* kinds, unsigned, void** depend, void** arguments) {
  Worker& me = api::self();
  api::require_host(me, device);
  honour_depend(depend);
  // The region gets copies; the list is changed in place, as the compiled code expects.
  api::CopyBlock copies(bytes_of_copies(count, addresses, sizes, kinds));
  for (std::size_t i = 0; i < count; ++i)
    if (is_copied(addresses[i], kinds[i])) addresses[i] = copies.add(addresses[i], sizes[i], alignment_of(kinds[i]));
  api::run_target(me, body, addresses, thread_limit_of(arguments));
}

// gcc 4.9 and 5.
XOMP_EXPORT void GOMP_target(int device, Body body, const void*, std::size_t, void** addresses, std::size_t*,
                             unsigned char*) {
  Worker& me = api::self();
  api::require_host(me, device);
  api::run_target(me, body, addresses, 0);
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
