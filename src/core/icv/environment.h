// Reads a whole environment. initialize() calls this once, while the library is loaded: the runtime has no other thread
// yet, and the program's own constructors may not have run. Tests call it with environments of their own.
#pragma once

#include <cstddef>

namespace xomp::icv {

enum class Privileges { ordinary, raised };

// Gets one line, without a newline.
using WarningSink = void (*)(const char* text);
void warn_on_stderr(const char* text);

// Sets `initial`, `global` and the origins from the NAME=value texts, and warns of wrong values and misspelt names that
// no parent of this process has warned of.
void initialize_from(const char* const* environment, int processors, Privileges privileges = Privileges::ordinary,
                     WarningSink sink = warn_on_stderr);

// Shows what holds, if these variables ask for it: KMP_SETTINGS what the user set as well, OMP_DISPLAY_ENV the ICVs
// (display.cpp). Called when all values are final, those of places among them.
void display_as_asked(const char* const* environment);

// Changes `initial`, `global` and the origins by NAME=value texts separated by '|' (kmp_set_defaults); the rest stays
// as it is. Called by one thread, before the others start.
void change_from(const char* settings, WarningSink sink = warn_on_stderr);

// Called while the library starts, when OMP_ALLOCATOR names memory that this machine does not have. It says so. From
// then on the variable counts as not set.
void refuse_allocator(WarningSink sink = warn_on_stderr);

// --- steps of the reading ---

// Asked by readers of values: in such a program the user's environment must not write files or load libraries.
bool has_raised_privileges();

// Says whether `entry` is NAME=value where NAME begins with OMP_, GOMP_, KMP_ or XOMP_.
bool has_our_prefix(const char* entry);

// Sets the ICVs whose value follows from the variables of other ones (derived.cpp). Called after all variables were
// read.
void derive_values();

// How many letters must be inserted, removed, changed or swapped with their neighbour to get from one name to the other
// (spelling.cpp). Names longer than kMaxNameLength are infinitely far.
inline constexpr std::size_t kMaxNameLength = 48;
int edit_distance(const char* a, std::size_t a_length, const char* b, std::size_t b_length);

// The known variable that a misspelt name is nearest to, or nullptr if none is near.
const char* nearest_variable(const char* name, std::size_t length);

}  // namespace xomp::icv
