// Compares the plans entry by entry.
#include "takeover.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

using ReportsByFile = std::map<fs::path, RuntimeReport>;

const LoadedObject& object_at(const LoadPlan& plan, int index) { return plan.objects[static_cast<std::size_t>(index)]; }

bool is_xomp(const LoadPlan& plan, int index) {
  return index >= 0 && runtime_kind(*object_at(plan, index).elf) == RuntimeKind::xomp;
}

std::string file_of(const LoadPlan& plan, int index) { return object_at(plan, index).elf->path.string(); }

bool is_loaded(const LoadPlan& plan, const fs::path& file) {
  return std::any_of(plan.objects.begin(), plan.objects.end(), [&](const LoadedObject& o) { return o.file == file; });
}

void add_named_runtimes(const LoadPlan& now, const LoadPlan& with_xomp, ReportsByFile& reports) {
  for (const LoadedObject& object : now.objects) {
    const auto kind = runtime_kind(*object.elf);
    if (!kind) continue;
    RuntimeReport& report = reports[object.file];
    report.file = object.elf->path.lexically_normal();
    report.kind = *kind;
    report.asked_as.insert(object.names.front());
    report.stays_loaded |= is_loaded(with_xomp, object.file);
    for (const LoadedObject& user : now.objects) {
      const auto& needed = user.elf->needed;
      const bool asks = std::any_of(object.names.begin(), object.names.end(), [&](const std::string& name) {
        return std::find(needed.begin(), needed.end(), name) != needed.end();
      });
      if (asks) report.users.insert(user.elf->path.string());
    }
  }
}

// Returns the object that gives this user its entry under `xomp run`. Users are matched by file, because the plans
// number objects differently.
int provider_of(const LoadPlan& plan, const fs::path& user, const Symbol& entry) {
  for (const Binding& binding : plan.bindings) {
    if (binding.entry == entry && object_at(plan, binding.user).file == user) return binding.provider;
  }
  return -1;
}

void add_entries(const LoadPlan& now, const LoadPlan& with_xomp, ReportsByFile& reports) {
  for (const Binding& binding : now.bindings) {
    const LoadedObject& user = object_at(now, binding.user);
    if (runtime_kind(*user.elf)) continue;  // what runtimes ask of themselves or of tools
    const int then = provider_of(with_xomp, user.file, binding.entry);
    fs::path runtime;  // empty: no library was named
    if (binding.provider >= 0) {
      if (!runtime_kind(*object_at(now, binding.provider).elf)) continue;  // the program's own function
      runtime = object_at(now, binding.provider).file;
    } else if (binding.entry.is_weak && !is_xomp(with_xomp, then)) {
      continue;
    }
    RuntimeReport& report = reports[runtime];
    report.users.insert(user.elf->path.string());
    report.entries.insert(binding.entry);
    if (!is_xomp(with_xomp, then)) report.kept.insert(binding.entry);
  }
}

void judge(RuntimeReport& report) {
  if (report.kind == RuntimeKind::xomp) {
    report.verdict = Verdict::is_xomp;
    report.reason = "it is XOMP already";
  } else if (report.kept.empty()) {
    report.verdict = report.stays_loaded ? Verdict::by_preload : Verdict::by_name;
    report.reason = report.stays_loaded   ? "preloaded before it; it stays loaded, unused"
                    : report.file.empty() ? "its entries are found in XOMP"
                                          : "its name leads to XOMP; it is not loaded";
  } else {
    report.verdict = report.kept.size() < report.entries.size() ? Verdict::partly : Verdict::no;
    report.reason = fmt::format("XOMP does not define {} of its entries", report.kept.size());
  }
}

void add_problems(const LoadPlan& now, const LoadPlan& with_xomp, Takeover& takeover) {
  for (const auto& [user, name] : now.missing_libraries) {
    takeover.missing_libraries.insert(fmt::format("{} (needed by {})", name, file_of(now, user)));
  }
  for (const auto& [user, version] : with_xomp.missing_versions) {
    const bool anyway = std::any_of(now.missing_versions.begin(), now.missing_versions.end(), [&](const auto& other) {
      return other.second.version == version.version && file_of(now, other.first) == file_of(with_xomp, user);
    });
    if (!anyway) {
      takeover.problems.insert(fmt::format("{} wants version {} of {}, which XOMP does not define",
                                           file_of(with_xomp, user), version.version, version.library));
    }
  }
}

// Says whether everything that `plan` finds missing for its root is found where another root loads that library: the
// RPATH of the one that loads it counts for it, too.
bool is_complete_elsewhere(const LoadPlan& plan, const std::vector<LoadPlan>& all) {
  const fs::path& file = plan.objects.front().file;
  return std::any_of(all.begin(), all.end(), [&](const LoadPlan& other) {
    const auto at =
        std::find_if(other.objects.begin(), other.objects.end(), [&](const auto& o) { return o.file == file; });
    if (at == other.objects.end() || at == other.objects.begin()) return false;
    const auto index = static_cast<int>(at - other.objects.begin());
    return std::none_of(other.missing_libraries.begin(), other.missing_libraries.end(),
                        [&](const auto& missing) { return missing.first == index; });
  });
}

}  // namespace

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::is_xomp: return "XOMP";
    case Verdict::by_name:
    case Verdict::by_preload: return "taken over";
    case Verdict::partly: return "in part";
    case Verdict::no: break;
  }
  return "not taken over";
}

Takeover find_takeover(Loader& loader, const std::vector<fs::path>& roots, const LoaderSettings& now,
                       const LoaderSettings& with_xomp) {
  Takeover takeover;
  ReportsByFile reports;
  std::vector<LoadPlan> plans;
  for (const fs::path& root : roots) plans.push_back(loader.plan(root, now));
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const LoadPlan& before = plans[i];
    if (!before.missing_libraries.empty() && is_complete_elsewhere(before, plans)) continue;
    const LoadPlan after = loader.plan(roots[i], with_xomp);
    add_named_runtimes(before, after, reports);
    add_entries(before, after, reports);
    add_problems(before, after, takeover);
    for (const LoadedObject& object : before.objects) {
      if (has_runtime_inside(*object.elf)) takeover.with_runtime_inside.insert(object.elf->path.string());
    }
  }
  for (auto& [file, report] : reports) {
    judge(report);
    takeover.runtimes.push_back(std::move(report));
  }
  return takeover;
}

}  // namespace xomp::tool
