import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Block } from '../src/chain/encoding/block.ts'
import type { FaultRule } from '../src/faults/faultRule.ts'
import { serveForTests } from './support/serving.ts'

// Each rule of docs/symptoms.md is set, and must change an answer of the method that it names.

const page = readFileSync('docs/symptoms.md', 'utf8')

/** The rules of the page, as they are printed. */
const printed = [...page.matchAll(/`(\{ (?:methods|fault): .*? \} \})`/g)].map(
  ([, code]) => code as string,
)

const { server, chain } = await serveForTests(
  { seed: 'symptoms', blocks: 12, preset: 'pow' },
  { methods: 'all', callTimeout: 0 },
)

const block = () => chain.blockByNumber(12) as Block

/** What the client asks, by method; by default it asks which chain it is. */
const questions: Readonly<Record<string, (rule: FaultRule, number: string) => readonly unknown[]>> =
  {
    eth_getLogs: () => [{ fromBlock: '0x0', toBlock: 'latest' }],
    eth_getBlockByNumber: ({ fault }, number) =>
      fault.kind === 'staleHead' ? ['latest', true] : [number, true],
    eth_getBlockReceipts: (_, number) => [number],
    eth_getTransactionReceipt: () => [block().transactions[0]?.hash],
    trace_block: (_, number) => [number],
    eth_blockNumber: () => [],
  }

let count = 0

describe.each(printed)('%s', (code) => {
  const rule = new Function(`return ${code}`)() as FaultRule & { readonly methods?: string }
  // Over a WebSocket only: its own tests have them.
  const isOfSockets =
    rule.methods === 'eth_subscription' ||
    ['socketClosed', 'lastHeadOnly'].includes(rule.fault.kind)

  test('is a rule', () => {
    expect(() => server.endpoint(`rule-${count++}`, { faults: [rule] })).not.toThrow()
  })

  test.skipIf(isOfSockets)('changes an answer', async () => {
    const endpoint = server.endpoint(`effect-${count++}`, { faults: [rule] })
    const method = rule.methods ?? 'eth_chainId'
    // Some apply to one call in two, and some to no block but those with what they change.
    for (let number = 1; number <= 12; number++) {
      const params = questions[method]?.(rule, `0x${number.toString(16)}`) ?? []
      await endpoint.request({ method, params }).catch(() => {})
    }
    expect(endpoint.faultLog().length).toBeGreaterThan(0)
  })
})

test('the page has a rule or a scenario in most rows', () => {
  const rows = page.split('\n').filter((line) => /^\| (?!symptom|-)/.test(line))
  expect(rows.length).toBe(34)
  expect(printed.length).toBeGreaterThan(30)
})
