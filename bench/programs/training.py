"""Trains a LightGBM model, a program with many short regions: some 80,000 in one to two seconds with two threads. Prints the seconds."""
import sys
import time

import lightgbm
import numpy

rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
generator = numpy.random.default_rng(1)
points = generator.normal(size=(20_000, 30))
target = (points[:, :6].sum(axis=1) + generator.normal(size=20_000) > 0).astype(int)
settings = {"objective": "binary", "verbose": -1, "num_leaves": 63, "seed": 1, "deterministic": True, "force_row_wise": True}
start = time.perf_counter()
model = lightgbm.train(settings, lightgbm.Dataset(points, target), rounds)
seconds = time.perf_counter() - start
print(f"seconds {seconds:.4f} sum {model.predict(points[:1000]).sum():.6f}")
