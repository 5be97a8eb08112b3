// Included first. ttg.h as it is, with the checker's atomics, locks and waits in place of the language's: names of std that the front end
// uses are other names of std while its headers are read. Below it there is no engine: a task runs at once, in the thread
// that makes it ready (front/graph.cpp).
#pragma once

// The explored code takes its memory from the checker (front/graph.cpp), while the checker's own code does not.
asm(".weakref _Znwm, xomp_explored_new\n"
    ".weakref _Znam, xomp_explored_new\n"
    ".weakref calloc, xomp_explored_calloc\n"
    ".weakref aligned_alloc, xomp_explored_aligned_alloc\n"
    ".weakref free, xomp_explored_free");

#include "models/front/standard.h"

#include "models/explore/mutex.h"
#include "platform/atomic.h"

namespace std {
template <class T>
using explored_atomic = xomp::atomic<T>;
using explored_mutex = xomp::models::ExploredMutex;
namespace explored_this_thread {
inline void yield() { xomp::models::give_way(); }
}  // namespace explored_this_thread
}  // namespace std

#define atomic explored_atomic
#define mutex explored_mutex
#define this_thread explored_this_thread
#include <ttg.h>
#undef atomic
#undef mutex
#undef this_thread

namespace xomp::models {

// First in a model that has TTs: a world, and memory from the checker while the model is made.
class FrontEnd {
 public:
  FrontEnd();
  void ready();  // at the end of the model's constructor
};

}  // namespace xomp::models
