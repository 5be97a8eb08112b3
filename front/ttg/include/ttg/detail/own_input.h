// The inputs of a running task that are objects of their own, and what a send of one of them does. The task's thread alone
// writes all of this.
//
// A send must leave the receiver a value that the sender's function does not change any more, and the sender an object that it
// may go on to use until it ends:
//
// | the function takes | and sends it  | the message gets                                                                |
// |--------------------|---------------|---------------------------------------------------------------------------------|
// | const T&           | in any way    | the object itself, shared                                                       |
// | T&&                | as an lvalue  | a copy that is made now                                                         |
// | T&&                | by std::move  | a new object that T's constructor moves the value into; the input is moved from |
// | T&& | the same, if T is large or its move may throw | the object itself, which the function must leave alone from
// then on |
//
// The sender holds what it has sent by std::move until it ends. If it sends the same input again, and has not assigned to it, the
// value goes to the new receiver as well.
#ifndef XOMP_TTG_DETAIL_OWN_INPUT_H
#define XOMP_TTG_DETAIL_OWN_INPUT_H

#include "ttg/detail/copy.h"
#include "ttg/util/demangle.h"
#include "ttg/util/text.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace ttg::detail {

// Its address says which type an input has. The first member of an input has the input's address, and another type.
template <class V>
inline constexpr char input_type = 0;

inline constexpr std::size_t kMostMovedBytes = 96;
// Says whether moving an object into a message costs little. What cannot be copied is always moved.
template <class V>
inline constexpr bool is_moved_v =
    !std::is_copy_constructible_v<V> || (std::is_nothrow_move_constructible_v<V> && sizeof(V) <= kMostMovedBytes);

struct OwnInput {
  enum class State : std::uint8_t {
    read,     // the function only reads it
    written,  // the function may change it
    passed,   // written, and sent by std::move: the object itself is in the message
    moved,    // written, and sent by std::move: `sent` is in the message, and the task holds it as well
  };
  const void* address;
  CopyBase* copy;  // the task's, which holds it
  const void* type;
  State state;
  // Written for an input that has been moved, otherwise not:
  CopyBase* sent;
  unsigned char left[kMostMovedBytes];  // the bytes of the object that was moved from
};

template <class V>
void note_moved(OwnInput& own, Copy<V>* sent) {
  own.sent = sent;
  std::memcpy(own.left, own.address, sizeof(V));
  own.state = OwnInput::State::moved;
}
// Says whether the function has assigned to an input that it had moved from. Then the input is a new value.
template <class V>
bool is_assigned_anew(const OwnInput& own) {
  return std::memcmp(own.left, own.address, sizeof(V)) != 0;
}

[[gnu::cold, noreturn]] inline void throw_cannot_be_copied(const std::string& type) {
  fail<std::logic_error>("ttg: a value of type ", type,
                         " was sent as an lvalue, but cannot be copied: send it with std::move");
}

// Makes a message's object, for so many holders. Nobody else has it yet.
template <class V, class U>
Copy<V>* new_object(graph::Seat& me, U&& value, int holders) {
  if constexpr (std::is_same_v<std::remove_cvref_t<U>, V> && !std::is_constructible_v<V, U&&>) {
    throw_cannot_be_copied(demangled_type_name<V>());
  } else {
    Copy<V>* const copy = Copy<V>::make(me, std::forward<U>(value));
    if (holders > 1) copy->word.store(2 * holders, std::memory_order_relaxed);  // nobody else has it yet
    return copy;
  }
}
// Makes a message's object of an input of the running task, for so many holders besides the task.
template <class V, class U>
Copy<V>* object_of_input(graph::Seat& me, OwnInput& own, U&& value, int holders) {
  using State = OwnInput::State;
  constexpr bool moves = std::is_rvalue_reference_v<U&&> && !std::is_const_v<std::remove_reference_t<U>>;
  Copy<V>* const copy = static_cast<Copy<V>*>(own.copy);
  if (own.state == State::moved) {
    if constexpr (sizeof(V) <= kMostMovedBytes) {
      if (!is_assigned_anew<V>(own)) {
        own.sent->hold(holders);
        return static_cast<Copy<V>*>(own.sent);
      }
    }
    own.sent->let_go(me);
    own.state = State::written;
  }
  if constexpr (moves) {
    if (!is_moved_v<V> || copy->is_of_the_program()) {
      copy->hold_by_task(holders);
      own.state = State::passed;
      return copy;
    }
    if constexpr (is_moved_v<V> && std::is_copy_constructible_v<V>) {
      Copy<V>* const sent = new_object<V>(me, std::move(value), holders + 1);
      note_moved(own, sent);
      return sent;
    }
  } else if (own.state == State::read) {
    copy->hold_by_task(holders);
    return copy;
  }
  return new_object<V>(me, std::forward<U>(value), holders);
}

}  // namespace ttg::detail

#endif
