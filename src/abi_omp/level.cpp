// Nested regions: levels, the thread's ancestors in the enclosing teams, and how deep regions may be active.
#include <algorithm>

#include "abi_omp/current_icv.h"
#include "abi_omp/names.h"
#include "core/team/roots.h"
#include "core/team/team.h"

using namespace xomp;
using namespace xomp::abi_omp;

XOMP_EXPORT int omp_get_level() { return team::team_of(team::self()).level; }
XOMP_EXPORT int omp_get_active_level() { return team::team_of(team::self()).active_level; }

XOMP_EXPORT int omp_get_ancestor_thread_num(int level) {
  const team::Thread* ancestor = team::ancestor_at(team::self(), level);
  return ancestor == nullptr ? -1 : ancestor->number;
}

XOMP_EXPORT int omp_get_team_size(int level) {
  const team::Thread* ancestor = team::ancestor_at(team::self(), level);
  return ancestor == nullptr ? -1 : ancestor->team->size;
}

XOMP_EXPORT int omp_get_supported_active_levels() { return icv::kUnlimitedLevels; }
XOMP_EXPORT int omp_get_max_active_levels() { return current_icv().max_active_levels; }

XOMP_EXPORT void omp_set_max_active_levels(int levels) {
  if (levels >= 0) set_current(&icv::TaskIcv::max_active_levels, levels);
}

XOMP_EXPORT int omp_get_nested() {
  const int levels = omp_get_max_active_levels();
  return levels > 1 && levels > omp_get_active_level();
}

XOMP_EXPORT void omp_set_nested(int nested) {
  const int levels = nested != 0 ? icv::kUnlimitedLevels : std::min(omp_get_max_active_levels(), 1);
  omp_set_max_active_levels(levels);
}

// ---- other names ----

XOMP_ALSO(omp_get_level_, omp_get_level);
XOMP_ALSO(omp_get_active_level_, omp_get_active_level);
XOMP_ALSO(omp_get_supported_active_levels_, omp_get_supported_active_levels);
XOMP_ALSO(omp_get_max_active_levels_, omp_get_max_active_levels);
XOMP_ALSO(omp_get_nested_, omp_get_nested);
XOMP_ALSO(ompc_get_ancestor_thread_num, omp_get_ancestor_thread_num);
XOMP_ALSO(ompc_get_team_size, omp_get_team_size);
XOMP_ALSO(ompc_set_max_active_levels, omp_set_max_active_levels);
XOMP_ALSO(ompc_set_nested, omp_set_nested);

XOMP_EXPORT int omp_get_ancestor_thread_num_(const std::int32_t* level) {
  return omp_get_ancestor_thread_num(value_of(level));
}
XOMP_EXPORT int omp_get_ancestor_thread_num_8_(const std::int64_t* level) {
  return omp_get_ancestor_thread_num(value_of(level));
}
XOMP_EXPORT int omp_get_team_size_(const std::int32_t* level) { return omp_get_team_size(value_of(level)); }
XOMP_EXPORT int omp_get_team_size_8_(const std::int64_t* level) { return omp_get_team_size(value_of(level)); }
XOMP_EXPORT void omp_set_max_active_levels_(const std::int32_t* levels) { omp_set_max_active_levels(value_of(levels)); }
XOMP_EXPORT void omp_set_max_active_levels_8_(const std::int64_t* levels) {
  omp_set_max_active_levels(value_of(levels));
}
XOMP_EXPORT void omp_set_nested_(const std::int32_t* nested) { omp_set_nested(*nested != 0); }
XOMP_EXPORT void omp_set_nested_8_(const std::int64_t* nested) { omp_set_nested(*nested != 0); }
