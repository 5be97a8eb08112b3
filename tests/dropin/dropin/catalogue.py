"""The programs. Each was built by Debian or by the makers of a wheel, for one of the three other runtimes."""
from dropin import inputs
from dropin.program import Program, plain_script, script

OPENBLAS = "/usr/lib/x86_64-linux-gnu/openblas-openmp"
LINEAR_ALGEBRA = {"LD_LIBRARY_PATH": OPENBLAS}


def debian_programs():
    return [
        Program("primecount", "libgomp", ["primecount", "1e13"], debian=("primecount-bin",)),
        Program("openblas", "libgomp", plain_script("openblas.py", f"{OPENBLAS}/libopenblas.so.0"), debian=("libopenblas0-openmp",),
                relative=1e-6),
        Program("fftw", "libgomp", plain_script("fftw.py"), debian=("libfftw3-double3",), relative=1e-9),
        Program("octave", "libgomp", ["octave", "--no-gui", "--norc", "--quiet", str(script("linear_algebra.m")[1])],
                debian=("octave", "libopenblas0-openmp"), environment=LINEAR_ALGEBRA, relative=1e-6),
        Program("r-data.table", "libgomp", ["Rscript", "--vanilla", str(script("data_table.R")[1])],
                debian=("r-base-core", "r-cran-data.table"), relative=1e-9),
        Program("graphicsmagick", "libgomp",
                ["gm", "convert", "../inputs/picture.ppm", "-blur", "0x3", "-resize", "130%", "-rotate", "12", "out.ppm"],
                debian=("graphicsmagick",), inputs=(inputs.picture,), results=("out.ppm",)),
        Program("imagemagick", "libgomp",
                ["convert-im6.q16", "../inputs/picture.ppm", "-blur", "0x2", "-despeckle", "-resize", "70%", "-swirl", "40", "out.ppm"],
                debian=("imagemagick-6.q16",), inputs=(inputs.picture,), results=("out.ppm",)),
        Program("gmic", "libgomp", ["gmic", "-v", "0", "../inputs/picture.ppm", "median", "3", "blur", "2", "output", "out.ppm"],
                debian=("gmic", "graphicsmagick"), inputs=(inputs.picture,), results=("out.ppm",)),
        Program("tesseract", "libgomp", ["tesseract", "../inputs/text.png", "-"], inputs=(inputs.text_picture,),
                debian=("tesseract-ocr", "tesseract-ocr-eng", "graphicsmagick", "fonts-dejavu-core")),
        Program("clustalo", "libgomp", ["clustalo", "-i", "../inputs/protein.fa"], inputs=(inputs.sequences,), debian=("clustalo",)),
        Program("fasttree", "libgomp", ["fasttreeMP", "-nt", "-quiet", "../inputs/dna.fa"], inputs=(inputs.sequences,),
                debian=("fasttree",), relative=1e-3),
        Program("cd-hit", "libgomp", ["cd-hit", "-i", "../inputs/protein.fa", "-o", "out", "-c", "0.5", "-n", "3", "-T", "4"],
                inputs=(inputs.sequences,), debian=("cd-hit",), results=("out", "out.clstr"), printed=False),
        Program("megahit", "libgomp", ["megahit", "-r", "../inputs/reads.fa", "-o", "out", "-t", "4", "--min-count", "2"],
                inputs=(inputs.reads,), debian=("megahit",), printed=False, results=("out/final.contigs.fa",)),
        Program("par2", "libgomp", ["par2", "create", "-q", "-q", "-t4", "-r10", "-s65536", "-B", "../inputs", "out.par2", "../inputs/noise"],
                inputs=(inputs.noise,), debian=("par2",), results=("out.vol0+1.par2",)),
        Program("msgmerge", "libgomp", ["msgmerge", "--quiet", "../inputs/old.po", "../inputs/new.pot"],
                inputs=(inputs.translations,), debian=("gettext",)),
        Program("normaliz", "libgomp", ["sh", "-c", "cp ../inputs/cone.in . && normaliz -x=4 cone"], printed=False,
                inputs=(inputs.cone,), debian=("normaliz-bin",), results=("cone.out",)),
        Program("xtb", "libgomp", ["xtb", "../inputs/water.xyz", "--gfn", "2"], inputs=(inputs.water,), debian=("xtb",),
                keep=r"TOTAL ENERGY|HOMO-LUMO GAP  ", relative=1e-8),
        Program("mopac", "libgomp", ["sh", "-c", "cp ../inputs/water.mop . && mopac water.mop"], printed=False,
                inputs=(inputs.water,), debian=("mopac",), results=("water.out",), keep=r"FINAL HEAT|IONIZATION", relative=1e-7),
        Program("gromacs", "libgomp", ["gmx", "mdrun", "-ntmpi", "1", "-s", "../inputs/water.tpr", "-reprod", "-g", "md.log"],
                inputs=(inputs.water_box,), debian=("gromacs", "gromacs-data"), printed=False, results=("md.log",),
                keep=r"^ +-?\d\.\d{5}e[+-]\d\d( +-?\d\.\d{5}e[+-]\d\d)+ *$", relative=1e-3),
        Program("cdo", "libgomp", ["cdo", "-s", "-P", "4", "-outputf,%.9g", "-fldmean", "-timstd", "-random,r72x36,20"],
                debian=("cdo",), relative=1e-9),
    ]


def pypi_programs():
    return [
        Program("scikit-learn", "bundled libgomp", script("scikit_learn.py"), pypi=("scikit-learn", "threadpoolctl"), relative=1e-5),
        Program("lightgbm", "libgomp", script("lightgbm_training.py"), pypi=("lightgbm",), debian=("libgomp1",), relative=1e-9),
        Program("xgboost", "bundled libgomp", script("xgboost_training.py"), pypi=("--no-deps xgboost", "scipy"), relative=1e-3),
        Program("numba", "libgomp", script("numba_loops.py"), pypi=("numba",), debian=("libgomp1",), relative=1e-9),
        # On import it counts devices through its own libomp's handle, which asks LLVM's offload library and starts nothing.
        Program("pyomp", "bundled libomp", script("pyomp_regions.py"), pypi=("pyomp",), relative=1e-9, by_handle=("omp_get_num_devices",)),
        Program("mkl", "libiomp5", script("mkl_calls.py"), pypi=("mkl", "numpy"), relative=1e-6),
        Program("faiss", "bundled libgomp", script("faiss_search.py"), pypi=("faiss-cpu",), relative=1e-4),
        Program("pykdtree", "bundled libgomp", script("kdtree.py"), pypi=("pykdtree",), relative=1e-9),
        Program("healpy", "bundled libgomp", script("healpix.py"), pypi=("healpy",), relative=1e-7),
        Program("pyscf", "bundled libgomp", script("pyscf_energy.py"), pypi=("pyscf",), relative=1e-7),
    ]


def all_programs():
    return debian_programs() + pypi_programs()
