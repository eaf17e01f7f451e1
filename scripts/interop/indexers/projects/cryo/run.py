"""Collects data sets with cryo, and prints their rows as JSON: run.py URL LAST_BLOCK DATA_SET..."""

import json
import sys

import cryo

url, last_block, *data_sets = sys.argv[1:]
results = {}
for data_set in data_sets:
    # geth traces every block but genesis.
    first_block = 1 if data_set.startswith("geth_") else 0
    options = {"rpc": url, "blocks": [f"{first_block}:{int(last_block) + 1}"], "hex": True, "verbose": False, "include_columns": ["all"]}
    try:
        results[data_set] = cryo.collect(data_set, output_format="list", **options)
    except BaseException as error:
        results[data_set] = {"error": f"{type(error).__name__}: {error}"}
json.dump(results, sys.stdout, default=str)
