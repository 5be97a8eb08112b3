// /proc/self/cgroup says in which groups the process is, /proc/self/mountinfo where their files are. A container may
// see only a part of the tree: a mount shows the groups below its root, and limits above it cannot be known.
#include "topology/cgroup_quota.h"

#include <cstdlib>
#include <cstring>

#include "platform/memory.h"
#include "topology/system_file.h"

namespace xomp::topology {

namespace {

enum class Version { one, two };

// A hierarchy that may hold a quota: where the process is in it, and where it is mounted.
struct Hierarchy {
  Version version;
  bool is_member = false;
  bool is_mounted = false;
  Path group{""};        // as in /proc/self/cgroup
  Path mount_point{""};  // behind the root that tests use
  Path mount_root{""};   // the group that the mount point shows
};

struct Hierarchies {
  const char* root;
  Hierarchy one{Version::one};
  Hierarchy two{Version::two};

  bool are_all_mounted() const { return (!one.is_member || one.is_mounted) && (!two.is_member || two.is_mounted); }
};

bool has_word(const char* list, const char* word) {
  const std::size_t length = strlen(word);
  for (const char* at = list; (at = strstr(at, word)) != nullptr; at += length) {
    const bool begins = at == list || at[-1] == ',';
    if (begins && (at[length] == '\0' || at[length] == ',' || at[length] == ' ')) return true;
  }
  return false;
}

// "4:cpu,cpuacct:/path" or "0::/path".
bool note_membership(void* context, char* line) {
  auto& found = *static_cast<Hierarchies*>(context);
  char* controllers = strchr(line, ':');
  char* path = controllers != nullptr ? strchr(controllers + 1, ':') : nullptr;
  if (path == nullptr) return true;
  ++controllers;
  *path++ = '\0';
  if (strcmp(line, "0:") == 0 || (controllers[0] == '\0' && line[0] == '0')) {
    found.two.is_member = true;
    found.two.group.add(path);
  } else if (has_word(controllers, "cpu")) {
    found.one.is_member = true;
    found.one.group.add(path);
  }
  return true;
}

// In this file spaces and the like are written \040.
void undo_escapes(char* text) {
  char* out = text;
  for (const char* in = text; *in != '\0';) {
    const auto is_octal = [](char c) { return c >= '0' && c <= '7'; };
    if (in[0] == '\\' && is_octal(in[1]) && is_octal(in[2]) && is_octal(in[3])) {
      *out++ = static_cast<char>((in[1] - '0') * 64 + (in[2] - '0') * 8 + (in[3] - '0'));
      in += 4;
    } else {
      *out++ = *in++;
    }
  }
  *out = '\0';
}

// "31 23 0:28 /root /mount/point options [more...] - type source super-options"
bool note_mount(void* context, char* line) {
  auto& found = *static_cast<Hierarchies*>(context);
  char* tail = strstr(line, " - cgroup");
  if (tail == nullptr) return true;
  *tail = '\0';
  char* const type = tail + 3;
  Hierarchy& hierarchy = strncmp(type, "cgroup2 ", 8) == 0 ? found.two : found.one;
  if (hierarchy.version == Version::one) {
    const char* options = strrchr(type, ' ');
    if (strncmp(type, "cgroup ", 7) != 0 || !has_word(options + 1, "cpu")) return true;
  }
  if (!hierarchy.is_member || hierarchy.is_mounted) return true;

  char* rest = nullptr;
  char* field = strtok_r(line, " ", &rest);
  for (int skipped = 0; field != nullptr && skipped < 3; ++skipped) field = strtok_r(nullptr, " ", &rest);
  char* const mount_point = field != nullptr ? strtok_r(nullptr, " ", &rest) : nullptr;
  if (mount_point == nullptr) return true;
  undo_escapes(field);
  undo_escapes(mount_point);
  hierarchy.mount_root.add(field);
  hierarchy.mount_point.add(found.root).add(mount_point);
  hierarchy.is_mounted = true;
  return !found.are_all_mounted();
}

double smaller(double a, double b) {
  if (a == kNoQuota) return b;
  return b == kNoQuota || a < b ? a : b;
}

double quota_of(double microseconds, double period) {
  return microseconds > 0 && period > 0 ? microseconds / period : kNoQuota;
}

// "max 100000" or "150000 100000"
double read_cpu_max(Path& folder) {
  char text[64];
  if (read_file(folder.add("/cpu.max"), text, sizeof text) <= 0) return kNoQuota;
  char* end = text;
  const double quota = strtod(text, &end);
  return end == text ? kNoQuota : quota_of(quota, strtod(end, nullptr));
}

double read_number(Path& file) {
  char text[64];
  return read_file(file, text, sizeof text) > 0 ? strtod(text, nullptr) : 0;
}

// -1 in cpu.cfs_quota_us: no limit.
double read_cfs_quota(Path& folder) {
  const std::size_t length = folder.length();
  const double quota = read_number(folder.add("/cpu.cfs_quota_us"));
  if (quota <= 0) return kNoQuota;
  folder.cut_to(length);
  return quota_of(quota, read_number(folder.add("/cpu.cfs_period_us")));
}

// Returns the part of `group` below the mount's root: "/a/b" below "/a" is "/b". If the mount does not show the group,
// because it belongs to another namespace, only the mount point itself can be read.
const char* below_mount_root(const Hierarchy& hierarchy) {
  const char* group = hierarchy.group.text();
  const char* root = hierarchy.mount_root.text();
  if (strncmp(group, "/..", 3) == 0) return "";
  if (strcmp(root, "/") == 0) return strcmp(group, "/") == 0 ? "" : group;
  const std::size_t length = hierarchy.mount_root.length();
  const bool is_below = strncmp(group, root, length) == 0 && (group[length] == '/' || group[length] == '\0');
  return is_below ? group + length : "";
}

// The process's group in one hierarchy, and those around it, whose limits hold for it, too. They are found while the library
// is loaded, and stay: of a process that is moved to another group the old one counts. Only the files are read again.
struct Groups {
  Version version;
  const char* innermost = nullptr;  // its folder; nullptr = there is none
  std::size_t top = 0;              // the length of the outermost one's name

  void set(Hierarchy& hierarchy) {
    innermost = nullptr;
    if (!hierarchy.is_mounted) return;
    top = hierarchy.mount_point.length();
    hierarchy.mount_point.add(below_mount_root(hierarchy));
    const std::size_t bytes = hierarchy.mount_point.length() + 1;
    char* const kept = static_cast<char*>(platform::allocate_forever(bytes));
    memcpy(kept, hierarchy.mount_point.text(), bytes);
    innermost = kept;
  }

  double smallest_quota() const {
    if (innermost == nullptr) return kNoQuota;
    Path folder(innermost);
    double quota = kNoQuota;
    do {
      const std::size_t length = folder.length();
      quota = smaller(quota, version == Version::two ? read_cpu_max(folder) : read_cfs_quota(folder));
      folder.cut_to(length);
    } while (folder.drop_last_part(top));
    return quota;
  }
};

Groups of_version_one{Version::one}, of_version_two{Version::two};

}  // namespace

void find_cgroups(const char* root) {
  Hierarchies found{root};
  if (for_each_line(Path(root).add("/proc/self/cgroup"), note_membership, &found) &&
      (found.one.is_member || found.two.is_member))
    for_each_line(Path(root).add("/proc/self/mountinfo"), note_mount, &found);
  of_version_one.set(found.one);
  of_version_two.set(found.two);
}

double read_cgroup_quota() { return smaller(of_version_one.smallest_quota(), of_version_two.smallest_quota()); }

}  // namespace xomp::topology
