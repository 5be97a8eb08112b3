// A file that is written through memory, and keeps what was written however the process ends.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

class MappedFile {
 public:
  enum class Opened : std::uint8_t {
    yes,
    taken,  // another process has the file open through this class; nothing was changed
    foreign,  // there is something that this class has not made: a link, a device, another file, another user's; nothing was changed
    failed  // `error` is the system's number
  };
  // Makes the file, which others cannot read, and maps so many bytes of it. An empty file, and an older one that begins with `mark`, is
  // replaced. A program that shortens the file meanwhile takes its pages: was_shortened().
  Opened open(const char* path, std::uint64_t bytes, const char (&mark)[8], int& error);
  // Cuts off what lies beyond so many bytes. What is mapped stays mapped.
  void cut(std::uint64_t bytes);
  // For fork()'s child: the mapping and the file are the parent's, so the child lets go of them.
  void forget();
  // Gives a piece room on the disk and in memory. Returns false if there is none, and it must not be touched.
  bool give_room(std::uint64_t offset, std::uint64_t bytes);

  // Says whether another program has shortened the file. What is written is lost from then on.
  bool was_shortened() const;

  bool is_open() const { return start_ != nullptr; }
  char* at(std::uint64_t offset) const { return start_ + offset; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  char* start_ = nullptr;
  std::uint64_t bytes_ = 0;
  int file_ = -1;
};

// Writes a word of such a file after all that was written before it: a process that ends here leaves both, or not this one.
// No other thread of the process reads it.
template <class Word>
inline void publish(Word& word, Word value) {
  __atomic_store_n(&word, value, __ATOMIC_RELEASE);
}

// Copies the lines of the system's table of executable mappings. Returns the number of bytes, at most `room`.
std::size_t read_code_maps(char* text, std::size_t room);
// Copies the path of the running program. Returns its length, at most room - 1.
std::size_t program_path(char* text, std::size_t room);
std::size_t host_name(char* text, std::size_t room);
int process_id();
int parent_process_id();

}  // namespace xomp::platform
