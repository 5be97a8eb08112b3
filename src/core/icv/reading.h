// What the readers of the families of values (numbers, words, lists, ...) share: what a reader answers, and how its
// templates reach the field that they are for. A reader changes nothing unless the value is good.
#pragma once

#include "core/icv/icv.h"
#include "text/cursor.h"
#include "text/line.h"

namespace xomp::icv {

enum class Verdict : std::uint8_t {
  absent,    // the variable is not set
  accepted,  // stored
  adjusted,  // stored with a change that the user must be told
  wrong,     // nothing stored
  refused,   // nothing stored: not honoured with raised privileges
};

using Reader = Verdict (*)(text::Cursor value);
using Writer = void (*)(text::Line& line, const TaskIcv& icv);

// Storing into, and showing, a field that is named by a pointer to member.
template <class T, class V>
void store(T TaskIcv::* field, V value) {
  initial.*field = static_cast<T>(value);
}
template <class T, class V>
void store(T GlobalIcv::* field, V value) {
  global.*field = static_cast<T>(value);
}
template <class T, class V>
void store(atomic<T> GlobalIcv::* field, V value) {
  (global.*field).store(static_cast<T>(value), relaxed);  // no thread but this one runs yet
}

template <class T>
T load(const TaskIcv& icv, T TaskIcv::* field) {
  return icv.*field;
}
template <class T>
T load(const TaskIcv&, T GlobalIcv::* field) {
  return global.*field;
}
template <class T>
T load(const TaskIcv&, atomic<T> GlobalIcv::* field) {
  return (global.*field).load(relaxed);  // shown only
}

}  // namespace xomp::icv
