import { expect, it } from 'vitest'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { ask, serveForTests } from '../../support/serving.ts'

const { server } = await serveForTests({ preset: 'latest', blocks: 12 })
const range = { fromBlock: '0x0', toBlock: 'latest' }

/** An endpoint with a rule, and its logs without the rule. */
async function start(key: string, fault: FaultRule['fault']) {
  const endpoint = server.endpoint(key)
  const logs = await ask<{ blockNumber: string }[]>(endpoint, 'eth_getLogs', range)
  expect(logs.length).toBeGreaterThan(3)
  endpoint.setFaults([{ fault }])
  return { endpoint, logs }
}

it('returns no logs where there are some, also of filters, and leaves receipts', async () => {
  const { endpoint, logs } = await start('empty', { kind: 'emptyLogs' })
  const filter = await ask(endpoint, 'eth_newFilter', range)
  expect(await ask(endpoint, 'eth_getLogs', range)).toEqual([])
  expect(await ask(endpoint, 'eth_getFilterLogs', filter)).toEqual([])
  const number = logs[0]?.blockNumber
  const receipts = await ask<{ logs: unknown[] }[]>(endpoint, 'eth_getBlockReceipts', number)
  expect(receipts.flatMap((receipt) => receipt.logs)).not.toEqual([])
  expect(endpoint.faultLog().map(({ detail }) => detail)).toEqual([
    `${logs.length} logs are missing`,
    `${logs.length} logs are missing`,
  ])
})

it('does not count where there is nothing to lose', async () => {
  const { endpoint } = await start('nothing', { kind: 'emptyLogs' })
  const none = { ...range, address: `0x${'12'.repeat(20)}` }
  expect(await ask(endpoint, 'eth_getLogs', none)).toEqual([])
  expect(endpoint.faultLog()).toEqual([])
})
