// Copies between sub-boxes of arrays: omp_target_memcpy_rect.
#pragma once

#include <cstddef>

namespace xomp::memory {

// One array and the box's first element in it, by dimension, in elements; the last dimension is contiguous.
struct BoxPlace {
  unsigned char* array;
  const std::size_t* offsets;
  const std::size_t* dimensions;
};

// Copies the box of `volume` elements; false, with nothing copied, when there are no dimensions or a size overflows.
bool copy_rectangle(const BoxPlace& to, const BoxPlace& from, std::size_t element_bytes, int dimensions,
                    const std::size_t* volume);

}  // namespace xomp::memory
