import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { CallMemory } from '../../../src/endpoint/activity/callMemory.ts'
import { addSentCalls, sentCall } from '../../../src/endpoint/copies/sentCalls.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { timelineJson } from '../../../src/rpc/timelineJson.ts'

const chain = await createChain({ seed: 'calls', blocks: 0 })

it('counts calls, with their answers or the length of long ones', async () => {
  const timeline = { memory: new CallMemory(), bytesMax: 1_000_000 }
  const endpoint = new Endpoint('a', chain, { timeline })
  const details = { transport: 'http', began: performance.now(), milliseconds: 0.25 } as const
  const long = Buffer.from(`"result":"${'x'.repeat(5000)}"}`)
  const calls = [
    sentCall('eth_chainId', undefined, 'ok', { ...details, answer: '"result":"0x1"}' }),
    sentCall('eth_getLogs', [{ address: '0x1' }], 'LIMIT', { ...details, answer: long }),
    sentCall('eth_none', [], 'NOTIFICATION', details),
  ]
  const newest = JSON.stringify(calls.map(({ call }) => call))
  addSentCalls(endpoint, { counts: {}, newest })
  expect(endpoint.activity.counts).toEqual({ eth_chainId: 1, eth_getLogs: 1, eth_none: 1 })
  expect(await endpoint.activity.received({ count: 3 }, {})).toEqual([
    { method: 'eth_chainId', call: 1, outcome: 'ok' },
    { method: 'eth_getLogs', params: [{ address: '0x1' }], call: 1, outcome: 'LIMIT' },
    { method: 'eth_none', params: [], call: 1, outcome: 'NOTIFICATION' },
  ])
  const entries = [1, 2, 3].map((sequence) =>
    JSON.parse(timelineJson(endpoint.activity.timeline?.get(sequence) as never, true)),
  )
  expect(entries).toMatchObject([
    { answerLength: 15, answer: { result: '0x1' }, milliseconds: 0.25, transport: 'http' },
    { answerLength: 5012 },
    { answerLength: 0 },
  ])
  for (const entry of entries.slice(1)) {
    expect(entry).not.toHaveProperty('answer')
    expect(entry).not.toHaveProperty('answerText')
  }
})

it('counts calls of which it knows only the method as older than the others', async () => {
  const timeline = { memory: new CallMemory(), bytesMax: 1_000_000 }
  const { activity } = new Endpoint('a', chain, { timeline })
  const details = { transport: 'http', began: performance.now(), milliseconds: 0.25 } as const
  activity.addCall('eth_chainId', [], 'ok', details)
  const { call } = sentCall('eth_chainId', [], 'ok', details)
  const calls = { counts: { eth_chainId: 4, eth_getLogs: 2 }, newest: JSON.stringify([call]) }
  addSentCalls({ activity } as Endpoint, calls)
  expect(activity.counts).toEqual({ eth_chainId: 6, eth_getLogs: 2 })
  const since = { eth_chainId: 5 }
  expect(await activity.received({ method: 'eth_chainId', since }, {})).toEqual([
    { method: 'eth_chainId', params: [], call: 6, outcome: 'ok' },
  ])
  expect(activity.timeline).toMatchObject({ first: 8, last: 8 })
})

it('leaves out params that are too long to be kept', () => {
  const details = { transport: 'http', began: 0, milliseconds: 1 } as const
  const { call, bytes } = sentCall('eth_getLogs', ['x'.repeat(100_000)], 'ok', details)
  expect(call[1]).toBeUndefined()
  expect(bytes).toBeLessThan(1000)
})
