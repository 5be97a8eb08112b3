// Variables of other runtimes that have no effect here: what they tune is not in this library, or not for users. Their
// values are checked all the same, so that a slip in a number is no silent one, and those that ask for something are named.
#pragma once

#include "text/cursor.h"
#include "text/line.h"

namespace xomp::icv {

enum class Foreign : std::uint8_t {
  asks_for_nothing,  // the other runtime's default, or what holds here in any case
  has_no_effect,
  is_wrong,  // the other runtime does not take the value
};

bool is_foreign(const char* name, std::size_t length);

// Of a variable that is foreign. If the value is wrong, `allowed` says what the other runtime takes. A text counts as good.
Foreign check_foreign(const char* name, std::size_t length, text::Cursor value, text::Line& allowed);

}  // namespace xomp::icv
