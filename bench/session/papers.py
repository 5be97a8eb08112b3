"""The experiments of the papers: `xomp bench papers`, or one paper's by its name.

Each is a problem of bench/problems with the parameters that the paper goes through, at sizes of this machine, and the systems that the
paper compares (`xomp info --as`). They run beside `auto` and the peers.
"""
SUITE = "papers"

_BOTS = ("fib", "nqueens", "health", "fft", "multisort", "strassen", "sparselu", "alignment", "floorplan", "uts")

# {paper: ((systems), (problems))}
PAPERS = {
    "paper-xqueue": (("xqueue",), ("queues", "bfs", *_BOTS)),
    "paper-x-openmp": (
        ("xqueue", "x-openmp-wait", "x-openmp-nowait", "x-openmp-nowait-2"),
        ("sync", "task_length", "distribution", "stealing", "strassen", "syrk", "cholesky", "uts:granularity=1/8"),
    ),
    "paper-ompi": (("ompi",), ("producers", "fib", "nqueens", "floorplan", "sparselu", "multisort", "alignment", "fft", "strassen")),
    "paper-gnu-xtask": (("xgomp", "xgomptb", "na-rp", "na-ws"), _BOTS),
    "paper-ttg": (("ttg-before", "ttg"), ("flow_chain", "flow_tree", "flow_table", "flow_taskbench", "flow_mra")),
    "paper-x-taskflow": (("x-taskflow-hybrid", "x-taskflow-lf"), ("wavefront", "graph_traversal", "parallel_for", "skynet", "integrate", "fib")),
}


def problems(word):
    """{problem as on the command line: its systems} of one paper, or of all: a problem of several papers has the systems of all of them."""
    found = {}
    for paper, (systems, texts) in PAPERS.items():
        if word in (SUITE, paper):
            for text in texts:
                found[text] = list(dict.fromkeys([*found.get(text, []), *systems]))
    return found
