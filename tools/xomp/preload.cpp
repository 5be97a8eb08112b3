// LD_PRELOAD lets XOMP's definitions win; LD_LIBRARY_PATH makes the runtimes' names lead to the same file, so that the
// other ones are not even mapped and that dlopen("libgomp.so.1") finds XOMP.
#include "preload.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "message.h"
#include "runtime_kind.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr ? value : "";
}

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) text += (text.empty() ? "" : ":") + item;
  return text;
}

// Preloads by the name libgomp.so.1, which the process then reports, because threadpoolctl and others know a runtime by
// its file's name; in a wheel, where that is a file of its own, by the library's own name, so that they see one runtime.
// LD_PRELOAD's items end at colons and spaces. So a path with one of these is given as a bare name, which is looked up
// along LD_LIBRARY_PATH, where spaces are allowed.
std::string preload_item(const Installation& installation) {
  const fs::path by_name = installation.compat / "libgomp.so.1";
  std::error_code ignored;
  const std::string path =
      (fs::equivalent(by_name, installation.library, ignored) ? by_name : installation.library).string();
  return path.find(' ') == std::string::npos ? path : by_name.filename().string();
}

// XOMP comes behind what the user preloads, because sanitizers insist on being first, and profilers wrap our entries.
// It comes before any other OpenMP runtime.
std::string preload_list(const std::string& before, const std::string& ours) {
  auto items = split_list(before, ": ");
  std::erase(items, "");
  std::erase(items, ours);
  const auto other =
      std::find_if(items.begin(), items.end(), [](const std::string& item) { return is_runtime_file_name(item); });
  items.insert(other, ours);
  return joined(items);
}

std::string library_path(const std::string& before, const std::string& ours) {
  if (before.empty()) return ours;  // an empty item would mean the working directory
  auto items = split_list(before, ":;");
  std::erase(items, ours);
  items.insert(items.begin(), ours);
  return joined(items);
}

}  // namespace

LoaderSettings LoaderVariables::settings() const {
  LoaderSettings settings;
  if (!library_path.empty()) {
    for (const std::string& item : split_list(library_path, ":;")) {
      settings.library_path.emplace_back(item.empty() ? "." : item);
    }
  }
  settings.preload = split_list(preload, ": ");
  std::erase(settings.preload, "");
  return settings;
}

LoaderVariables loader_variables() { return {value_of("LD_PRELOAD"), value_of("LD_LIBRARY_PATH")}; }

LoaderVariables with_xomp(const LoaderVariables& before, const Installation& installation) {
  const std::string compat = installation.compat.string();
  if (compat.find_first_of(":;") != std::string::npos) {
    fail(kExitOwnError, "XOMP is installed below {}; the dynamic linker cannot use a path with ':' or ';'", compat);
  }
  return {preload_list(before.preload, preload_item(installation)), library_path(before.library_path, compat)};
}

}  // namespace xomp::tool
