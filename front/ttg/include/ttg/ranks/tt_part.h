// The distributed part of a TT, or its empty twin.
#ifndef XOMP_TTG_RANKS_TT_PART_H
#define XOMP_TTG_RANKS_TT_PART_H

#include "ttg/ranks/part.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/tt_away.h"
#else
#include "ttg/detail/tt_tasks.h"

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTAway : public TTTasks<K, OutTuple, Derived, Ins...> {
 protected:
  using Base = TTTasks<K, OutTuple, Derived, Ins...>;
  using Base::Base;
  using typename Base::KeyValue;

  template <std::size_t i, class Parcel>
  static constexpr bool sent_away(graph::Worker&, const KeyValue&, const Parcel&, bool) {
    return false;
  }
  static constexpr bool size_sent_away(const KeyValue&, std::size_t, std::size_t) { return false; }
  static constexpr bool close_sent_away(const KeyValue&, std::size_t) { return false; }
};

}  // namespace ttg::detail

#endif

#endif
