// The names that headers of this library need of one another.
#ifndef XOMP_TTG_FWD_H
#define XOMP_TTG_FWD_H

#include <cstddef>
#include <functional>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ttg/config.h"
#include "ttg/util/typelist.h"

namespace ttg {

enum class ExecutionSpace { Host, CUDA, HIP, L0, Invalid };

template <class Key = void, class Value = void>
class Edge;
template <class Key = void, class Value = void>
class In;
template <class Key = void, class Value = void>
class Out;
template <class T>
struct Ptr;
template <class T>
class Aggregator;
class TTBase;
class TerminalBase;
class World;
template <class Key, class OutTuple, class Derived, class InTypelist = ttg::typelist<>,
          ExecutionSpace space = ExecutionSpace::Host>
class TT;

World default_execution_context();

}  // namespace ttg

#endif
