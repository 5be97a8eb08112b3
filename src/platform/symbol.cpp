// Symbol tables: the dynamic one of the object that holds the address, then the executable's own from its file.
#include "platform/symbol.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/loaded_objects.h"

namespace xomp::platform {

namespace {

constexpr std::size_t kMaxSymbols = 512 * 1024;  // 12 MB; about a millisecond to look through

struct Question {
  std::uintptr_t address;
  const char* prefix;
  char* name;
  std::size_t room;

  // Copies the name if it has the prefix and fits.
  bool accept(const char* candidate, std::size_t length) const {
    const std::size_t prefix_length = std::strlen(prefix);
    if (length < prefix_length || length >= room || std::strncmp(candidate, prefix, prefix_length) != 0) return false;
    std::memcpy(name, candidate, length);
    name[length] = '\0';
    return true;
  }
};

bool is_data_at(const Symbol& symbol, std::uintptr_t value) {
  const unsigned type = symbol.st_info & 0xf;
  return symbol.st_value == value && symbol.st_shndx != SHN_UNDEF && (type == STT_OBJECT || type == STT_COMMON);
}

// ---- what the loader mapped ----

bool find_dynamic(const DynamicTables& tables, std::uintptr_t base, const Question& question) {
  const std::size_t count = count_symbols(tables);
  if (count > kMaxSymbols) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Symbol& symbol = tables.symbols[i];
    if (!is_data_at(symbol, question.address - base) || symbol.st_name >= tables.string_bytes) continue;
    const char* name = tables.strings + symbol.st_name;
    if (question.accept(name, strnlen(name, tables.string_bytes - symbol.st_name))) return true;
  }
  return false;
}

struct Search {
  const Question* question;
  bool found = false;
  bool in_executable = false;
  std::uintptr_t base = 0;
};

int visit(dl_phdr_info* object, std::size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (!holds(*object, search.question->address)) return 0;
  search.base = object->dlpi_addr;
  search.in_executable = object->dlpi_name == nullptr || object->dlpi_name[0] == '\0';
  search.found = find_dynamic(tables_of(*object), search.base, *search.question);
  return 1;
}

// ---- the executable's file ----

// A part of a file, mapped while the object lives.
class MappedPart {
 public:
  MappedPart(int file, std::size_t file_bytes, std::uint64_t offset, std::uint64_t bytes) {
    if (bytes == 0 || offset > file_bytes || bytes > file_bytes - offset) return;
    const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    lead_ = offset % page;
    bytes_ = bytes + lead_;
    void* p = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, static_cast<off_t>(offset - lead_));
    if (p != MAP_FAILED) start_ = static_cast<const char*>(p);
  }
  ~MappedPart() {
    if (start_ != nullptr) munmap(const_cast<char*>(start_), bytes_);
  }
  MappedPart(const MappedPart&) = delete;
  MappedPart& operator=(const MappedPart&) = delete;
  template <class T>
  const T* as() const {
    return start_ == nullptr ? nullptr : reinterpret_cast<const T*>(start_ + lead_);
  }

 private:
  const char* start_ = nullptr;
  std::size_t lead_ = 0;
  std::size_t bytes_ = 0;
};

bool read_at(int file, void* to, std::size_t bytes, std::uint64_t offset) {
  return pread(file, to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

bool find_in_table(int file, std::size_t file_bytes, const ElfW(Shdr) & table, const ElfW(Shdr) & strings,
                   std::uintptr_t value, const Question& question) {
  const std::size_t count = table.sh_size / sizeof(Symbol);
  const std::size_t first_global = table.sh_info;  // the storage that callers look for is never local
  if (first_global >= count || count - first_global > kMaxSymbols) return false;
  const MappedPart part(file, file_bytes, table.sh_offset + first_global * sizeof(Symbol),
                        (count - first_global) * sizeof(Symbol));
  const auto* symbols = part.as<Symbol>();
  if (symbols == nullptr) return false;
  for (std::size_t i = 0; i < count - first_global; ++i) {
    if (!is_data_at(symbols[i], value) || symbols[i].st_name >= strings.sh_size) continue;
    char name[1024];
    const std::size_t left = strings.sh_size - symbols[i].st_name;
    const std::size_t bytes = left < sizeof name ? left : sizeof name;
    if (!read_at(file, name, bytes, strings.sh_offset + symbols[i].st_name)) continue;
    const std::size_t length = strnlen(name, bytes);
    if (length < bytes && question.accept(name, length)) return true;
  }
  return false;
}

bool find_in_sections(int file, std::uintptr_t value, const Question& question) {
  struct stat status;
  ElfW(Ehdr) header;
  if (fstat(file, &status) != 0 || !read_at(file, &header, sizeof header, 0)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_shentsize != sizeof(ElfW(Shdr))) return false;
  const auto file_bytes = static_cast<std::size_t>(status.st_size);
  const MappedPart part(file, file_bytes, header.e_shoff, std::uint64_t{header.e_shnum} * sizeof(ElfW(Shdr)));
  const auto* sections = part.as<ElfW(Shdr)>();
  if (sections == nullptr) return false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header.e_shnum) continue;
    return find_in_table(file, file_bytes, sections[i], sections[sections[i].sh_link], value, question);
  }
  return false;
}

bool find_in_executable(std::uintptr_t value, const Question& question) {
  const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool found = find_in_sections(file, value, question);
  close(file);
  return found;
}

}  // namespace

bool find_data_symbol(const void* address, const char* prefix, char* name, std::size_t room) {
  const int saved = errno;
  const Question question{reinterpret_cast<std::uintptr_t>(address), prefix, name, room};
  Search search{.question = &question};
  dl_iterate_phdr(visit, &search);
  bool found = search.found;
  if (!found && search.in_executable) found = find_in_executable(question.address - search.base, question);
  errno = saved;
  return found;
}

}  // namespace xomp::platform
