"""What a problem is run on: the OpenMP runtimes, and the other ways of writing it that are programs of their own."""
from measure import compilers, places, runtimes
from session.problems import ON_XOMP, OWN_PROGRAMS

# In the order in which they run and are shown.
OPENMP = ("libgomp", "libomp", "libiomp5", "xomp")
NAMES = (*OPENMP, *OWN_PROGRAMS, "serial")
DEFAULT = NAMES
# The runtime that each compiler's programs bring: under programs that make no use of it.
OWN = {"gcc": "libgomp", "clang": "libomp"}


def is_default_pair(runtime):
    """libomp under gcc's programs is a curiosity: its name must be given in full, as gcc/libomp."""
    return runtime.name != "gcc/libomp"


def runtime_of(compiler, peer):
    """The Runtime whose environment a peer's programs get, or None if this compiler's programs do not run on it."""
    library = "xomp" if peer in ON_XOMP else OWN[compiler] if peer == "serial" or peer in OWN_PROGRAMS else peer
    return next((r for r in runtimes.all_runtimes() if (r.compiler, r.library) == (compiler, library) and is_default_pair(r)), None)


def skipped(peers, used_compilers):
    """Records of the peers that are not here. Programs that can't be built are known later."""
    records = []
    for peer in peers:
        pairs = [r for r in runtimes.all_runtimes() if r.library == peer and is_default_pair(r) and r.compiler in used_compilers]
        if pairs and not any(r.found for r in pairs):
            records.append({"kind": "skipped", "peer": peer, "reason": "not found", "install": pairs[0].install})
        elif peer in OPENMP and not pairs:
            home = next(r.compiler for r in runtimes.all_runtimes() if r.library == peer and is_default_pair(r))
            reason = f"{home} was not chosen" if compilers.is_there(home) else f"it runs under programs of {home}, which was not found"
            records.append({"kind": "skipped", "peer": peer, "reason": reason, "install": compilers.INSTALL[home]})
    return records


def description():
    """{name: version, path, install} of the libraries, for the results' first line."""
    found = {}
    for runtime in runtimes.all_runtimes():
        if runtime.found and is_default_pair(runtime):
            found.setdefault(runtime.library, {"version": _version(runtime), "path": runtime.answers_from, "install": runtime.install})
    return found


def _version(runtime):
    if runtime.library == "xomp":
        return places.version()
    if runtime.library == "libiomp5" or runtime.library in runtimes.named():
        return ""  # the path says what there is to say
    return compilers.version_of(runtime.compiler)
