"""Reads state, calls and fees with web3.py: read.py HTTP_URL ACCOUNT TOKEN BLOCK..., and prints them as one JSON array."""

import json
import sys

from web3 import Web3

url, account, token = sys.argv[1:4]
w3 = Web3(Web3.HTTPProvider(url))
account, token = Web3.to_checksum_address(account), Web3.to_checksum_address(token)


def view(name, inputs, output):
    return {
        "name": name,
        "type": "function",
        "stateMutability": "view",
        "inputs": [{"name": "", "type": each} for each in inputs],
        "outputs": [{"name": "", "type": output}],
    }


abi = [view("name", [], "string"), view("symbol", [], "string"), view("balanceOf", ["address"], "uint256")]
contract = w3.eth.contract(address=token, abi=abi)


def read(block):
    history = w3.eth.fee_history(4, block, [50])
    return {
        "balance": str(w3.eth.get_balance(account, block)),
        "nonce": w3.eth.get_transaction_count(account, block),
        "code": w3.eth.get_code(token, block).to_0x_hex(),
        "storage": str(int.from_bytes(w3.eth.get_storage_at(token, 2, block))),
        "name": contract.functions.name().call(block_identifier=block),
        "symbol": contract.functions.symbol().call(block_identifier=block),
        "tokenBalance": str(contract.functions.balanceOf(account).call(block_identifier=block)),
        "transferGas": str(w3.eth.estimate_gas({"from": account, "to": account, "value": 1}, block)),
        "baseFees": [str(each) for each in history["baseFeePerGas"]],
        "tip": str(w3.eth.max_priority_fee),
        "gasPrice": str(w3.eth.gas_price),
    }


print(json.dumps([read(int(block)) for block in sys.argv[4:]]))
