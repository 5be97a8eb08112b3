"""scikit-learn's parallel kernels: nearest centres, boosted histograms, nearest neighbours; and threadpoolctl's hold on them."""
import numpy
import threadpoolctl
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.neighbors import KNeighborsClassifier

generator = numpy.random.default_rng(3)
points = generator.normal(size=(4000, 12))
target = points @ generator.normal(size=12) + numpy.sin(points[:, 0] * 3)


def openmp_pools():
    return [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "openmp"]


def main():
    clusters = KMeans(n_clusters=9, n_init=2, random_state=0).fit(points)
    print(f"k-means {clusters.inertia_:.6f}", *numpy.bincount(clusters.labels_))
    forest = HistGradientBoostingRegressor(max_iter=40, random_state=0).fit(points, target)
    print(f"boosting {forest.score(points, target):.6f} {forest.predict(points[:9]).sum():.6f}")
    neighbours = KNeighborsClassifier(5, algorithm="brute").fit(points, target > 0)
    print("neighbours", neighbours.predict(points[:500]).sum())
    with threadpoolctl.threadpool_limits(1):
        print("limited to one:", all(pool["num_threads"] == 1 for pool in openmp_pools()), len(openmp_pools()) > 0)


main()
