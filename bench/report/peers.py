"""Names, order and looks of the runtimes: the same in every picture. XOMP is always vermilion; solid is gcc, dashed clang."""
import dataclasses

OPENMP = ("libgomp", "libomp", "libiomp5")  # those that XOMP replaces and is measured against
XOMP_KIND = ("xomp", "native", "ttg", "xomp_taskflow")
OWN_PROGRAMS = ("tbb", "threads", "taskflow", "libfork", "citor", "toomanycooks", "ttg_parsec", "native", "ttg", "xomp_taskflow")


@dataclasses.dataclass(frozen=True)
class Look:
    label: str
    colour: str  # on light ground; style.css has its twin for dark ground under --NAME
    marker: str


# Okabe and Ito's colours, which stay apart for the colour-blind; markers tell the same once more.
LOOKS = {
    "xomp": Look("XOMP", "#d55e00", "o"),
    "libgomp": Look("libgomp", "#0072b2", "s"),
    "libomp": Look("libomp", "#3a9bd9", "^"),
    "libiomp5": Look("libiomp5", "#009e73", "D"),
    "tbb": Look("oneTBB", "#b6629a", "v"),
    "threads": Look("std::thread", "#8a6d00", "P"),
    "taskflow": Look("Taskflow", "#5b7f00", "X"),
    "libfork": Look("libfork", "#2b6cb0", ">"),
    "citor": Look("citor", "#b83280", "<"),
    "toomanycooks": Look("TooManyCooks", "#2f855a", "8"),
    "ttg_parsec": Look("TTG on PaRSEC", "#7a4fbf", "d"),
    "ttg": Look("XOMP ttg.h", "#c23b22", "h"),
    "xomp_taskflow": Look("XOMP taskflow", "#b8860b", "p"),
    "native": Look("XOMP native", "#a33b00", "*"),
    "serial": Look("serial", "#6b7280", "x"),
}
ORDER = list(LOOKS)


def look(peer):
    return LOOKS.get(peer, Look(str(peer), "#6b7280", "x"))


def rank(peer):
    return ORDER.index(peer) if peer in LOOKS else len(ORDER)


def line_style(compiler):
    return (0, (4, 2)) if compiler == "clang" else "solid"


def label(peer, compiler="", policy="auto"):
    """What tables and pictures call a runtime: "XOMP (gcc)", "XOMP xqueue (clang)"."""
    policy_text = f" {policy}" if peer == "xomp" and policy not in ("", "auto") else ""
    compiler_text = f" ({compiler})" if compiler and peer != "serial" else ""
    return look(peer).label + policy_text + compiler_text
