// KMP_SETTINGS: what the user set, then what holds.
#pragma once

namespace xomp::icv {

void display_settings(const char* const* environment);

}  // namespace xomp::icv
