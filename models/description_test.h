// For tests of the simulators' descriptions: files of JSON whose mistakes are named.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace xomp::models {

// Reads a file below models/.
inline std::string description_text(const std::string& folder, const std::string& name) {
  std::ifstream file(XOMP_SOURCE_DIR "/models/" + folder + "/" + name + ".json");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}
// Calls visit(name) for each description in the folder; there are three at least.
template <class Visit>
void for_each_description(const std::string& folder, Visit visit) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(XOMP_SOURCE_DIR "/models/" + folder)) {
    visit(entry.path().stem().string());
    ++count;
  }
  EXPECT_GE(count, 3);
}
// Returns the mistake that read(text) finds, or an empty text.
template <class Read>
std::string mistake_found(Read read, const std::string& text) {
  try {
    read(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

}  // namespace xomp::models
