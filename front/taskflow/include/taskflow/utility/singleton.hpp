// Singleton: one object of a type for the program.
#pragma once

namespace tf {

template <typename T>
class Singleton {
 public:
  static T& get() {
    static T object;
    return object;
  }
  Singleton(const Singleton&) = delete;
  Singleton& operator=(const Singleton&) = delete;

 private:
  Singleton() = default;
};

}  // namespace tf
