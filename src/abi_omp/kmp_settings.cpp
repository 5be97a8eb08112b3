// LLVM's and Intel's kmp_ calls that set and get how the library works. kmpc_ names are what Fortran's interfaces bind
// to: by value. What tunes parts that are not here (dispatch buffers) is accepted and has no effect.
#include <algorithm>
#include <climits>

#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/region.h"
#include "platform/message.h"
#include "platform/thread.h"

using namespace xomp;
using namespace xomp::abi_omp;

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

// libomp's default, and here the answer as long as spinning is learnt: programs that set another time for a while and
// then what they found before get learning back.
constexpr int kLearntMs = 200;

// What OMP_WAIT_POLICY means in libomp's terms, when nothing more exact was said.
int milliseconds_of(api::WaitPolicy policy) {
  if (policy == api::WaitPolicy::active) return INT_MAX;
  return policy == api::WaitPolicy::passive ? 0 : kLearntMs;
}

std::int64_t spin_ns_of(int milliseconds) {
  if (milliseconds == kLearntMs) return api::kSpinLearnt;
  if (milliseconds == INT_MAX) return api::kSpinForever;
  return std::max(milliseconds, 0) * kNsPerMs;
}

constexpr std::size_t kMinStackBytes = std::size_t{16} * 1024;  // as KMP_STACKSIZE

int saturated(std::size_t bytes) { return static_cast<int>(std::min<std::size_t>(bytes, INT_MAX)); }

}  // namespace

// ---- how long a wait spins ----

XOMP_EXPORT int kmp_get_blocktime() {
  const std::int64_t spin = api::global_icv().spin_ns.load(relaxed);  // only the number counts
  if (spin == api::kSpinLearnt) return milliseconds_of(api::global_icv().wait_policy);
  return static_cast<int>(std::min<std::int64_t>(spin / kNsPerMs, INT_MAX));
}
XOMP_EXPORT void kmp_set_blocktime(int milliseconds) {
  api::global_icv().spin_ns.store(spin_ns_of(milliseconds), relaxed);  // only the number counts
}

XOMP_ALSO(kmp_get_blocktime_, kmp_get_blocktime);
XOMP_ALSO(kmpc_set_blocktime, kmp_set_blocktime);
XOMP_EXPORT void kmp_set_blocktime_(const std::int32_t* milliseconds) { kmp_set_blocktime(*milliseconds); }

// ---- stacks of threads that are started from now on ----

XOMP_EXPORT std::size_t kmp_get_stacksize_s() {
  const std::size_t asked = api::global_icv().stack_bytes.load(relaxed);  // only the number counts
  return asked != 0 ? asked : platform::default_stack_bytes();
}
XOMP_EXPORT int kmp_get_stacksize() { return saturated(kmp_get_stacksize_s()); }
XOMP_EXPORT void kmp_set_stacksize_s(std::size_t bytes) {
  api::global_icv().stack_bytes.store(std::max(bytes, kMinStackBytes), relaxed);  // only the number counts
}
XOMP_EXPORT void kmp_set_stacksize(int bytes) { kmp_set_stacksize_s(static_cast<std::size_t>(std::max(bytes, 0))); }

XOMP_ALSO(kmp_get_stacksize_s_, kmp_get_stacksize_s);
XOMP_ALSO(kmp_get_stacksize_, kmp_get_stacksize);
XOMP_ALSO(kmpc_set_stacksize_s, kmp_set_stacksize_s);
XOMP_ALSO(kmpc_set_stacksize, kmp_set_stacksize);
XOMP_EXPORT void kmp_set_stacksize_s_(const std::size_t* bytes) { kmp_set_stacksize_s(*bytes); }
XOMP_EXPORT void kmp_set_stacksize_(const std::int32_t* bytes) { kmp_set_stacksize(*bytes); }

// ---- the library's mode: serial is regions of one thread ----

