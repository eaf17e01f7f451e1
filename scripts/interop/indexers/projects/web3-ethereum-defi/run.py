"""Follows the chain with a reorganisation monitor, and serves what it has read: run.py URL PORT"""

import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

from eth_defi.abi import get_contract
from eth_defi.event_reader.reader import read_events
from eth_defi.event_reader.reorganisation_monitor import JSONRPCReorganisationMonitor
from web3 import HTTPProvider, Web3

url, port = sys.argv[1:]
web3 = Web3(HTTPProvider(url))
web3.middleware_onion.clear()
monitor = JSONRPCReorganisationMonitor(web3, check_depth=10)
monitor.reorg_wait_seconds = 0.2
transfer = get_contract(web3, "ERC20MockDecimals.json").events.Transfer
state = {"head": None, "reorgs": 0, "blocks": [], "events": []}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"head": state["head"]} if self.path == "/head" else state).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def number(value):
    return int(value, 16) if isinstance(value, str) else value


def follow():
    global state
    events, reorgs = [], 0
    while True:
        resolution = monitor.update_chain()
        start, end = resolution.get_read_range()
        reorgs += resolution.reorg_detected
        events = [event for event in events if event["block_number"] < start]
        if start <= end:
            for log in read_events(web3, start, end, events=[transfer], extract_timestamps=None, reorg_mon=monitor):
                event = {name: log[name] for name in ("address", "topics", "data")}
                event |= {"block_number": number(log["blockNumber"]), "block_hash": log["blockHash"]}
                event |= {"transaction_hash": log["transactionHash"], "log_index": number(log["logIndex"])}
                events.append(event)
        blocks = [
            {"number": block.block_number, "hash": block.block_hash, "timestamp": block.timestamp}
            for block in monitor.block_map.values()
        ]
        state = {"head": blocks[-1]["hash"], "reorgs": reorgs, "blocks": blocks, "events": events}
        time.sleep(0.1)


threading.Thread(target=HTTPServer(("127.0.0.1", int(port)), Handler).serve_forever, daemon=True).start()
follow()
