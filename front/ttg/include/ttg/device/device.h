// Devices: there is only the host.
#ifndef XOMP_TTG_DEVICE_DEVICE_H
#define XOMP_TTG_DEVICE_DEVICE_H

#include "ttg/fwd.h"
#include <stdexcept>

namespace ttg::device {

class Device {
 public:
  Device() = default;
  Device(int id, ExecutionSpace space) : id_(id), space_(space) {}
  static Device host() { return Device(0, ExecutionSpace::Host); }

  operator int() const {
    if (is_host()) throw std::runtime_error("ttg: the host is no device with a number");
    return id_;
  }
  int id() const { return id_; }
  auto space() const { return space_; }
  bool is_device() const { return !is_host() && !is_invalid(); }
  bool is_host() const { return space_ == ExecutionSpace::Host; }
  bool is_invalid() const { return space_ == ExecutionSpace::Invalid; }
  Device cycle() const { return *this; }
  friend bool operator==(const Device& a, const Device& b) { return a.id_ == b.id_ && a.space_ == b.space_; }
  friend bool operator!=(const Device& a, const Device& b) { return !(a == b); }

 private:
  int id_ = 0;
  ExecutionSpace space_ = ExecutionSpace::Invalid;
};

inline constexpr ExecutionSpace available_execution_space = ExecutionSpace::Host;
inline int num_devices() { return 0; }
inline Device current_device() { return Device::host(); }
using Stream = void*;
inline Stream current_stream() { return nullptr; }

}  // namespace ttg::device

#endif
