// Records: what one rank tells another. A record is a head and a body, whose form its kind says.
#ifndef XOMP_TTG_RANKS_WIRE_RECORD_H
#define XOMP_TTG_RANKS_WIRE_RECORD_H

#include "ttg/ranks/wire/bytes.h"
#include <cstddef>
#include <cstdint>

namespace ttg::ranks {

enum class Kind : std::uint8_t {
  value,    // for keys of terminals: the targets, if there are several, the value, then the keys of each
  size,     // of a stream: keys, then the size
  close,    // of a stream: keys
  pull,     // asks for the value of a pull terminal: a key, and who waits
  pulled,   // the answer: who waits, then the value
  failure,  // a task of the sender's has thrown: the text
  spread,   // a value for several ranks: spread.h
  // The fence does not count these:
  large,  // a record whose body lies outside of the batch: what that is fetched by, its size, its head
  ready,  // to a sender of pieces: the offer's number, and the tag with which the receives have begun; or one of the next two
};
inline constexpr bool is_counted(Kind kind) { return kind < Kind::large; }

inline constexpr std::int32_t kNoThanks = -1;  // the pieces are not wanted
inline constexpr std::int32_t kTaken = -2;     // the receiver has read them from the sender's memory

// What a receiver needs of an offer. The address is that of the piece or, if there are several, of the array of Pieces. A receiver on the
// same node may read there, until it has said so.
struct OfferHead {
  std::uint64_t number = 0, address = 0, pieces = 0;
};

// Says where the value's pieces of memory are.
enum class Form : std::uint8_t { none, inside, outside };

struct RecordHead {
  Kind kind;
  Form form;
  std::uint8_t terminal;
  std::uint8_t more_targets;  // further terminals that the value is for
  std::uint32_t tt;           // its number in the world
  std::uint32_t keys;         // of all targets together
  std::uint32_t bytes;        // of the body
};
static_assert(sizeof(RecordHead) == 16);

// Says whether there are such records. Only a value can have several targets.
inline constexpr bool is_known(const RecordHead& head) {
  return head.kind <= Kind::ready && head.form <= Form::outside && (head.more_targets == 0 || head.kind == Kind::value);
}

// A body with more targets begins with one of these for each of them, also for the first one, which the head names.
struct Target {
  std::uint32_t tt;
  std::uint32_t terminal;
  std::uint32_t keys;
};

// A larger record lies outside of the batch, and the receiver fetches it.
inline constexpr std::size_t kLargestRecord = 24 * 1024;

}  // namespace ttg::ranks

#endif
