// A file that is written under another name and gets its right name when it is whole. So nobody sees half of it, an
// older file stays until then, and a link of that name is replaced, not followed.
#pragma once

#include <filesystem>

namespace xomp::tool {

class NewFile {
 public:
  // What becomes of a file that has the name already.
  enum class IfThere { replace, fail };
  // Throws Failure with a sentence if there can be no file at this place.
  explicit NewFile(std::filesystem::path path, IfThere if_there = IfThere::replace);
  ~NewFile();  // removes it unless it was finished
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::filesystem::path& path() const { return temporary_; }
  // Gives the file its name, and says whether another one had it. Throws Failure.
  bool finish();

 private:
  bool take_name() const;

  std::filesystem::path path_, temporary_;
  IfThere if_there_;
  bool is_finished_ = false;
};

}  // namespace xomp::tool
