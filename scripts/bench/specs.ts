import { trafficKinds } from '../../src/chain/generate/traffic/trafficRegistry.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { KindName } from '../../src/chain/spec/trafficKindNames.ts'

// The chains that are measured.

/** Default traffic under one fork. */
export const POW = { seed: 'bench', preset: 'pow', blocks: 256 } as const satisfies ChainSpec

/** The default chain of users, under eight forks. */
export const HISTORY = {
  seed: 'bench',
  preset: 'history',
  blocks: 256,
} as const satisfies ChainSpec

/** Default traffic under the rules of one fork, with room for all its transactions. */
export function busyBlocks(preset: 'latest' | 'amsterdam') {
  return {
    seed: 'bench',
    preset,
    blocks: 128,
    transactionsPerBlock: [20, 20],
    gasLimit: 60_000_000,
  } as const satisfies ChainSpec
}

/** Only type 2 ether transfers, 20 in each block, without uncles, under the newest rules, as in Anvil. */
export const TRANSFERS: ChainSpec & { readonly blocks: number } = {
  seed: 'bench',
  preset: 'latest',
  blocks: 128,
  transactionsPerBlock: [20, 20],
  traffic: only('fee-market-transfer'),
}

/**
 * Kinds that Anvil does not take as they are in a block: it wants the blobs, too, and it keeps the transactions of an
 * account that signed a delegation back until that is mined.
 */
const NOT_FOR_ANVIL: readonly KindName[] = ['blob-transfer', 'delegation']

/** Default traffic, but for what Anvil does not take, in blocks of 20, under the newest rules, as in Anvil. */
export const MIXED: ChainSpec & { readonly blocks: number } = {
  seed: 'bench',
  preset: 'latest',
  blocks: 128,
  transactionsPerBlock: [20, 20],
  chainId: 31337,
  traffic: Object.fromEntries(NOT_FOR_ANVIL.map((name) => [name, 0])),
}

/** Default traffic in blocks of one size, all of which are requested. */
export function blocksOf(transactions: number): ChainSpec {
  return {
    seed: 'bench',
    preset: 'pow',
    blocks: 8,
    transactionsPerBlock: [transactions, transactions],
    gasLimit: 60_000_000,
  }
}

function only(kind: KindName): ChainSpec['traffic'] & object {
  const names = Object.keys(trafficKinds)
  return Object.fromEntries(names.map((name) => [name, name === kind ? 1 : 0]))
}
