// Reading a whole environment. Called once, by initialize(), while the library is loaded: no other thread of the
// runtime is there yet, the program's own constructors may not have run. Tests call it with environments of theirs.
#pragma once

#include <cstddef>

namespace xomp::icv {

enum class Privileges { ordinary, raised };

// Gets one line, without a newline.
using WarningSink = void (*)(const char* text);
void warn_on_stderr(const char* text);

// Sets `initial`, `global` and the origins from the NAME=value texts, warns of wrong values and misspelt names, shows
// the ICVs if the environment asks for it.
void initialize_from(const char* const* environment, int processors, Privileges privileges = Privileges::ordinary,
                     WarningSink sink = warn_on_stderr);

// Changes `initial`, `global` and the origins by NAME=value texts separated by '|' (kmp_set_defaults); the rest stays
// as it is. By one thread, before the others start.
void change_from(const char* settings, WarningSink sink = warn_on_stderr);

// --- steps of the reading ---

// While reading: what the user put into the environment must not write files or load libraries.
bool has_raised_privileges();

// NAME=value where NAME begins with OMP_, GOMP_, KMP_ or XOMP_.
bool has_our_prefix(const char* entry);

// ICVs whose value follows from variables of others get it. After all variables were read (derived.cpp).
void derive_values();

// Letters to insert, remove, change or swap with their neighbour to get from one name to the other. Names longer than
// kMaxNameLength are infinitely far (spelling.cpp).
inline constexpr std::size_t kMaxNameLength = 48;
int edit_distance(const char* a, std::size_t a_length, const char* b, std::size_t b_length);

// The nearest known variable, or nullptr if none is near.
const char* nearest_variable(const char* name, std::size_t length);

// KMP_SETTINGS: what the user set, then what holds (display.cpp).
void display_settings(const char* const* environment);

}  // namespace xomp::icv
