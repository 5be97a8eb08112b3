// Fibonacci numbers with a library, as `xomp bench` runs it: included after run_forks() and the library's header.
#pragma once

const Problem problem = {
    .name = "fib",
    .summary = "Fibonacci numbers by the definition",
    .operation = "tasks",
    .parameters = parameters,
    .cutoffs = library_cutoffs,
    .versions = {{library_name, run_forks}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check,
};
