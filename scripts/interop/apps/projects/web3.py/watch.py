"""Polls filters with web3.py: watch.py HTTP_URL. Prints `ready` when they exist, polls them until it reads a line,
then polls once more and prints what they returned as JSON: the logs, and the hashes of blocks."""

import json
import select
import sys

from web3 import Web3

w3 = Web3(Web3.HTTPProvider(sys.argv[1]))
log_filter = w3.eth.filter({})
block_filter = w3.eth.filter("latest")
logs, blocks = [], []
print("ready", flush=True)


def poll():
    for log in log_filter.get_new_entries():
        logs.append([log["blockHash"].to_0x_hex(), log["logIndex"], log["removed"]])
    blocks.extend(each.to_0x_hex() for each in block_filter.get_new_entries())


while not select.select([sys.stdin], [], [], 0.01)[0]:
    poll()
poll()
ended = [w3.eth.uninstall_filter(each.filter_id) for each in (log_filter, block_filter)]
print(json.dumps({"logs": logs, "blocks": blocks, "ended": ended}), flush=True)
