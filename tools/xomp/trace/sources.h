// Names and lines for addresses of a process that is over: from the table of what was mapped, by DWARF (elfutils) and
// symbol tables. Nothing is fetched from a network.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace xomp::tool {

struct SourcePlace {
  std::string function;  // as the program's author knows it; empty: unknown
  std::string file;      // empty: there is no debug information
  int line = 0;
  std::string module;  // and the offset in it, for what has no name

  std::string short_file() const;
  // "fib (tree.c:12)"
  std::string text() const;
};

// A part of a file that is mapped as code.
struct Mapping {
  std::uint64_t begin, end, offset;
  std::string file;
};
std::vector<Mapping> mappings_of(const std::string& maps);  // lines as of /proc/PID/maps

class Sources {
 public:
  explicit Sources(const std::string& maps);  // lines as of /proc/PID/maps
  ~Sources();
  Sources(const Sources&) = delete;
  Sources& operator=(const Sources&) = delete;

  SourcePlace find(std::uint64_t address) const;
  // Returns the constant text at the address, as the file has it that was mapped there. Empty if there is none.
  std::string text_at(std::uint64_t address) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Reads the place from clang's text ";file;function;line;column;;". Without a file it names no place.
SourcePlace place_in_text(const std::string& text);

// Removes what compilers add to names such as "fib._omp_fn.3" or ".omp_outlined..7". The result is empty if nothing is
// left.
std::string plain_function_name(const std::string& symbol);

}  // namespace xomp::tool
