"""Trains a LightGBM model; the same bits whatever the number of threads, as its documentation promises for deterministic=true."""
import lightgbm
import numpy

generator = numpy.random.default_rng(4)
points = generator.normal(size=(6000, 20))
target = (points[:, :5].sum(axis=1) + generator.normal(size=6000) > 0).astype(int)
settings = {"objective": "binary", "verbose": -1, "deterministic": True, "force_row_wise": True, "num_leaves": 31, "seed": 1}
model = lightgbm.train(settings, lightgbm.Dataset(points, target), 60)
print(f"{model.predict(points).sum():.9f} {model.predict(points[:7]).tolist()}")
