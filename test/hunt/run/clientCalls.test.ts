import { afterAll, beforeAll, expect, it } from 'vitest'
import { createChain } from '../../../src/createChain.ts'
import { ClientCalls } from '../../../src/hunt/run/clientCalls.ts'
import { serve } from '../../../src/serve.ts'
import type { Server } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { post } from '../../support/transports.ts'

let server: Server
beforeAll(async () => {
  server = await serve(await createChain({ blocks: 3 }), { port: 0 })
})
afterAll(() => server.close())

const receipts = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockReceipts', params: ['0x2'] }
const poll = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }

/** How many calls without progress there were after each of these requests. */
async function idleAfter(endpoint: ServedEndpoint, requests: readonly object[]): Promise<number[]> {
  const calls = new ClientCalls([endpoint])
  const idle: number[] = []
  for (const request of requests) {
    await (await post(endpoint.url, JSON.stringify(request))).text()
    idle.push(calls.idle)
  }
  calls.close()
  return idle
}

it('counts polls and repeated calls as idle, and new ones and the first as work', async () => {
  const endpoint = await server.endpoint('repeating')
  const requests = [poll, poll, receipts, poll, receipts, { ...receipts, params: ['0x3'] }]
  expect(await idleAfter(endpoint, requests)).toEqual([0, 1, 0, 1, 2, 0])
})

it('counts repeated calls as work while they meet faults, but not for ever', async () => {
  const endpoint = await server.endpoint('faulty')
  endpoint.setFaults([{ fault: { kind: 'null' }, methods: ['eth_getBlockReceipts'] }])
  const idle = await idleAfter(
    endpoint,
    Array.from({ length: 103 }, () => receipts),
  )
  expect(idle).toEqual([...Array.from({ length: 100 }, () => 0), 1, 2, 3])
})

it('counts pauses anew once they were asked for', async () => {
  const endpoint = await server.endpoint('pauses')
  const calls = new ClientCalls([endpoint])
  await (await post(endpoint.url, JSON.stringify(receipts))).text()
  const first = calls.takePauses()
  expect(first.longestPause).toBeGreaterThan(0)
  // It had not called before.
  expect(first.longestGap).toBe(0)
  expect(calls.takePauses()).toEqual({ longestPause: 0, longestGap: 0 })
  calls.close()
})
