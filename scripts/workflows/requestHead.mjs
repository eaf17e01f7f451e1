// Fails if the server that the action has started is not at this block, at the addresses of its outputs and variables.
const [wanted] = process.argv.slice(2)
for (const name of ['OUTPUT', 'ETH_RPC_URL']) {
  const response = await fetch(process.env[name], {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
  })
  const { result } = await response.json()
  console.log(`${name} is ${process.env[name]}, at block ${result}`)
  if (result !== wanted) process.exitCode = 1
}
