// Walks over the loaded objects by dl_iterate_phdr, which holds a lock of its own for the list of objects alone.
#include "platform/loaded_objects.h"

#include <cstring>
#include <elf.h>

namespace xomp::platform {

namespace {

DynamicTables read_dynamic(const ElfW(Dyn) * entry, std::uintptr_t base) {
  DynamicTables tables;
  // Most loaders have put the address there, some leave the offset from the object's start.
  auto at = [base](ElfW(Addr) p) { return reinterpret_cast<const void*>(p < base ? p + base : p); };
  for (; entry->d_tag != DT_NULL; ++entry) {
    switch (entry->d_tag) {
      case DT_SYMTAB: tables.symbols = static_cast<const Symbol*>(at(entry->d_un.d_ptr)); break;
      case DT_STRTAB: tables.strings = static_cast<const char*>(at(entry->d_un.d_ptr)); break;
      case DT_STRSZ: tables.string_bytes = entry->d_un.d_val; break;
      case DT_GNU_HASH: tables.gnu_hash = static_cast<const std::uint32_t*>(at(entry->d_un.d_ptr)); break;
      case DT_HASH: tables.hash = static_cast<const std::uint32_t*>(at(entry->d_un.d_ptr)); break;
      default: break;
    }
  }
  return tables;
}

struct WantedFunction {
  const char* name;
  const char* file_prefix;
  const char* other_prefix;
  void* found = nullptr;
};

void* find_function(const DynamicTables& tables, std::uintptr_t base, const char* name) {
  for (std::size_t i = 0, count = count_symbols(tables); i < count; ++i) {
    const Symbol& symbol = tables.symbols[i];
    if ((symbol.st_info & 0xf) != STT_FUNC || symbol.st_shndx == SHN_UNDEF || symbol.st_name >= tables.string_bytes)
      continue;
    if (std::strcmp(tables.strings + symbol.st_name, name) == 0) return reinterpret_cast<void*>(base + symbol.st_value);
  }
  return nullptr;
}

int visit(dl_phdr_info* object, std::size_t, void* data) {
  auto& wanted = *static_cast<WantedFunction*>(data);
  if (is_executable(*object) || is_file_of(*object, wanted.file_prefix) || is_file_of(*object, wanted.other_prefix))
    wanted.found = find_function(tables_of(*object), object->dlpi_addr, wanted.name);
  return wanted.found != nullptr;
}

}  // namespace

DynamicTables tables_of(const dl_phdr_info& object) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_DYNAMIC)
      return read_dynamic(reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + segment.p_vaddr), object.dlpi_addr);
  }
  return {};
}

std::size_t count_symbols(const DynamicTables& tables) {
  if (tables.symbols == nullptr || tables.strings == nullptr) return 0;
  if (tables.hash != nullptr) return tables.hash[1];
  if (tables.gnu_hash == nullptr) return 0;
  const std::uint32_t buckets = tables.gnu_hash[0];
  const std::uint32_t first_hashed = tables.gnu_hash[1];
  const std::uint32_t bloom_words = tables.gnu_hash[2];
  const std::uint32_t* bucket = tables.gnu_hash + 4 + bloom_words * (sizeof(ElfW(Addr)) / 4);
  const std::uint32_t* chain = bucket + buckets;
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < buckets; ++i)
    if (bucket[i] > last) last = bucket[i];
  if (last < first_hashed) return first_hashed;
  while (!(chain[last - first_hashed] & 1)) ++last;
  return last + 1;
}

bool holds(const dl_phdr_info& object, std::uintptr_t address) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && address - object.dlpi_addr - segment.p_vaddr < segment.p_memsz) return true;
  }
  return false;
}

bool is_file_of(const dl_phdr_info& object, const char* prefix) {
  const char* const slash = std::strrchr(object.dlpi_name, '/');
  const char* const file = slash != nullptr ? slash + 1 : object.dlpi_name;
  return std::strncmp(file, prefix, std::strlen(prefix)) == 0;
}

std::uint64_t count_of_loads() {
  std::uint64_t count = 0;
  const auto first = [](dl_phdr_info* object, std::size_t, void* sum) {
    *static_cast<std::uint64_t*>(sum) = object->dlpi_adds + object->dlpi_subs;
    return 1;
  };
  dl_iterate_phdr(first, &count);
  return count;
}

void* find_loaded_function(const char* name, const char* file_prefix, const char* other_prefix) {
  WantedFunction wanted{name, file_prefix, other_prefix};
  dl_iterate_phdr(visit, &wanted);
  return wanted.found;
}

}  // namespace xomp::platform
