"""FAISS: nearest vectors by brute force and by an inverted index."""
import faiss
import numpy

generator = numpy.random.default_rng(7)
vectors = generator.normal(size=(20_000, 32)).astype("float32")
asked = vectors[::97] + numpy.float32(0.01)
exact = faiss.IndexFlatL2(32)
exact.add(vectors)
distances, found = exact.search(asked, 5)
print("exact", found[:, 0].sum(), found.sum(), f"{distances.sum():.3f}")
rough = faiss.IndexIVFFlat(faiss.IndexFlatL2(32), 32, 64)
rough.train(vectors)
rough.add(vectors)
rough.nprobe = 64
print("all lists", (rough.search(asked, 5)[1][:, 0] == found[:, 0]).mean())