XOMP_EXPORT int kmp_get_library() {
  return static_cast<int>(api::global_icv().library_mode.load(relaxed));
}  // only reported
XOMP_EXPORT void kmp_set_library(int mode) {
  if (mode < 1 || mode > 3) {
    platform::warn("kmp_set_library: %d is none of 1 (serial), 2 (turnaround) and 3 (throughput)", mode);
    return;
  }
  const auto wanted = static_cast<api::LibraryMode>(mode);
  api::global_icv().library_mode.store(wanted, relaxed);  // only reported
  const bool serial = wanted == api::LibraryMode::serial;
  api::set_current(&api::TaskIcv::nthreads, serial ? 1 : api::initial_icv().nthreads);
  api::set_current(&api::TaskIcv::nthreads_asked, serial || api::initial_icv().nthreads_asked);
}
XOMP_EXPORT void kmp_set_library_serial() { kmp_set_library(1); }
XOMP_EXPORT void kmp_set_library_turnaround() { kmp_set_library(2); }
XOMP_EXPORT void kmp_set_library_throughput() { kmp_set_library(3); }

XOMP_ALSO(kmp_get_library_, kmp_get_library);
XOMP_ALSO(kmpc_set_library, kmp_set_library);
XOMP_ALSO(kmp_set_library_serial_, kmp_set_library_serial);
XOMP_ALSO(kmp_set_library_turnaround_, kmp_set_library_turnaround);
XOMP_ALSO(kmp_set_library_throughput_, kmp_set_library_throughput);
XOMP_EXPORT void kmp_set_library_(const std::int32_t* mode) { kmp_set_library(*mode); }

// ---- the environment, warnings, buffers ----

XOMP_EXPORT void kmp_set_defaults(const char* settings) { api::change_defaults(api::self(), settings); }
XOMP_EXPORT void kmp_set_warnings_on() {
  api::global_icv().warnings.store(true, relaxed);
}  // nothing is published by it
XOMP_EXPORT void kmp_set_warnings_off() {
  api::global_icv().warnings.store(false, relaxed);
}  // nothing is published by it
XOMP_EXPORT void kmp_set_disp_num_buffers(int) {}

XOMP_ALSO(kmpc_set_defaults, kmp_set_defaults);
XOMP_ALSO(kmp_set_warnings_on_, kmp_set_warnings_on);
XOMP_ALSO(kmp_set_warnings_off_, kmp_set_warnings_off);
XOMP_ALSO(kmpc_set_disp_num_buffers, kmp_set_disp_num_buffers);
XOMP_EXPORT void kmp_set_disp_num_buffers_(const std::int32_t*) {}
XOMP_EXPORT void kmp_set_defaults_(const char* settings, int length) {
  char text[1024];
  const int kept = std::clamp(length, 0, static_cast<int>(sizeof text) - 1);
  std::copy_n(settings, kept, text);
  text[kept] = '\0';
  kmp_set_defaults(text);
}

// ---- what is going on ----

XOMP_EXPORT int kmp_get_num_known_threads() { return api::known_threads(); }

// kind: 1 parallel, 2 loop, 3 sections, 4 taskgroup.
XOMP_EXPORT int kmp_get_cancellation_status(int kind) {
  return api::is_cancelled(api::self(), static_cast<api::Construct>(kind));
}

XOMP_ALSO(kmp_get_num_known_threads_, kmp_get_num_known_threads);
XOMP_EXPORT int kmp_get_cancellation_status_(const std::int32_t* kind) { return kmp_get_cancellation_status(*kind); }

// ---- with eight-byte integers, as LLVM 24 has them ----

XOMP_EXPORT void kmp_set_blocktime_8(std::int64_t milliseconds) { kmp_set_blocktime(value_of(&milliseconds)); }
XOMP_EXPORT void kmp_set_stacksize_8(std::int64_t bytes) { kmp_set_stacksize(value_of(&bytes)); }
XOMP_EXPORT void kmp_set_library_8(std::int64_t mode) { kmp_set_library(value_of(&mode)); }
XOMP_EXPORT void kmp_set_disp_num_buffers_8(std::int64_t) {}
XOMP_EXPORT void kmp_set_blocktime_8_(const std::int64_t* milliseconds) { kmp_set_blocktime_8(*milliseconds); }
XOMP_EXPORT void kmp_set_stacksize_8_(const std::int64_t* bytes) { kmp_set_stacksize_8(*bytes); }
XOMP_EXPORT void kmp_set_library_8_(const std::int64_t* mode) { kmp_set_library_8(*mode); }
XOMP_EXPORT void kmp_set_disp_num_buffers_8_(const std::int64_t*) {}
