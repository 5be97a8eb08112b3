// Leagues of teams: which team, how many, and what the next teams construct takes when it has no clauses.
#include <algorithm>

#include "abi_omp/device.h"
#include "abi_omp/names.h"
#include "core/api/icv.h"
#include "core/api/region.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_num_teams() { return api::league_size(api::self()); }
XOMP_EXPORT int omp_get_team_num() { return api::league_number(api::self()); }

// relaxed: the number itself is all that is handed over.
XOMP_EXPORT int omp_get_max_teams() { return api::settled_global_icv().num_teams.load(relaxed); }
XOMP_EXPORT int omp_get_teams_thread_limit() { return api::settled_global_icv().teams_thread_limit.load(relaxed); }
XOMP_EXPORT void omp_set_num_teams(int count) {
  api::settled_global_icv().num_teams.store(std::max(count, 0), relaxed);
}
XOMP_EXPORT void omp_set_teams_thread_limit(int limit) {
  api::settled_global_icv().teams_thread_limit.store(std::max(limit, 0), relaxed);
}

// OpenMP 6.0: the same of a device by its number. Only the host has such a value.
XOMP_EXPORT int omp_get_device_num_teams(int device) { return is_host(device) ? omp_get_max_teams() : 0; }
XOMP_EXPORT void omp_set_device_num_teams(int count, int device) {
  if (is_host(device)) omp_set_num_teams(count);
}
XOMP_EXPORT int omp_get_device_teams_thread_limit(int device) {
  return is_host(device) ? omp_get_teams_thread_limit() : 0;
}
XOMP_EXPORT void omp_set_device_teams_thread_limit(int limit, int device) {
  if (is_host(device)) omp_set_teams_thread_limit(limit);
}

// ---- other names ----

XOMP_ALSO(omp_get_num_teams_, omp_get_num_teams);
XOMP_ALSO(omp_get_team_num_, omp_get_team_num);
XOMP_ALSO(omp_get_max_teams_, omp_get_max_teams);
XOMP_ALSO(omp_get_teams_thread_limit_, omp_get_teams_thread_limit);

XOMP_EXPORT void omp_set_num_teams_(const std::int32_t* count) { omp_set_num_teams(value_of(count)); }
XOMP_EXPORT void omp_set_num_teams_8_(const std::int64_t* count) { omp_set_num_teams(value_of(count)); }
XOMP_EXPORT void omp_set_teams_thread_limit_(const std::int32_t* limit) { omp_set_teams_thread_limit(value_of(limit)); }
XOMP_EXPORT void omp_set_teams_thread_limit_8_(const std::int64_t* limit) {
  omp_set_teams_thread_limit(value_of(limit));
}

XOMP_EXPORT int omp_get_device_num_teams_(const std::int32_t* device) { return omp_get_device_num_teams(*device); }
XOMP_EXPORT void omp_set_device_num_teams_(const std::int32_t* count, const std::int32_t* device) {
  omp_set_device_num_teams(*count, *device);
}
XOMP_EXPORT int omp_get_device_teams_thread_limit_(const std::int32_t* device) {
  return omp_get_device_teams_thread_limit(*device);
}
XOMP_EXPORT void omp_set_device_teams_thread_limit_(const std::int32_t* limit, const std::int32_t* device) {
  omp_set_device_teams_thread_limit(*limit, *device);
}
