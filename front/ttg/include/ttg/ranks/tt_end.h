// TTArrivals: the last of a TT's bases, with what comes from other processes, if there can be any.
#ifndef XOMP_TTG_RANKS_TT_END_H
#define XOMP_TTG_RANKS_TT_END_H

#include "ttg/ranks/part.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/tt_arrivals.h"
#else
#include "ttg/detail/tt_messages.h"

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
using TTArrivals = TTMessages<K, OutTuple, Derived, Ins...>;

}  // namespace ttg::detail

#endif

#endif
