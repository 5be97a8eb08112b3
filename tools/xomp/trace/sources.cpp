#include "trace/sources.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace xomp::tool {

namespace {

// Without this debuginfod would ask servers.
int find_no_debuginfo(Dwfl_Module* module, void** user, const char* name, Dwarf_Addr base, const char* file_name,
                      const char* link, GElf_Word crc, char** found) {
  return dwfl_standard_find_debuginfo(module, user, name, base, file_name, link, crc, found);
}

const Dwfl_Callbacks kCallbacks = {.find_elf = dwfl_build_id_find_elf,
                                   .find_debuginfo = find_no_debuginfo,
                                   .section_address = dwfl_offline_section_address,
                                   .debuginfo_path = nullptr};

// clang does not write the table that leads from addresses to compilation units. So each unit is asked.
void find_line(Dwfl_Module* module, std::uint64_t address, SourcePlace& place) {
  int number = 0;
  if (Dwfl_Line* const line = dwfl_module_getsrc(module, address)) {
    if (const char* const file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr)) place.file = file;
    place.line = number;
    return;
  }
  Dwarf_Addr bias = 0;
  for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;) {
    if (dwarf_haspc(unit, address - bias) != 1) continue;
    Dwarf_Line* const line = dwarf_getsrc_die(unit, address - bias);
    if (line == nullptr) return;
    if (const char* const file = dwarf_linesrc(line, nullptr, nullptr)) place.file = file;
    dwarf_lineno(line, &place.line);
    return;
  }
}

std::string demangled(const char* symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

}  // namespace

std::string plain_function_name(const std::string& symbol) {
  std::string name = symbol;
  for (const char* mark :
       {"._omp_fn", "._omp_cpyfn", ".omp_outlined", ".omp_task_entry", ".omp_task", "..omp_par", ".omp."})
    if (const auto at = name.find(mark); at != std::string::npos) name.resize(at);
  name = demangled(name.c_str());
  // The function that xomp.h makes of a closure: named after the function that spawns it.
  if (const auto native = name.find("xomp::native::run_slot<"); native != std::string::npos)
    name.erase(0, name.find('<', native) + 1);
  if (const auto clone = name.find(" [clone"); clone != std::string::npos) name.resize(clone);
  if (const auto arguments = name.find('('); arguments != std::string::npos && arguments != 0) name.resize(arguments);
  for (const char* suffix : {".constprop", ".part", ".isra", ".cold"})
    if (const auto at = name.find(suffix); at != std::string::npos) name.resize(at);
  return name;
}

SourcePlace place_in_text(const std::string& text) {
  SourcePlace place;
  std::istringstream parts(text);
  std::string empty, file, function, line;
  if (!std::getline(parts, empty, ';') || !empty.empty() || !std::getline(parts, file, ';') ||
      !std::getline(parts, function, ';') || !std::getline(parts, line, ';'))
    return place;
  const int number = std::atoi(line.c_str());
  if (number <= 0) return place;  // compiled without -g: ";unknown;unknown;0;0;;"
  place.file = file;
  place.function = function;
  place.line = number;
  return place;
}

std::string SourcePlace::short_file() const {
  const auto slash = file.rfind('/');
  return slash == std::string::npos ? file : file.substr(slash + 1);
}

std::string SourcePlace::text() const {
  const std::string where = file.empty() ? "" : short_file() + ":" + std::to_string(line);
  if (function.empty()) return where.empty() ? (module.empty() ? "unknown" : module) : where;
  return where.empty() ? function : function + " (" + where + ")";
}

std::vector<Mapping> mappings_of(const std::string& maps) {
  std::vector<Mapping> mappings;
  std::istringstream lines(maps);
  std::set<std::pair<std::string, std::uint64_t>> known;
  for (std::string line; std::getline(lines, line);) {
    Mapping m{};
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %*s %lx %*s %*s %n", &m.begin, &m.end, &m.offset, &path_at) < 3 ||
        path_at <= 0)
      continue;
    m.file = line.substr(static_cast<std::size_t>(path_at));
    if (known.emplace(m.file, m.begin).second) mappings.push_back(m);
  }
  return mappings;
}

