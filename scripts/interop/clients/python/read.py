"""Reads all of a chain with web3.py: read.py HTTP_URL WS_URL HEAD HEADS_TO_COME.

It writes a line when it has subscribed, and one when all is read.
"""

import asyncio
import json
import sys
from collections import Counter

from hexbytes import HexBytes
from web3 import AsyncWeb3, Web3, WebSocketProvider

http_url, ws_url, head, heads_to_come = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
w3 = Web3(Web3.HTTPProvider(http_url))
failures = Counter()
report = {"event": "read", "blocks": 0, "transactions": 0, "uncles": 0, "logs": False, "pending": False, "heads": 0}


def require(is_so, problem):
    if not is_so:
        raise ValueError(problem)


def read_block(number, parent):
    block = w3.eth.get_block(number, full_transactions=True)
    receipts = w3.eth.get_block_receipts(number)
    require(block.number == number, "another block was answered")
    require(parent is None or block.parentHash == parent.hash, "it is not the child of the one before")
    require(w3.eth.get_block(block.hash).hash == block.hash, "its hash names another block")
    require(len(receipts) == len(block.transactions), "there are not as many receipts as transactions")
    for index, (transaction, receipt) in enumerate(zip(block.transactions, receipts)):
        require(transaction.blockHash == block.hash, "a transaction is of another block")
        require(transaction.transactionIndex == index, "a transaction is at another index")
        require(receipt.transactionHash == transaction.hash, "a receipt is of another transaction")
        require(w3.eth.get_transaction(transaction.hash) == transaction, "a transaction is another by its hash")
    if has_uncles:
        for index, uncle_hash in enumerate(block.uncles):
            uncle = w3.eth.get_uncle_by_block(number, index)
            require(HexBytes(uncle["hash"]) == uncle_hash, "an uncle has another hash")
    return block, receipts


def attempt(read):
    try:
        return read()
    except Exception as error:
        failures[f"{type(error).__name__}: {error}".splitlines()[0]] += 1
        return None


async def read_heads():
    async with AsyncWeb3(WebSocketProvider(ws_url)) as client:
        await client.eth.subscribe("newHeads")
        print(json.dumps({"event": "subscribed"}), flush=True)
        last = None
        async for message in client.socket.process_subscriptions():
            new = message["result"]
            require(last is None or new["parentHash"] == last["hash"], "a head is not the child of the one before")
            last = new
            report["heads"] += 1
            if report["heads"] == heads_to_come:
                return


has_uncles = hasattr(w3.eth, "get_uncle_by_block")  # web3.py 8 has no methods for uncles any more
block, log_count = None, 0
for number in range(head + 1):
    found = attempt(lambda: read_block(number, block))
    if found is None:
        block = None
        continue
    block, receipts = found
    report["blocks"] += 1
    report["transactions"] += len(block.transactions)
    if has_uncles:
        report["uncles"] += len(block.uncles)
    log_count += sum(len(receipt.logs) for receipt in receipts)
logs = attempt(lambda: w3.eth.get_logs({"fromBlock": 0, "toBlock": head}))
report["logs"] = logs is not None and len(logs) == log_count
pending = attempt(lambda: w3.eth.get_block("pending", full_transactions=True))
report["pending"] = pending is not None and pending.parentHash == w3.eth.get_block(head).hash
attempt(lambda: asyncio.run(read_heads()))
print(json.dumps({**report, "failures": failures}))
