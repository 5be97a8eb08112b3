// What OpenACC's entries say: openacc.cpp and openacc_data.cpp.
#pragma once

#include "platform/message.h"

namespace xomp::abi_gnu {

inline constexpr char kNoOpenAccDevice[] =
    "there is no OpenACC device: OpenACC's regions run on the host, each by one thread, and calls that move data, wait or "
    "choose a device have nothing to do";

inline void warn_of_no_device() { platform::warn_once(kNoOpenAccDevice); }

}  // namespace xomp::abi_gnu
