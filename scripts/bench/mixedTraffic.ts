import type { Hex } from '../../src/primitives/hex.ts'
import { Anvil } from './anvil.ts'
import { Child } from './child.ts'
import { type Run, rate } from './generation.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { MIXED } from './specs.ts'
import { mineBatches } from './transfers.ts'

/** A chain as another node can be fed with it. */
export interface RawChain {
  /** those that genesis gives ether */
  readonly accounts: readonly Hex[]
  /** the signed transactions of each block */
  readonly blocks: readonly (readonly Hex[])[]
}

export const MIXED_ROW = 'generation, mixed traffic'

const TARGET = 1.5

/** Runs that warm up the compilers. Anvil is compiled already. */
const WARM_UP_RUNS = 4

/** Anvil includes transactions in the order in which they arrive, whatever they pay, and asks no minimum of them. */
const OPTIONS = ['--order', 'fifo', '--block-base-fee-per-gas', '1', '--disable-min-priority-fee']

const BALANCE = `0x${(10n ** 24n).toString(16)}`

/**
 * Measures transactions per second with the default traffic: calls and creations of contracts, access lists,
 * and transactions that fail. Anvil gets the same signed transactions, one batch for each block; ommer
 * drafts and signs them, too. Each run starts with a chain of genesis alone.
 *
 * @param pairs runs of each
 */
export async function measureMixedTraffic(pairs: number): Promise<Row> {
  const generator = new Child('ommerGenerator.ts')
  const chain = await generator.do<RawChain>('raw', MIXED)
  const generate = (): Promise<Run> => generator.do('run', MIXED)
  for (let i = 0; i < WARM_UP_RUNS; i++) await generate()
  const runs = await measurePairs(pairs, generate, () => feedAnvil(chain))
  await generator.stop()
  return row(
    MIXED_ROW,
    'transactions/s',
    'Anvil, batches of eth_sendRawTransaction',
    compare(runs, rate),
    TARGET,
  )
}

async function feedAnvil({ accounts, blocks }: RawChain): Promise<Run> {
  const anvil = await Anvil.start(...OPTIONS)
  for (const account of accounts) await anvil.call('anvil_setBalance', [account, BALANCE])
  const run = await mineBatches(anvil, blocks, blocks.map(batchOf))
  await anvil.stop()
  return run
}

function batchOf(transactions: readonly Hex[]): string {
  const requests = transactions.map((raw, id) => {
    return { jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] }
  })
  return JSON.stringify(requests)
}
