const { createChain, exportChain, loadChain, OmmerError, playScenario, serve } = require('ommer')
const { mkdtempSync, rmSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')

// Jest with its default configuration, except for the set-up that `suite.test.js` needs.

describe('a chain and its server', () => {
  let chain
  let server
  beforeAll(async () => {
    chain = await createChain({ seed: 'jest', blocks: 12 })
    server = await serve(chain, { port: 0, control: true })
  })
  afterAll(() => server.close())

  test('respond over HTTP and in process', async () => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' }),
    })
    expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0xc' })
    expect(await server.request({ method: 'eth_blockNumber' })).toBe('0xc')
    expect(await server.request({ method: 'rpc.discover' })).toHaveProperty('openrpc')
  })

  test('move, and apply faults', async () => {
    const endpoint = server.endpoint('moved')
    expect(await endpoint.reorg({ depth: 2 })).toHaveLength(3)
    endpoint.setFaults([{ times: 1, fault: { kind: 'null' } }])
    expect(await endpoint.request({ method: 'eth_chainId' })).toBeNull()
    expect(endpoint.faultLog()).toHaveLength(1)
  })

  test('are written to disk and read back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ommer-jest-'))
    await exportChain(chain, join(folder, 'chain'), { format: 'hive' })
    const loaded = await loadChain(join(folder, 'chain'))
    expect(loaded.head.hash).toBe(chain.head.hash)
    expect((await createChain({ blocks: 2 }, { cache: folder })).head.header.number).toBe(2)
    const again = await createChain({ blocks: 2 }, { cache: folder })
    await again.extend(1)
    expect(again.head.header.number).toBe(3)
    rmSync(folder, { recursive: true })
  })

  test('throw errors that are instances of their classes', async () => {
    const error = await createChain({ blocks: -1 }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(OmmerError)
    expect(error).toBeInstanceOf(Error)
    expect(error.code).toBe('INVALID_SPEC')
  })
})

test('a scenario from the package', async () => {
  const file = require.resolve('ommer/scenarios/three-block-reorg.yaml')
  const scenario = await playScenario(file, { port: 0 })
  await scenario.finish()
  expect(scenario.truth()).toHaveLength(15)
  await scenario.close()
})
