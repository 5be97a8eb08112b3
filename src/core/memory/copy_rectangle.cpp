#include "core/memory/copy_rectangle.h"

#include <cstring>

namespace xomp::memory {
namespace {

// Bytes of the whole array; false when their number overflows.
bool find_extent(const BoxPlace& place, std::size_t element_bytes, int dimensions, std::size_t* extent) {
  *extent = element_bytes;
  for (int i = dimensions - 1; i >= 0; --i)
    if (__builtin_mul_overflow(*extent, place.dimensions[i], extent)) return false;
  return true;
}

// slice: bytes of one element of the current dimension, in each of the arrays.
void copy_dimension(unsigned char* to, std::size_t to_slice, const BoxPlace& to_place, const unsigned char* from,
                    std::size_t from_slice, const BoxPlace& from_place, const std::size_t* volume, int dimension,
                    int dimensions) {
  to += to_place.offsets[dimension] * to_slice;
  from += from_place.offsets[dimension] * from_slice;
  if (dimension == dimensions - 1) {
    std::memmove(to, from, volume[dimension] * to_slice);
    return;
  }
  for (std::size_t i = 0; i < volume[dimension]; ++i)
    copy_dimension(to + i * to_slice, to_slice / to_place.dimensions[dimension + 1], to_place, from + i * from_slice,
                   from_slice / from_place.dimensions[dimension + 1], from_place, volume, dimension + 1, dimensions);
}

}  // namespace

bool copy_rectangle(const BoxPlace& to, const BoxPlace& from, std::size_t element_bytes, int dimensions,
                    const std::size_t* volume) {
  std::size_t to_bytes;
  std::size_t from_bytes;
  if (dimensions < 1 || !find_extent(to, element_bytes, dimensions, &to_bytes) ||
      !find_extent(from, element_bytes, dimensions, &from_bytes))
    return false;
  if (to_bytes == 0 || from_bytes == 0) return true;
  copy_dimension(to.array, to_bytes / to.dimensions[0], to, from.array, from_bytes / from.dimensions[0], from, volume,
                 0, dimensions);
  return true;
}

}  // namespace xomp::memory
