// Large vectors inside of objects with a serialize(), among ranks that can read one another's memory. The archive does not copy them: the
// receiver reads each from where it is, when its own serialize() asks for it, so that function has the elements at once.
//
// Only a vector that is a part of the object itself is lent: the object stays as it is until the receiver has read. A function that has
// written other elements by the same vector, or has changed the vector after that, is called again without loans.
#ifndef XOMP_TTG_RANKS_WIRE_LOANS_H
#define XOMP_TTG_RANKS_WIRE_LOANS_H

#include "ttg/detail/large_memory.h"
#include "ttg/ranks/wire/record.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ttg::ranks {

// Vectors of so many bytes say whether they are lent.
inline constexpr std::size_t kLeastLent = detail::LargeMemory::kLeast;

// What one call of serialize() has lent.
class Loans {
 public:
  template <class Object>
  explicit Loans(const Object& object) : begin_(&object), end_(&object + 1) {}
  template <class Vector>
  bool try_lend(const Vector& vector) {
    const void* const at = &vector;
    if (std::less<>()(at, begin_) || !std::less<>()(at, end_)) return false;
    are_right_ = are_right_ && std::none_of(lent_.begin(), lent_.end(), [&](const Lent& l) { return l.vector == at; });
    lent_.push_back({at, vector.data(), vector.size(), [](const Lent& l) {
                       const auto& v = *static_cast<const Vector*>(l.vector);
                       return v.data() == l.elements && v.size() == l.count;
                     }});
    return true;
  }
  // Called after serialize().
  bool are_right() const {
    return are_right_ && std::all_of(lent_.begin(), lent_.end(), [](const Lent& l) { return l.is_as_it_was(l); });
  }

 private:
  struct Lent {
    const void *vector, *elements;
    std::size_t count;
    bool (*is_as_it_was)(const Lent&);
  };
  const void *begin_, *end_;
  std::vector<Lent> lent_;
  bool are_right_ = true;
};

// Reads what a rank has lent.
class Lender {
 public:
  // The piece with that number, from 0 on, among those that were offered.
  virtual void read_lent(const OfferHead& offer, std::size_t number, void* to, std::size_t bytes) = 0;

 protected:
  ~Lender() = default;
};
// What a reading archive needs to read loans. Without a lender there are none.
struct Borrowed {
  Lender* lender = nullptr;
  OfferHead offer;
};

}  // namespace ttg::ranks

#endif
