// What a thread of a team says about itself, in a format with fields (OpenMP 5.2, sections 18.3.10 and 21.4.3).
// omp_display_affinity, omp_capture_affinity and OMP_DISPLAY_AFFINITY show it.
#pragma once

#include <cstddef>
#include <span>

#include "core/team/team.h"

namespace xomp::team {

// Fills `out` from its beginning, without a NUL, and returns how long the text is if there is room for all of it.
// An empty format means affinity-format-var.
std::size_t write_affinity(Worker& me, std::span<const char> format, std::span<char> out);

// Writes that text as a line on stdout.
[[gnu::cold]] void show_affinity(Worker& me, std::span<const char> format);

// Says whether OMP_DISPLAY_AFFINITY wants the team's threads to show themselves in its next region, which is described
// already. They do if they differ in number, nesting or binding from the last region that `me` started. Called by the
// primary.
[[gnu::cold]] bool must_show_affinity(Worker& me, const Team& team);

}  // namespace xomp::team
