"""Data sets: solved deals and played matches as Parquet, reproducible from a seed to the byte.

A data set is a folder with a card (``README.md``), metadata in the Croissant format
(``croissant.json``), the plan it was made by (``plan.json``) and shards of its tables.
``docs/data.md`` documents all of them.
"""

from oddtrick.datasets.dataset_check import check_dataset
from oddtrick.datasets.dataset_generation import generate_dataset
from oddtrick.datasets.plan import DatasetPlan, read_game

__all__ = ["DatasetPlan", "check_dataset", "generate_dataset", "read_game"]
