import { beforeAll, describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { ways } from '../../support/ways.ts'

interface Log {
  readonly blockNumber: string
  readonly blockHash: string
  readonly logIndex: string
  readonly removed: boolean
}

const METHOD = 'eth_getFilterChanges'

let server: Server
beforeAll(async () => {
  const chain = await createChain({ seed: 'polled3', blocks: 24, preset: 'latest' })
  server = await serve(chain, { port: 0 })
  return () => server.close()
})

let count = 0

/** An endpoint with two filters of the same logs, of which only one is polled with faults, and one of blocks. */
async function make() {
  const endpoint = server.endpoint(`polled-${count++}`, { head: 16 })
  const call = async <Result>(method: string, ...params: unknown[]) =>
    (await endpoint.request({ method, params })) as Result
  const [id, correct] = [
    await call<string>('eth_newFilter', {}),
    await call<string>('eth_newFilter', {}),
  ]
  const blocks = await call<string>('eth_newBlockFilter')
  const poll = (filter = id) => call<Log[]>(METHOD, filter)
  return { endpoint, call, id, blocks, poll, pollCorrect: () => poll(correct) }
}

/** The next call has a fault. */
function failOnce(endpoint: ServedEndpoint, fault: Fault): void {
  endpoint.setFaults([{ methods: METHOD, times: 1, fault }])
}

describe('a poll', () => {
  test.each(ways)('that a fault refuses loses nothing ($way)', async ({ ask }) => {
    const { endpoint, id, pollCorrect } = await make()
    await endpoint.mine(8)
    failOnce(endpoint, { kind: 'rateLimit' })
    await ask(endpoint, METHOD, [id]).catch(() => {})
    expect(await ask(endpoint, METHOD, [id])).toEqual({ result: await pollCorrect() })
    expect(endpoint.faultLog()).toMatchObject([{ kind: 'rateLimit' }])
  })

  test.each(ways)(
    'of a stale replica leaves the newest blocks to the next poll ($way)',
    async ({ ask }) => {
      const { endpoint, id, blocks, pollCorrect } = await make()
      await endpoint.mine(6)
      await endpoint.reorg({ depth: 4, length: 8, force: true })
      const head = endpoint.head.number
      endpoint.setFaults([{ methods: METHOD, times: 2, fault: { kind: 'staleHead', blocks: 3 } }])
      const polled = await ask(endpoint, METHOD, [id])
      const hashes = await ask(endpoint, METHOD, [blocks])
      expect(endpoint.faultLog()).toMatchObject([
        { call: 1, detail: `head ${head - 3}` },
        { call: 2, detail: `head ${head - 3}` },
      ])
      const all = await pollCorrect()
      const early = all.filter(({ blockNumber }) => Number(blockNumber) <= head - 3)
      expect(early.some(({ removed }) => removed)).toBe(true)
      expect(early.length).toBeLessThan(all.length)
      expect(polled).toEqual({ result: early })
      expect(hashes).toHaveProperty('result.length', 11)
      expect(await ask(endpoint, METHOD, [id])).toEqual({ result: all.slice(early.length) })
      expect(await ask(endpoint, METHOD, [blocks])).toHaveProperty('result.length', 3)
    },
  )

  test('of a stale replica counts no fault where nothing is new', async () => {
    const { endpoint, poll } = await make()
    failOnce(endpoint, { kind: 'staleHead', blocks: 3 })
    expect(await poll()).toEqual([])
    expect(endpoint.faultLog()).toEqual([])
  })

  test('misses a log that a corruption removes', async () => {
    const { endpoint, poll, pollCorrect } = await make()
    await endpoint.mine(8)
    failOnce(endpoint, { kind: 'corrupt', what: 'missingLog' })
    const [polled, correct] = [await poll(), await pollCorrect()]
    expect(correct).toEqual(expect.arrayContaining(polled))
    expect(polled).toHaveLength(correct.length - 1)
    expect(await poll()).toEqual([])
  })

  test('has removed logs that are corrupted', async () => {
    const { endpoint, poll, pollCorrect } = await make()
    await endpoint.mine(8)
    await poll()
    await pollCorrect()
    await endpoint.rollback(8)
    failOnce(endpoint, { kind: 'corrupt', field: '[0].removed', value: false })
    const [polled, correct] = [await poll(), await pollCorrect()]
    expect(correct.every(({ removed }) => removed)).toBe(true)
    expect(polled).toEqual(correct.map((log, index) => ({ ...log, removed: index !== 0 })))
  })

  test('is lost with its answer', async () => {
    const { endpoint, poll } = await make()
    await endpoint.mine(8)
    failOnce(endpoint, { kind: 'reset', when: 'midAnswer' })
    await expect(poll()).rejects.toThrow()
    expect(await poll()).toEqual([])
  })
})

test('all logs of a filter can be those of a stale replica', async () => {
  const { endpoint, call } = await make()
  const id = await call<string>('eth_newFilter', { fromBlock: '0x1' })
  const all = await call<Log[]>('eth_getFilterLogs', id)
  endpoint.setFaults([{ methods: 'eth_getFilterLogs', fault: { kind: 'staleHead', blocks: 4 } }])
  expect(await call('eth_getFilterLogs', id)).toEqual(
    all.filter(({ blockNumber }) => Number(blockNumber) <= 12),
  )
})
