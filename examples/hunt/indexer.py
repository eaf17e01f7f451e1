# An indexer of logs that is wrong after a reorg, for ommer hunt:
#
#     npx ommer hunt --run 'python3 indexer.py {url} {dir}/rows' --rows 'cat {dir}/rows' --expect logs --weights faults=0,lag=0,restart=0

import json, sys, time, urllib.request

url, path = sys.argv[1:]

def call(method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request)).get("result")

block = 0
while True:
    while block <= int(call("eth_blockNumber"), 16):
        logs = call("eth_getLogs", {"fromBlock": hex(block), "toBlock": hex(block)})
        if logs is None:
            break
        with open(path, "a") as file:
            for log in logs:
                file.write(json.dumps({"block_number": block, "log_index": log["logIndex"]}) + "\n")
        block += 1
    time.sleep(0.02)
