// The 16-byte floating-point type, whatever the processor's compilers call it.
#pragma once

namespace xomp::platform {

#if defined(__x86_64__) || defined(__i386__)
using Quad = __float128;
using ComplexQuad = _Complex __float128;
#else
using Quad = long double;
using ComplexQuad = _Complex long double;
#endif
static_assert(sizeof(Quad) == 16 && sizeof(ComplexQuad) == 32);

}  // namespace xomp::platform