struct Sources::Implementation {
  Dwfl* dwfl = nullptr;
  std::vector<Mapping> mappings;
};

Sources::Sources(const std::string& maps) : implementation_(std::make_unique<Implementation>()) {
  setenv("DEBUGINFOD_URLS", "", 1);
  Implementation& my = *implementation_;
  my.dwfl = dwfl_begin(&kCallbacks);
  my.mappings = mappings_of(maps);
  if (my.dwfl == nullptr) return;
  dwfl_report_begin(my.dwfl);
  for (const Mapping& m : my.mappings) {
    // A damaged trace may name anything, so a pipe must not make us wait.
    const int file = open(m.file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status{};
    if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
      if (file >= 0) close(file);
      continue;
    }
    // Where the file's first byte would be mapped; dwfl wants what was added to the file's addresses.
    GElf_Addr bias = 0;
    Elf* const elf = (elf_version(EV_CURRENT), elf_begin(file, ELF_C_READ, nullptr));
    std::size_t segments = 0;
    GElf_Phdr segment;
    if (elf != nullptr && elf_getphdrnum(elf, &segments) == 0)
      for (std::size_t i = 0; i < segments; ++i)
        if (gelf_getphdr(elf, static_cast<int>(i), &segment) != nullptr && segment.p_type == PT_LOAD &&
            (segment.p_flags & PF_X) != 0 && (segment.p_offset & ~GElf_Off{4095}) == m.offset)
          bias = m.begin - (segment.p_vaddr & ~GElf_Addr{4095});
    elf_end(elf);
    dwfl_report_elf(my.dwfl, m.file.c_str(), m.file.c_str(), file, bias, false);
  }
  dwfl_report_end(my.dwfl, nullptr, nullptr);
}

std::string Sources::text_at(std::uint64_t address) const {
  Dwfl* const dwfl = implementation_->dwfl;
  Dwfl_Module* const module = dwfl != nullptr ? dwfl_addrmodule(dwfl, address) : nullptr;
  GElf_Addr bias = 0;
  Elf* const elf = module != nullptr ? dwfl_module_getelf(module, &bias) : nullptr;
  std::size_t segments = 0;
  if (elf == nullptr || elf_getphdrnum(elf, &segments) != 0) return "";
  const GElf_Addr at = address - bias;
  GElf_Phdr segment;
  for (std::size_t i = 0; i < segments; ++i) {
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) == nullptr || segment.p_type != PT_LOAD ||
        at < segment.p_vaddr || at - segment.p_vaddr >= segment.p_filesz)
      continue;
    constexpr std::size_t kLongest = 4096;
    const std::size_t room = std::min<std::size_t>(kLongest, segment.p_filesz - (at - segment.p_vaddr));
    const Elf_Data* const data = elf_getdata_rawchunk(
        elf, static_cast<std::int64_t>(segment.p_offset + (at - segment.p_vaddr)), room, ELF_T_BYTE);
    if (data == nullptr || data->d_buf == nullptr) return "";
    const auto* const text = static_cast<const char*>(data->d_buf);
    return {text, strnlen(text, room)};
  }
  return "";
}

Sources::~Sources() {
  if (implementation_->dwfl != nullptr) dwfl_end(implementation_->dwfl);
}

SourcePlace Sources::find(std::uint64_t address) const {
  SourcePlace place;
  const Implementation& my = *implementation_;
  for (const Mapping& m : my.mappings) {
    if (address < m.begin || address >= m.end) continue;
    char text[64];
    std::snprintf(text, sizeof text, "+0x%lx", address - m.begin + m.offset);
    place.module = m.file.substr(m.file.rfind('/') + 1) + text;
  }
  Dwfl_Module* const module = my.dwfl != nullptr ? dwfl_addrmodule(my.dwfl, address) : nullptr;
  if (module == nullptr) return place;
  if (const char* const symbol = dwfl_module_addrname(module, address)) place.function = plain_function_name(symbol);
  find_line(module, address, place);
  return place;
}

}  // namespace xomp::tool
