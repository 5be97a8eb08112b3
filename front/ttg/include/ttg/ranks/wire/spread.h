// One large value for many ranks: it goes along a binomial tree. A record carries the value and, for each rank of a subtree, what
// that rank would have got in a record of its own. The rank that gets it takes its own part and sends on the others.
//
// The body of a record of kind `spread`: so many bytes of value, the value, then parts; the receiver's own is the first.
// A part: PartHead, targets if there are several, keys.
#ifndef XOMP_TTG_RANKS_WIRE_SPREAD_H
#define XOMP_TTG_RANKS_WIRE_SPREAD_H

#include "ttg/ranks/wire/bytes.h"
#include "ttg/ranks/wire/record.h"
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace ttg::ranks {

struct PartHead {
  RecordHead head;  // of the record that the rank would have got; its `bytes` are those of the part
  std::uint32_t rank;
  std::uint32_t unused = 0;
};
static_assert(sizeof(PartHead) == 24);

// Where the bytes of a part are.
struct Part {
  PartHead head;
  const char* rest;  // targets and keys
};

struct SpreadBody {
  Reader value;
  std::vector<Part> parts;

  SpreadBody(const char* body, std::size_t bytes) {
    Reader reader(body, bytes);
    const auto count = reader.get<std::uint64_t>();
    value = Reader(reader.skip(count), count);
    while (reader.left() != 0) {
      const auto head = reader.get<PartHead>();
      parts.push_back({head, reader.skip(head.head.bytes)});
    }
  }
};

inline void write_spread(Bytes& to, Reader value, std::span<const Part> parts) {
  to.put(std::uint64_t{value.left()});
  to.add(value.at(), value.left());
  for (const Part& p : parts) {
    to.put(p.head);
    to.add(p.rest, p.head.head.bytes);
  }
}

// Calls send(parts) for each rank that this one sends to: the rank of the first part, which sends on the others. The
// largest subtree goes first, so that all have got their parts after log2(ranks + 1) steps.
template <class Send>
void for_each_branch(std::span<const Part> parts, Send&& send) {
  while (!parts.empty()) {
    const std::size_t count = (parts.size() + 1) / 2;
    send(parts.subspan(parts.size() - count));
    parts = parts.first(parts.size() - count);
  }
}

}  // namespace ttg::ranks

#endif
