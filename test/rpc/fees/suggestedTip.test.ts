import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { type Preset, presetNames } from '../../../src/chain/spec/presets.ts'
import type { Server } from '../../../src/server/serve.ts'
import { officialChain, sharedChain } from '../../support/chain.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { sized } from '../../support/sized.ts'

const asked = async (provider: Pick<Server, 'request'>, method: string) =>
  BigInt((await provider.request({ method, params: [] })) as string)

/** The tip that geth samples for a block: the three lowest of at least 2 wei that are not the miner's. */
function sampleOf(chain: Chain, number: number): bigint[] {
  const block = chain.blockByNumber(number)
  if (block === undefined) throw new Error(`there is no block ${number}`)
  const { baseFeePerGas = 0n, miner } = block.header
  return block.receipts
    .filter((_, index) => block.transactions[index]?.from !== miner)
    .map(({ effectiveGasPrice }) => effectiveGasPrice - baseFeePerGas)
    .filter((tip) => tip >= 2n)
    .sort((one, other) => (one < other ? -1 : 1))
    .slice(0, 3)
}

/** What geth suggests, by its description of the oracle: without a sample a block counts as one of a million wei. */
function expectedTip(chain: Chain, head: number): bigint {
  const numbers = Array.from({ length: Math.min(20, head) }, (_, index) => head - index)
  // Goroutines run in this order: the last one that was started, then the others in theirs.
  const last = numbers.pop()
  const waiting = last === undefined ? numbers : [last, ...numbers]
  let next = head - 20
  const found: bigint[] = []
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
    const sample = sampleOf(chain, number)
    if (sample.length === 0) sample.push(1_000_000n)
    if (sample.length === 1 && found.length + 1 + waiting.length < 40 && next > 0) {
      waiting.unshift(next--)
    }
    found.push(...sample)
  }
  found.sort((one, other) => (one < other ? -1 : 1))
  const tip = found[Math.floor(((found.length - 1) * 60) / 100)] ?? 1_000_000n
  return tip > 500n * 10n ** 9n ? 500n * 10n ** 9n : tip
}

describe.each([
  ...sized<readonly Preset[]>(['eras', 'latest'], presetNames).map(
    (preset) => [preset, () => sharedChain({ preset, blocks: 72, seed: 'fees' }), 5] as const,
  ),
  // All tips are below 2 wei.
  ['a chain that geth created', officialChain, 1] as const,
])('the tip suggested in %s', async (_, make, different) => {
  const { server, chain } = await serveForTests(await make())

  test('is that of geth at every head, and the gas price has the base fee', async () => {
    const seen = new Set<bigint>()
    for (let head = 0; head <= chain.tree.head.number; head += 3) {
      const endpoint = server.endpoint(`at-${head}`, { head })
      const tip = await asked(endpoint, 'eth_maxPriorityFeePerGas')
      expect({ head, tip }).toEqual({ head, tip: expectedTip(chain, head) })
      seen.add(tip)
      const baseFee = chain.blockByNumber(head)?.header.baseFeePerGas ?? 0n
      expect(await asked(endpoint, 'eth_gasPrice')).toBe(tip + baseFee)
    }
    expect(seen.size).toBeGreaterThanOrEqual(different)
  })

  test('of genesis is the default', async () => {
    const endpoint = server.endpoint('genesis', { head: 0 })
    expect(await asked(endpoint, 'eth_maxPriorityFeePerGas')).toBe(1_000_000n)
  })
})

describe('the tip that geth 1.17.8 suggests', () => {
  // Asked of geth after it had imported these chains; those in which geth reads more than 20 blocks.
  test.each([
    { preset: 'eras', blocks: 96 },
    { preset: 'pow', blocks: 64 },
    { preset: 'latest', blocks: 64 },
  ] as const)('is suggested for $preset', async (spec) => {
    const server = await serveInTest(await sharedChain({ seed: 'interop', ...spec }))
    expect(await asked(server, 'eth_maxPriorityFeePerGas')).toBe(2_100_000_000n)
  })
})
