// Any bytes as an ELF file. It is read, or refused with a reason.
#include "elf_file.h"

#include "fuzz/memory_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  xomp::fuzz::MemoryFile file;
  file.put(0, data, bytes);
  xomp::tool::ElfError error;
  if (!xomp::tool::read_elf(file.path(), error) && error.reason.empty()) std::abort();
  return 0;
}
