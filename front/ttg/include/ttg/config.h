// What programs may ask of the library by macros, and what it defines for them.
#ifndef XOMP_TTG_CONFIG_H
#define XOMP_TTG_CONFIG_H

#define TTG_USE_XOMP 1
#define TTG_IMPL_DEVICE_SUPPORT 0

// Programs on several processes are compiled with XOMP_TTG_MPI (docs/ttg-ranks.md). XOMP_TTG_RANKS alone gives the
// exchange without a transport, so that tests can bring their own.
#ifdef XOMP_TTG_MPI
#define XOMP_TTG_RANKS 1
#define TTG_HAVE_MPI 1
#endif

// Programs for this back end write values by MADNESS's archives (serialization/backends/madness).
#if defined(TTG_USE_MADNESS) && !defined(TTG_SERIALIZATION_SUPPORTS_MADNESS)
#define TTG_SERIALIZATION_SUPPORTS_MADNESS 1
#endif

#if defined(__cpp_impl_coroutine) && __has_include(<coroutine>)
#define TTG_HAVE_COROUTINE 1
#define TTG_CXX_COROUTINE_HEADER <coroutine>
#define TTG_CXX_COROUTINE_NAMESPACE std
#endif

#define TTG_MAJOR_VERSION 1
#define TTG_MINOR_VERSION 0
#define TTG_MICRO_VERSION 0
#define TTG_PRERELEASE_ID ""
#define TTG_VERSION "1.0.0"
#define TTG_EXT_VERSION "1.0.0"

#define TTGUNUSED(x) ((void)(x))
#define TTG_OP_ASSERT_EXECUTABLE()                                                      \
  do {                                                                                  \
    if (!this->is_executable())                                                         \
      throw std::logic_error("ttg: TT " + this->get_name() +                            \
                             " is not executable: call make_graph_executable() first"); \
  } while (0)

#endif
