// Reading through libelf's sections. A file whose section headers were cut off shows its kind but no symbols.
#include "elf_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <unistd.h>

namespace xomp::tool {

namespace {

class OpenFile {
 public:
  // Opened so that a pipe does not make us wait.
  explicit OpenFile(const std::filesystem::path& path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

struct ElfEnd {
  void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfHandle = std::unique_ptr<Elf, ElfEnd>;

std::string text_at(Elf* elf, std::size_t strings, std::size_t offset) {
  const char* text = elf_strptr(elf, strings, offset);
  return text != nullptr ? text : "";
}

// The version tables: index -> version text, from both what the file needs and what it defines.
struct Versions {
  std::map<unsigned, std::string> names;
  Elf_Data* of_symbol = nullptr;

  // The version of symbol `index`, and whether references without a version find it.
  std::pair<std::string, bool> of(int index) const {
    if (of_symbol == nullptr) return {"", true};
    GElf_Versym entry = 0;
    if (gelf_getversym(of_symbol, index, &entry) == nullptr) return {"", true};
    const auto found = names.find(entry & 0x7fffu);
    return {found == names.end() ? "" : found->second, (entry & 0x8000u) == 0};
  }
};

// The entries of a version table are in chains. A chain leads forwards, and no two entries share bytes, because linkers
// write them so. In a damaged file a chain may lead anywhere. Then only what was read up to there counts.
class Chains {
 public:
  explicit Chains(const Elf_Data* data) : bytes_(data->d_size), left_(bytes_ / sizeof(Elf64_Vernaux) + 1) {}
  // Returns the offset of the entry that lies so far behind the one at `at`, or -1 if there is none.
  int next(int at, std::uint32_t distance) {
    if (distance == 0 || left_ == 0 || distance >= bytes_ - static_cast<std::size_t>(at)) return -1;
    --left_;
    return at + static_cast<int>(distance);
  }

 private:
  std::size_t bytes_, left_;
};

void read_needed_versions(Elf* elf, Elf_Data* data, std::size_t strings, ElfFile& file, Versions& versions) {
  Chains chains(data);
  GElf_Verneed library;
  for (int at = 0; at >= 0 && gelf_getverneed(data, at, &library) != nullptr; at = chains.next(at, library.vn_next)) {
    int aux_at = chains.next(at, library.vn_aux);
    GElf_Vernaux node;
    for (int i = 0; i < library.vn_cnt && aux_at >= 0 && gelf_getvernaux(data, aux_at, &node) != nullptr; ++i) {
      versions.names[node.vna_other & 0x7fffu] = text_at(elf, strings, node.vna_name);
      file.needed_versions.push_back({text_at(elf, strings, library.vn_file), text_at(elf, strings, node.vna_name),
                                      (node.vna_flags & VER_FLG_WEAK) != 0});
      aux_at = chains.next(aux_at, node.vna_next);
    }
  }
}

void read_defined_versions(Elf* elf, Elf_Data* data, std::size_t strings, ElfFile& file, Versions& versions) {
  Chains chains(data);
  GElf_Verdef node;
  for (int at = 0; at >= 0 && gelf_getverdef(data, at, &node) != nullptr; at = chains.next(at, node.vd_next)) {
    GElf_Verdaux name;
    const bool is_base = (node.vd_flags & VER_FLG_BASE) != 0;  // the library's own name, no node
    const int name_at = chains.next(at, node.vd_aux);
    if (!is_base && name_at >= 0 && gelf_getverdaux(data, name_at, &name) != nullptr) {
      versions.names[node.vd_ndx & 0x7fffu] = text_at(elf, strings, name.vda_name);
      file.defined_versions.push_back(text_at(elf, strings, name.vda_name));
    }
  }
}

void read_dynamic(Elf* elf, Elf_Data* data, std::size_t strings, ElfFile& file) {
  file.is_dynamic = true;
  GElf_Dyn entry;
  for (int i = 0; gelf_getdyn(data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
    switch (entry.d_tag) {
      case DT_NEEDED: file.needed.push_back(text_at(elf, strings, entry.d_un.d_val)); break;
      case DT_FILTER:
      case DT_AUXILIARY: file.filters.push_back(text_at(elf, strings, entry.d_un.d_val)); break;
      case DT_SONAME: file.soname = text_at(elf, strings, entry.d_un.d_val); break;
      case DT_RPATH: file.rpath = text_at(elf, strings, entry.d_un.d_val); break;
      case DT_RUNPATH: file.runpath = text_at(elf, strings, entry.d_un.d_val); break;
      case DT_FLAGS_1: file.is_program |= (entry.d_un.d_val & DF_1_PIE) != 0; break;
      default: break;
    }
  }
}

void read_dynamic_symbols(Elf* elf, Elf_Data* data, std::size_t strings, const Versions& versions, ElfFile& file) {
  GElf_Sym symbol;
  for (int i = 1; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const std::string name = text_at(elf, strings, symbol.st_name);
    const bool is_defined = symbol.st_shndx != SHN_UNDEF;
    if (!is_defined && (name == "dlopen" || name == "dlmopen")) file.calls_dlopen = true;
    if (!is_openmp_name(name)) continue;
    auto [version, is_default] = versions.of(i);
    const bool is_weak = GELF_ST_BIND(symbol.st_info) == STB_WEAK;
    Symbol entry{name, version, is_default, is_weak};
    (is_defined ? file.openmp_defined : file.openmp_undefined).push_back(std::move(entry));
  }
}

void read_all_symbols(Elf* elf, Elf_Data* data, std::size_t strings, ElfFile& file) {
  GElf_Sym symbol;
  for (int i = 1; gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const int type = GELF_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_NOTYPE)) continue;
    const std::string name = text_at(elf, strings, symbol.st_name);
    if (is_openmp_name(name)) file.openmp_inside.push_back(name);
  }
}

void read_slots(Elf* elf, Elf_Data* data, Elf_Data* symbols, std::size_t strings, ElfFile& file) {
  GElf_Rela relocation;
  for (int i = 0; gelf_getrela(data, i, &relocation) != nullptr; ++i) {
    GElf_Sym symbol;
    if (gelf_getsym(symbols, static_cast<int>(GELF_R_SYM(relocation.r_info)), &symbol) == nullptr) continue;
    const std::string name = text_at(elf, strings, symbol.st_name);
    if (is_openmp_name(name)) file.openmp_slots.push_back({relocation.r_offset, name});
  }
}

struct Section {
  Elf_Scn* handle;
  GElf_Shdr header;
  Elf_Data* data() const { return elf_getdata(handle, nullptr); }
};

std::map<unsigned, std::vector<Section>> sections_by_type(Elf* elf) {
  std::map<unsigned, std::vector<Section>> found;
  for (Elf_Scn* s = nullptr; (s = elf_nextscn(elf, s)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(s, &header) != nullptr) found[header.sh_type].push_back({s, header});
  }
  return found;
}

void read_sections(Elf* elf, ElfFile& file) {
  auto sections = sections_by_type(elf);
  Versions versions;
  for (const Section& s : sections[SHT_GNU_verneed])
    if (Elf_Data* const data = s.data()) read_needed_versions(elf, data, s.header.sh_link, file, versions);
  for (const Section& s : sections[SHT_GNU_verdef])
    if (Elf_Data* const data = s.data()) read_defined_versions(elf, data, s.header.sh_link, file, versions);
  for (const Section& s : sections[SHT_GNU_versym]) versions.of_symbol = s.data();
  for (const Section& s : sections[SHT_DYNAMIC]) read_dynamic(elf, s.data(), s.header.sh_link, file);
  for (const Section& s : sections[SHT_DYNSYM]) {
    read_dynamic_symbols(elf, s.data(), s.header.sh_link, versions, file);
    for (const Section& r : sections[SHT_RELA]) {
      if (r.header.sh_link == elf_ndxscn(s.handle)) read_slots(elf, r.data(), s.data(), s.header.sh_link, file);
    }
  }
  for (const Section& s : sections[SHT_SYMTAB]) read_all_symbols(elf, s.data(), s.header.sh_link, file);
}

// The name of a section that Go's linker puts into all that it makes.
bool has_go_section(Elf* elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return false;
  for (Elf_Scn* s = nullptr; (s = elf_nextscn(elf, s)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(s, &header) != nullptr && text_at(elf, names, header.sh_name) == ".go.buildinfo") return true;
  }
  return false;
}

std::string interpreter_of(Elf* elf, const GElf_Phdr& segment) {
  std::size_t size = 0;
  const char* const file = elf_rawfile(elf, &size);
  if (file == nullptr || segment.p_offset > size || segment.p_filesz > size - segment.p_offset) return {};
  return {file + segment.p_offset, strnlen(file + segment.p_offset, segment.p_filesz)};
}

void read_segments(Elf* elf, ElfFile& file) {
  std::size_t count = 0;
  if (elf_getphdrnum(elf, &count) != 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    GElf_Phdr segment;
    if (gelf_getphdr(elf, static_cast<int>(i), &segment) == nullptr) continue;
    if (segment.p_type == PT_INTERP) {
      file.has_interpreter = true;
      file.interpreter = interpreter_of(elf, segment);
    }
    if (segment.p_type == PT_DYNAMIC) file.is_dynamic = true;
  }
}

}  // namespace

bool ElfFile::defines(std::string_view name) const {
  return std::any_of(openmp_defined.begin(), openmp_defined.end(), [&](const Symbol& s) { return s.name == name; });
}

bool is_openmp_name(std::string_view name) {
  static constexpr std::array<std::string_view, 9> prefixes = {"omp_",  "ompc_", "ompx_", "GOMP_", "GOACC_",
                                                               "__kmp", "kmp_",  "kmpc_", "ompt_"};
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return name.starts_with(p); });
}

std::string machine_name(std::uint16_t machine) {
  static const std::map<std::uint16_t, std::string> names = {
      {EM_X86_64, "x86-64"}, {EM_386, "x86 (32 bits)"}, {EM_AARCH64, "aarch64"}, {EM_ARM, "arm (32 bits)"},
      {EM_PPC64, "ppc64"},   {EM_RISCV, "riscv"},       {EM_S390, "s390"},       {EM_MIPS, "mips"}};
  const auto found = names.find(machine);
  return found != names.end() ? found->second : fmt::format("machine {}", machine);
}

std::optional<ElfFile> read_elf(const std::filesystem::path& path, ElfError& error, const std::filesystem::path& root) {
  error = {};
  const OpenFile opened(root.empty() ? path : root / path.relative_path());
  if (opened.descriptor() < 0) {
    error = {.is_unopened = true, .reason = std::strerror(errno)};
    return std::nullopt;
  }
  elf_version(EV_CURRENT);
  const ElfHandle elf(elf_begin(opened.descriptor(), ELF_C_READ, nullptr));
  if (elf == nullptr || elf_kind(elf.get()) != ELF_K_ELF) {
    error.reason = "not an ELF file";
    return std::nullopt;
  }
  error.is_elf = true;
  GElf_Ehdr header;
  if (gelf_getehdr(elf.get(), &header) == nullptr) {
    error.reason = fmt::format("damaged ELF file ({})", elf_errmsg(-1));
    return std::nullopt;
  }
  ElfFile file;
  file.path = path;
  file.bits = gelf_getclass(elf.get()) == ELFCLASS64 ? 64 : 32;
  file.machine = header.e_machine;
  file.is_program = file.has_fixed_address = header.e_type == ET_EXEC;
  read_segments(elf.get(), file);
  read_sections(elf.get(), file);
  file.is_go = has_go_section(elf.get());
  // A static position-independent program has a dynamic section, as every shared library has, but no interpreter. So
  // the interpreter decides.
  if (file.is_program && !file.has_interpreter) file.is_dynamic = false;
  file.is_program |= file.has_interpreter;
  return file;
}

}  // namespace xomp::tool
