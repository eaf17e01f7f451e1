"""Runs every export of ethereum-etl, and prints the rows as JSON: run.py URL LAST_BLOCK"""

import csv
import inspect
import json
import logging
import os
import sys
import tempfile

# Its dependency parsimonious 0.8 imports a function that Python 3.11 has removed.
if not hasattr(inspect, "getargspec"):
    inspect.getargspec = inspect.getfullargspec

from ethereumetl.cli import cli  # noqa: E402

logging.disable(logging.CRITICAL)
csv.field_size_limit(sys.maxsize)
url, last_block = sys.argv[1:]
results = {}


def run(*args):
    cli.main(args=[*args], standalone_mode=False)


def rows_of(path):
    if path.endswith(".json"):
        with open(path) as file:
            return [json.loads(line) for line in file]
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def export(command, *args, **outputs):
    """Runs a command; its outputs are the options and the files of the results."""
    options = [part for option, path in outputs.items() for part in (f"--{option.replace('_', '-')}", path)]
    try:
        run(command, *args, *options)
        for path in outputs.values():
            results[path] = rows_of(path)
    except BaseException as error:
        for path in outputs.values():
            results[path] = {"error": f"{type(error).__name__}: {error}"}


os.chdir(tempfile.mkdtemp())
node = ["--provider-uri", url]
blocks = ["--start-block", "0", "--end-block", last_block]

export("export_blocks_and_transactions", *blocks, *node, blocks_output="blocks.csv", transactions_output="transactions.csv")
run("extract_csv_column", "-i", "transactions.csv", "-c", "hash", "-o", "hashes.txt")
export("export_receipts_and_logs", "-t", "hashes.txt", *node, receipts_output="receipts.csv", logs_output="logs.csv")
export("extract_token_transfers", "-l", "logs.csv", output="extracted_token_transfers.csv")
export("export_token_transfers", *blocks, *node, output="token_transfers.csv")
with open("receipts.csv") as receipts, open("addresses.txt", "w") as addresses:
    created = [row["contract_address"] for row in csv.DictReader(receipts)]
    addresses.write("\n".join(address for address in created if address))
export("export_contracts", "-ca", "addresses.txt", *node, output="contracts.csv")
with open("tokens.txt", "w") as addresses:
    tokens = {row["token_address"] for row in results["extracted_token_transfers.csv"]}
    addresses.write("\n".join(sorted(tokens)))
export("export_tokens", "-t", "tokens.txt", *node, output="tokens.csv")
export("export_traces", *blocks, *node, output="traces.csv")
export("extract_contracts", "-t", "traces.csv", output="extracted_contracts.csv")
# geth traces every block but genesis.
export("export_geth_traces", "--start-block", "1", "--end-block", last_block, *node, output="geth_traces.json")
export("extract_geth_traces", "-i", "geth_traces.json", output="extracted_geth_traces.csv")
json.dump(results, sys.stdout)
