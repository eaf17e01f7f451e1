const { createHash } = require('node:crypto')
const assert = require('node:assert/strict')
const required = require('ommer')
const vitest = require('ommer/vitest')

/** One digest over a chain: its blocks, and the responses about them over the network. */
async function digestOf({ createChain, serve }) {
  const chain = await createChain({ seed: 'two builds', blocks: 16 })
  const hash = createHash('sha256')
  for (const { rlp, receiptsRlp } of chain.tree.blocks) hash.update(rlp).update(receiptsRlp)
  const server = await serve(chain, { port: 0 })
  await server.reorg({ depth: 2 })
  for (const [method, params] of [
    ['eth_getBlockByNumber', ['latest', true]],
    ['eth_getBlockReceipts', ['latest']],
    ['rpc.discover', []],
    ['web3_clientVersion', []],
  ]) {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    hash.update(await response.text())
  }
  hash.update(await (await fetch(new URL('/health', server.url))).text())
  await server.close()
  return hash.digest('hex')
}

/** Runs a loop, which exceeds what a call may do in the main thread. */
async function longCall({ createChain, serve }) {
  const server = await serve(await createChain({ blocks: 1 }), { port: 0, callTimeout: 0 })
  const to = `0x${'e1'.repeat(20)}`
  const overrides = { [to]: { code: '0x5b600056' } }
  const call = { to, gas: '0xf4240' }
  await assert.rejects(
    server.request({ method: 'eth_call', params: [call, 'latest', overrides] }),
    { code: -32000, message: 'out of gas' },
  )
  const metrics = await (await fetch(new URL('/metrics', server.url))).text()
  assert.match(metrics, /^ommer_calls_total\{.*thread="worker".*\} 1$/m)
  await server.close()
}

async function main() {
  const imported = await import('ommer')
  for (const [name, value] of Object.entries(required)) assert.equal(imported[name], value, name)
  const { testEndpoint } = await import('ommer/vitest')
  assert.equal(testEndpoint, vitest.testEndpoint)
  assert.equal(await digestOf(required), await digestOf(imported))
  await longCall(required)

  const classes = Object.entries(required).filter(([name]) => name.endsWith('Error'))
  assert.ok(classes.length > 10)
  for (const [name, { name: ownName }] of classes) assert.equal(ownName, name)
  const error = await required.createChain({ blocks: -1 }).catch((thrown) => thrown)
  const { SpecError, OmmerError, FaultError, ProviderRpcError } = imported
  assert.deepEqual(
    [SpecError, OmmerError, FaultError, ProviderRpcError].map((each) => error instanceof each),
    [true, true, false, false],
  )

  const tearDown = await vitest.ommerSetup({ chain: { blocks: 3 } })()
  assert.equal((await vitest.testEndpoint('mine').head()).number, 3)
  await tearDown()
  const failing = vitest.ommerSetup({ chain: { blocks: -1 } })()
  await assert.rejects(failing, { code: 'INVALID_SPEC', message: /^ommerSetup: blocks: -1 / })
  console.log('passed')
}

void main()
