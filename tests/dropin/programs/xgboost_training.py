"""Trains an XGBoost model with histograms and predicts with it."""
import numpy
import xgboost

generator = numpy.random.default_rng(5)
points = generator.normal(size=(6000, 20))
target = (points[:, :5].sum(axis=1) + generator.normal(size=6000) > 0).astype(int)
data = xgboost.DMatrix(points, target)
model = xgboost.train({"objective": "binary:logistic", "tree_method": "hist", "max_depth": 6, "seed": 1}, data, 40)
predicted = model.predict(data)
print(f"{predicted.sum():.4f} {((predicted > 0.5) == target).mean():.4f}", *(f"{value:.5f}" for value in predicted[:7]))
