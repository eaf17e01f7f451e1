import { trafficKinds } from '../../src/chain/generate/traffic/registry.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { KindName } from '../../src/chain/spec/trafficKindNames.ts'

/** The chains that are measured. */

/** Default traffic, under one fork, since the stock block builder is set to one for good. */
export const POW = { seed: 'bench', preset: 'pow', blocks: 256 } as const satisfies ChainSpec

/** What a user gets who asks for nothing in particular. */
export const HISTORY = {
  seed: 'bench',
  preset: 'history',
  blocks: 256,
} as const satisfies ChainSpec

/** Type 2 transfers of ether and nothing else, 20 in each block, under the newest rules, as Anvil has them: no uncles. */
export const TRANSFERS: ChainSpec & { readonly blocks: number } = {
  seed: 'bench',
  preset: 'latest',
  blocks: 128,
  transactionsPerBlock: [20, 20],
  traffic: only('fee-market-transfer'),
}

/** Default traffic in blocks of one size, to ask the last of them for. */
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
