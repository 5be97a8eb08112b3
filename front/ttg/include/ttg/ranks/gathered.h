// Gathering (gathering.h), or its empty twin.
#ifndef XOMP_TTG_RANKS_GATHERED_H
#define XOMP_TTG_RANKS_GATHERED_H

#include "ttg/config.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/gathering.h"
#else

namespace ttg::ranks {

template <class V>
class Gathering {
 public:
  template <class Parcel>
  explicit Gathering(const Parcel&) {}
  void finish() {}
};

}  // namespace ttg::ranks

#endif

#endif
