// Memory of a task on a device.
#ifndef XOMP_TTG_DEVICESCRATCH_H
#define XOMP_TTG_DEVICESCRATCH_H

#include "ttg/devicescope.h"
#include <cstddef>

namespace ttg {

template <class T>
struct devicescratch {
  devicescratch(T* data, ttg::scope s, std::size_t n) : data_(data), scope_(s), size_(n) {}
  T* device_ptr() const { return data_; }
  bool is_valid() const { return true; }
  ttg::scope scope() const { return scope_; }
  std::size_t size() const { return size_; }

 private:
  T* data_;
  ttg::scope scope_;
  std::size_t size_;
};
template <class T>
auto make_scratch(T* data, ttg::scope s, std::size_t n = 1) {
  return devicescratch<T>(data, s, n);
}

}  // namespace ttg

#endif
