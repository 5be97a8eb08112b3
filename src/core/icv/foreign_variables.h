// Variables of other runtimes that have no effect here: what they tune is not in this library, or not for users. Their
// values are checked all the same, so that a slip in a number is no silent one.
#pragma once

#include "text/cursor.h"
#include "text/line.h"

namespace xomp::icv {

bool is_foreign(const char* name, std::size_t length);

// Says whether the other runtime takes the value; if not, `allowed` says what it takes. True for a text that is not
// checked.
bool check_foreign(const char* name, std::size_t length, text::Cursor value, text::Line& allowed);

}  // namespace xomp::icv
