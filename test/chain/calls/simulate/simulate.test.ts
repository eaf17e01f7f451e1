import { describe, expect, it } from 'vitest'
import { simulate } from '../../../../src/chain/calls/simulate/simulate.ts'
import type { BlockCalls, SimulatedCall } from '../../../../src/chain/calls/simulate/simulation.ts'
import type { Chain } from '../../../../src/chain/chain.ts'
import type { Block, Receipt } from '../../../../src/chain/encoding/block.ts'
import { addedHeaderFieldNames } from '../../../../src/chain/encoding/header.ts'
import { forkNames } from '../../../../src/chain/protocol/forks.ts'
import type { ChainSpec } from '../../../../src/index.ts'
import { environmentAfter } from '../../../support/callEnvironment.ts'
import { sealedBlock, sharedChain } from '../../../support/chain.ts'
import { forksFrom } from '../../../support/forksFrom.ts'
import { callsOf, decodeSimulated } from '../../../support/simulations.ts'
import { sized } from '../../../support/sized.ts'

/** Every fork, one every two blocks. */
const forks = forksFrom('chainstart', 2)

const specs: ChainSpec[] = sized(
  [
    { preset: 'eras', forks, blocks: 2 * forkNames.length, transactionsPerBlock: [1, 3] },
    { preset: 'latest', blocks: 12, transactionsPerBlock: [4, 10] },
    { preset: 'pow', blocks: 8, transactionsPerBlock: [2, 6] },
  ],
  [
    { preset: 'eras', blocks: 120 },
    { preset: 'history', blocks: 96 },
    { preset: 'latest', blocks: 64 },
    { preset: 'pow', blocks: 48 },
  ],
)

const STRICT = { validation: true, traceTransfers: false, gasCap: 0n }

/** The header fields that do not depend on signatures and uncles. */
const fields = [
  'miner',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'mixHash',
  'parentHash',
  ...addedHeaderFieldNames,
] as const

function comparable({ header, withdrawals, receipts }: Block) {
  return {
    header: Object.fromEntries(fields.map((name) => [name, header[name]])),
    withdrawals,
    receipts,
  }
}

function outcomeOf({ gasUsed, logs }: SimulatedCall) {
  return { gasUsed, indexes: logs.map(({ logIndex }) => logIndex) }
}

function receiptOutcome({ gasUsed, logs }: Receipt) {
  return { gasUsed, indexes: logs.map(({ logIndex }) => logIndex) }
}

async function simulateAfter(chain: Chain, number: number, blocks: readonly BlockCalls[]) {
  const environment = await environmentAfter(chain, sealedBlock(chain, number))
  return simulate(environment, { ...STRICT, blocks })
}

describe('a simulated block with the transactions of a generated block', () => {
  it.each(specs)('has its header fields, receipts and state ($preset)', async (spec) => {
    const chain = await sharedChain(spec)
    for (let number = 1; number <= chain.tree.head.number; number++) {
      const block = chain.blockByNumber(number) as Block
      const before = chain.blockByNumber(number - 1)?.header
      // As in geth, the first block of Amsterdam has no slot in a simulation.
      if (block.header.slotNumber !== undefined && before?.slotNumber === undefined) continue
      const [simulated] = await simulateAfter(chain, number - 1, [callsOf(block)])
      if (simulated === undefined) throw new Error('no block was simulated')
      const decoded = decodeSimulated(simulated)
      expect(comparable(decoded)).toEqual(comparable(block))
      // A simulated block has no uncles, and so no rewards for them.
      if (block.uncles.length === 0) expect(decoded.header.stateRoot).toBe(block.header.stateRoot)
      expect(simulated.calls.map(outcomeOf)).toEqual(block.receipts.map(receiptOutcome))
    }
  })

  it('leads to the state of the last of several blocks', async () => {
    const [spec] = specs as [ChainSpec]
    const chain = await sharedChain(spec)
    // After the merge no block has uncles, and before Prague no state contains the hashes of blocks.
    const start = 2 * forkNames.indexOf('paris')
    const end = 2 * forkNames.indexOf('prague') - 1
    const blocks = Array.from({ length: end - start }, (_, index) => {
      return chain.blockByNumber(start + 1 + index) as Block
    })
    const simulated = await simulateAfter(chain, start, blocks.map(callsOf))
    expect(simulated.map((each) => decodeSimulated(each).header.stateRoot)).toEqual(
      blocks.map(({ header }) => header.stateRoot),
    )
  })
})

it('asks for the root of each block with the changes of this block alone', async () => {
  const chain = await sharedChain({ preset: 'latest', blocks: 1 })
  const environment = await environmentAfter(chain, sealedBlock(chain, 1))
  const counts: number[] = []
  const nextStateRoot: typeof environment.nextStateRoot = (changes) => {
    counts.push(changes.length)
    return environment.nextStateRoot(changes)
  }
  // Each block changes another account than those before it.
  const blocks = Array.from({ length: 40 }, (_, index) => ({
    blockOverrides: {},
    stateOverrides: [{ address: new Uint8Array(20).fill(index + 50), balance: 1n }],
    calls: [],
  }))
  await simulate({ ...environment, nextStateRoot }, { ...STRICT, blocks })
  expect(new Set(counts.slice(1))).toEqual(new Set([counts[1]]))
  expect(counts).toHaveLength(40)
})

it('gives the first block of London the initial base fee, whatever its parent was overridden with', async () => {
  const chain = await sharedChain({ forks: { berlin: 0, london: 3 }, blocks: 1 })
  const none = { stateOverrides: [], calls: [] }
  const simulated = await simulateAfter(chain, 1, [
    { ...none, blockOverrides: { baseFeePerGas: 42n } },
    { ...none, blockOverrides: {} },
    { ...none, blockOverrides: {} },
  ])
  expect(simulated.map((each) => decodeSimulated(each).header.baseFeePerGas)).toEqual([
    42n,
    1_000_000_000n,
    875_000_000n,
  ])
})
