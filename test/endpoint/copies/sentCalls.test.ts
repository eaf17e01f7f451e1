import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { CallMemory } from '../../../src/endpoint/activity/callMemory.ts'
import { addSentCalls, writeCall } from '../../../src/endpoint/copies/sentCalls.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { timelineJson } from '../../../src/rpc/timelineJson.ts'

const chain = await createChain({ seed: 'calls', blocks: 0 })

it('counts calls, with their answers or the length of long ones', async () => {
  const timeline = { memory: new CallMemory(), bytesMax: 1_000_000 }
  const endpoint = new Endpoint('a', chain, { timeline })
  const details = { transport: 'http', began: performance.now(), milliseconds: 0.25 } as const
  const long = Buffer.from(`"result":"${'x'.repeat(5000)}"}`)
  const calls = [
    writeCall('eth_chainId', undefined, 'ok', { ...details, answer: '"result":"0x1"}' }),
    writeCall('eth_getLogs', [{ address: '0x1' }], 'LIMIT', { ...details, answer: long }),
    writeCall('eth_none', [], 'NOTIFICATION', details),
  ]
  addSentCalls(endpoint, `[${calls.join()}]`)
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
