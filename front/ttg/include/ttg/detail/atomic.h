// The atomics of the front end's protocols. A test may put others in their place, which count themselves or explore
// (XOMP_TTG_ATOMIC, a template with std::atomic's interface).
#ifndef XOMP_TTG_DETAIL_ATOMIC_H
#define XOMP_TTG_DETAIL_ATOMIC_H

#include <atomic>

#ifndef XOMP_TTG_ATOMIC
#define XOMP_TTG_ATOMIC std::atomic
#endif

namespace ttg::detail {

template <class T>
using Atomic = XOMP_TTG_ATOMIC<T>;

}  // namespace ttg::detail

#endif
