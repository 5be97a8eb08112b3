"""pykdtree: neighbours of many points."""
import numpy
from pykdtree.kdtree import KDTree

generator = numpy.random.default_rng(8)
points = generator.normal(size=(60_000, 3))
distances, found = KDTree(points).query(points[::3] + 0.001, k=4)
print(found.sum(), f"{distances.sum():.9f}")
