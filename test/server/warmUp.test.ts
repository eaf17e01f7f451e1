import { expect, it } from 'vitest'
import { createChain } from '../../src/createChain.ts'
import { createFork } from '../../src/createFork.ts'
import { serve } from '../../src/serve.ts'
import { warmUp } from '../../src/server/serve.ts'

const spec = { seed: 'warm', blocks: 0, preset: 'latest' } as const
const CREATION = '0x6001600055600160005360016000f3'

async function metricsOf(url: string): Promise<string[]> {
  const response = await fetch(new URL('/metrics', url), { headers: { connection: 'close' } })
  return (await response.text()).split('\n')
}

it('starts a thread, and leaves nothing that a client can see', async () => {
  const chain = await createChain(spec)
  const server = await serve(chain, { port: 0, dev: true })
  try {
    const before = await metricsOf(server.url)
    await warmUp(server)
    const after = await metricsOf(server.url)
    const isOfWork = (line: string) => /^ommer_(?!requests|request_|memory|event)/.test(line)
    const changed = after.filter((line) => isOfWork(line) && !before.includes(line))
    expect(changed).toEqual([expect.stringMatching(/^ommer_call_threads 1$/)])
    expect(chain.tree.blocksAt(1)).toEqual([])
    const [{ address }] = chain.accounts as [(typeof chain.accounts)[0]]
    const params = [{ from: address, data: CREATION }]
    const hash = await server.request({ method: 'eth_sendTransaction', params })
    const receipt = await server.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    expect(receipt).toMatchObject({ blockNumber: '0x1', transactionIndex: '0x0', status: '0x1' })
  } finally {
    await server.close()
  }
})

it('ends with its server', async () => {
  const server = await serve(await createChain(spec), { port: 0, dev: true })
  const warmed = warmUp(server)
  await server.close()
  // It may have been refused what it still needed.
  expect(await Promise.allSettled([warmed])).toHaveLength(1)
})

it('does nothing for a server to which nothing can be sent', async () => {
  const server = await serve(await createChain(spec), { port: 0 })
  const before = await metricsOf(server.url)
  await warmUp(server)
  const threads = (lines: string[]) => lines.filter((line) => line.startsWith('ommer_call_threads'))
  expect(threads(await metricsOf(server.url))).toEqual(threads(before))
  await server.close()
})

it('starts a thread for a fork, and asks nothing of its network', async () => {
  const network = await serve(await createChain({ ...spec, blocks: 2 }), { port: 0 })
  const mnemonic = 'test test test test test test test test test test test junk'
  const fork = await createFork({ rpc: network.url, spec: { mnemonic } })
  const server = await serve(fork, { port: 0, dev: true })
  const before = network.receivedCounts()
  await warmUp(server)
  expect(network.receivedCounts()).toEqual(before)
  expect(await metricsOf(server.url)).toContain('ommer_call_threads 1')
  await server.close()
  await network.close()
})
