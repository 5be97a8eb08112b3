// The engines that a program may be compiled for. All programs run on XOMP.
#ifndef XOMP_TTG_RUNTIMES_H
#define XOMP_TTG_RUNTIMES_H

namespace ttg {

enum class Runtime { PaRSEC, MADWorld, XOMP };
inline constexpr Runtime ttg_runtime = Runtime::XOMP;

template <Runtime>
struct runtime_traits {
  static constexpr bool supports_streaming_terminal = true;
  static constexpr bool supports_async_reduction = true;
};

}  // namespace ttg

#endif
