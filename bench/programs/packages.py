"""Calls packages that bring OpenMP along, in turn, and prints the milliseconds a round of each: packages.py [--rounds N] NAME...

The names are those of `calls`; the last line tells how many threads and how many files of OpenMP runtimes the process has.
"""
import argparse
import statistics
import time

import numpy

generator = numpy.random.default_rng(2)


def scikit_learn():
    from sklearn.metrics import pairwise_distances_argmin
    points, centres = generator.normal(size=(3000, 16)), generator.normal(size=(64, 16))
    return lambda: pairwise_distances_argmin(points, centres)


def boosting():
    from sklearn.ensemble import HistGradientBoostingRegressor
    points = generator.normal(size=(2000, 8))
    model = HistGradientBoostingRegressor(max_iter=5, early_stopping=False).fit(points, points.sum(axis=1))
    return lambda: model.predict(points)


def xgboost():
    import xgboost as package
    points = generator.normal(size=(2000, 10))
    data = package.DMatrix(points, (points.sum(axis=1) > 0).astype(int))
    model = package.train({"objective": "binary:logistic", "tree_method": "hist"}, data, 10)
    return lambda: model.predict(data)


def lightgbm():
    import lightgbm as package
    points = generator.normal(size=(2000, 10))
    target = (points.sum(axis=1) > 0).astype(int)
    model = package.train({"objective": "binary", "verbose": -1}, package.Dataset(points, target), 10)
    return lambda: model.predict(points)


def faiss():
    import faiss as package
    index = package.IndexFlatL2(16)
    index.add(generator.normal(size=(2000, 16)).astype("float32"))
    asked = generator.normal(size=(64, 16)).astype("float32")
    return lambda: index.search(asked, 3)


def healpy():
    import healpy as package
    sky = generator.normal(size=package.nside2npix(16))
    return lambda: package.map2alm(sky, lmax=24, iter=1)


def pykdtree():
    from pykdtree.kdtree import KDTree
    points = generator.normal(size=(4000, 3))
    tree = KDTree(points)
    return lambda: tree.query(points, k=1)


def pyscf():
    from pyscf import gto
    molecule = gto.M(atom="O 0 0 0; H 0.96 0 0; H -0.24 0.93 0", basis="6-31g", verbose=0)
    return lambda: molecule.intor("int2e", aosym="s8")


def numba():
    import numba as package
    package.config.THREADING_LAYER = "omp"

    @package.njit(parallel=True)
    def scaled(values):
        for i in package.prange(values.size):
            values[i] = values[i] * 0.5 + 1

    values = generator.normal(size=100_000)
    scaled(values)
    return lambda: scaled(values)


calls = {call.__name__: call for call in (scikit_learn, boosting, xgboost, lightgbm, faiss, healpy, pykdtree, pyscf, numba)}


def threads_and_runtimes():
    with open("/proc/self/status", encoding="ascii") as status:
        threads = next(int(line.split()[1]) for line in status if line.startswith("Threads"))
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = {line.split()[-1] for line in maps if len(line.split()) == 6}
    names = [file.rpartition("/")[2] for file in files]
    return threads, sum(name.startswith(("libgomp", "libomp.", "libiomp5.")) for name in names)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("names", nargs="+", choices=list(calls))
    arguments = parser.parse_args()
    ready = {name: calls[name]() for name in arguments.names}
    spent = {name: [] for name in ready}
    for _ in range(arguments.rounds):
        for name, call in ready.items():
            start = time.perf_counter()
            call()
            spent[name].append(time.perf_counter() - start)
    for name, seconds in spent.items():
        print(name, f"{statistics.median(seconds) * 1e3:.4f} {statistics.mean(seconds) * 1e3:.4f}")
    print("threads", *threads_and_runtimes())


main()
