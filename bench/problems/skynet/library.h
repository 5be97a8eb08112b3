// The tree with a library, as `xomp bench` runs it: included after run_forks() and the library's header.
#pragma once

const Problem problem = {
    .name = "skynet",
    .summary = "leaves of a tree with ten children a node are numbered and added up",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{library_name, run_forks}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check,
};
