"""Moves an endpoint with web3.py's testing module: moves.py HTTP_URL, and prints [move, number, time] after each as JSON."""

import json
import sys

from web3 import Web3

w3 = Web3(Web3.HTTPProvider(sys.argv[1]))
found = []


def read(what):
    block = w3.eth.get_block("latest")
    found.append([what, block["number"], block["timestamp"]])


read("start")
w3.testing.mine()
read("mine")
snapshot = w3.testing.snapshot()
w3.testing.mine(3)
read("mine 3")
w3.testing.revert(snapshot)
read("revert")
w3.testing.timeTravel(w3.eth.get_block("latest")["timestamp"] + 5000)
w3.testing.mine()
read("timeTravel")
w3.testing.reset()
read("reset")
print(json.dumps(found))
