// What the files of a trace are called, if the user has not said so.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xomp::tool {

// The name of the program that was recorded, not of the launcher that started it: "cholesky" of `mpirun -n 2 ./cholesky`. Of an
// interpreter it is the script's name: "fit" of `python fit.py`.
// `recorded`: the path of the program as the recording has it.
std::string program_name(const std::vector<std::string>& command, const std::filesystem::path& recorded);

// Returns `name`, or `name`-2 and so on, the first one for which no file NAME + ending is there yet.
std::string free_name(const std::string& name, const std::vector<std::string>& endings);

}  // namespace xomp::tool
