import { expect, test } from 'vitest'
import { FaultLog, type InjectedFault } from '../../src/faults/faultLog.ts'

const entry: InjectedFault = {
  key: 'dev',
  call: 1,
  method: 'eth_chainId',
  transport: 'http',
  rule: 0,
  kind: 'null',
  detail: 'null',
}

test('keeps at most 10,000 entries', () => {
  const log = new FaultLog()
  for (let call = 1; call <= 10_002; call++) log.add({ ...entry, call })
  expect(log.entries).toHaveLength(10_000)
  expect([log.entries[0]?.call, log.entries.at(-1)?.call, log.dropped]).toEqual([3, 10_002, 2])
  log.clear()
  expect([log.entries, log.dropped]).toEqual([[], 0])
})

test('truncates long params and details', () => {
  const log = new FaultLog()
  const long = 'x'.repeat(2000)
  log.add({ ...entry, params: [long], detail: `another for ${long}` })
  const [first] = log.entries
  expect(first?.params).toBe(`["${'x'.repeat(998)}…`)
  expect(first?.detail).toMatch(/^another for x{188}…$/)
})

test('keeps a copy of params', () => {
  const log = new FaultLog()
  const params = [{ blockHash: '0x1' }]
  log.add({ ...entry, params })
  ;(params[0] as { blockHash: string }).blockHash = '0x2'
  expect(log.entries[0]?.params).toEqual([{ blockHash: '0x1' }])
})

const circular: unknown[] = []
circular.push(circular)

test.each([
  [[1n], ['1n']],
  [circular, 'no JSON'],
  [() => 1, 'no JSON'],
])('accepts params that are not JSON: case %#', (params, logged) => {
  const log = new FaultLog()
  log.add({ ...entry, params })
  expect(log.entries[0]?.params).toEqual(logged)
})
