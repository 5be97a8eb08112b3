// n queens with a library, as `xomp bench` runs it: included after run_forks() and the library's header.
#pragma once

const Problem problem = {
    .name = "nqueens",
    .summary = "ways to place n queens on a board so that none attacks another",
    .operation = "squares tried",
    .parameters = parameters,
    .cutoffs = library_cutoffs,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = nullptr,
    .check = check,
};
