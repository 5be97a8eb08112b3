// The atomics of the front end's protocols, and how a thread gives way. A test may put others in their place, which count
// themselves or explore (XOMP_TTG_ATOMIC, a template with std::atomic's interface; XOMP_TTG_YIELD, a function).
#ifndef XOMP_TTG_DETAIL_ATOMIC_H
#define XOMP_TTG_DETAIL_ATOMIC_H

#include <atomic>
#include <thread>

#ifndef XOMP_TTG_ATOMIC
#define XOMP_TTG_ATOMIC std::atomic
#endif
#ifndef XOMP_TTG_YIELD
#define XOMP_TTG_YIELD std::this_thread::yield
#endif

namespace ttg::detail {

template <class T>
using Atomic = XOMP_TTG_ATOMIC<T>;

}  // namespace ttg::detail

#endif
