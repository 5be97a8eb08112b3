// The product with a library, as `xomp bench` runs it: included after run_forks() and the library's header.
#pragma once

const Problem problem = {
    .name = "matmul",
    .summary = "product of two matrices of ints, by quarters",
    .operation = "operations",
    .parameters = parameters,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
