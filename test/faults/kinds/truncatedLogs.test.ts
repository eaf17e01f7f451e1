import { describe, expect, it } from 'vitest'
import { ask, serveForTests } from '../../support/serving.ts'

const { server } = await serveForTests({ preset: 'latest', blocks: 12 })
const range = { fromBlock: '0x0', toBlock: 'latest' }
const all = await ask<{ blockNumber: string }[]>(server, 'eth_getLogs', range)
const last = Number(all.at(-1)?.blockNumber)

describe('logs are cut', () => {
  it.each([0, 1, all.length - 1])('after %i of them', async (count) => {
    const endpoint = server.endpoint(`count-${count}`)
    endpoint.setFaults([{ fault: { kind: 'truncatedLogs', count } }])
    expect(await ask(endpoint, 'eth_getLogs', range)).toEqual(all.slice(0, count))
    expect(endpoint.faultLog()).toMatchObject([
      { detail: `${all.length - count} logs are missing` },
    ])
  })

  it.each([0, last - 3, last - 1])('after block %i', async (toBlock) => {
    const endpoint = server.endpoint(`block-${toBlock}`)
    endpoint.setFaults([{ fault: { kind: 'truncatedLogs', toBlock } }])
    const kept = all.filter(({ blockNumber }) => Number(blockNumber) <= toBlock)
    expect(kept.length).toBeLessThan(all.length)
    expect(await ask(endpoint, 'eth_getLogs', range)).toEqual(kept)
  })

  it('not if there are no more', async () => {
    const endpoint = server.endpoint('enough')
    endpoint.setFaults([{ fault: { kind: 'truncatedLogs', count: all.length } }])
    expect(await ask(endpoint, 'eth_getLogs', range)).toEqual(all)
    expect(endpoint.faultLog()).toEqual([])
  })
})

it.each([
  [{}, 'want either count or toBlock'],
  [{ count: 1, toBlock: 1 }, 'want either count or toBlock'],
  [{ count: -1 }, 'count'],
])('refuses %j', (fields, problem) => {
  const fault = { kind: 'truncatedLogs', ...fields } as never
  expect(() => server.endpoint('wrong').setFaults([{ fault }])).toThrow(problem)
})

it('is refused for methods that return no logs', () => {
  const rule = { methods: 'eth_chainId', fault: { kind: 'truncatedLogs', count: 1 } } as const
  expect(() => server.endpoint('wrong').setFaults([rule])).toThrow('eth_chainId')
})
