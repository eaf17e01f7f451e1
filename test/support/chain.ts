import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { Block, SealedBlock, Transaction } from '../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'

/**
 * A chain long enough to hold a bit of everything, and too short to have a finalized block. Tests
 * look up what they need by what it is, so that they do not depend on where a seed puts it.
 */
export const testSpec: ChainSpec = {
  seed: 'served',
  blocks: 48,
  finality: { safe: 8, finalized: 64 },
}

export function createTestChain(): Promise<Chain> {
  return sharedChain(testSpec)
}

interface SharedChain {
  readonly chain: Chain
  /** how many blocks it had when it was made, those of other branches included */
  readonly blocks: number
}

/** By their specs as JSON. Test files that run in one worker share its modules. */
const shared = new Map<string, Promise<SharedChain>>()

/**
 * The chain of a spec, made once in a worker for all tests that only read it.
 *
 * @throws {Error} if an earlier test has added blocks to it
 */
export async function sharedChain(spec: ChainSpec): Promise<Chain> {
  const key = JSON.stringify(spec)
  const making =
    shared.get(key) ?? createChain(spec).then((chain) => ({ chain, blocks: blocksOf(chain) }))
  shared.set(key, making)
  const { chain, blocks } = await making
  if (blocksOf(chain) !== blocks) {
    throw new Error(`a test has added blocks to the shared chain of ${key}; use createChain there`)
  }
  return chain
}

function blocksOf({ tree }: Chain): number {
  return tree.head.number + tree.sideBlocks.length
}

/** The first block of which something holds. */
export function findBlock(chain: Chain, holds: (block: Block) => boolean): Block {
  for (let number = 0; number <= chain.tree.head.number; number++) {
    const block = chain.blockByNumber(number) as Block
    if (holds(block)) return block
  }
  throw new Error('the test chain has no such block: make it longer')
}

/** The first transaction of which something holds, and where it is. */
export function findTransaction(
  chain: Chain,
  holds: (transaction: Transaction) => boolean,
): { block: Block; index: number; transaction: Transaction } {
  const block = findBlock(chain, ({ transactions }) => transactions.some(holds))
  const index = block.transactions.findIndex(holds)
  return { block, index, transaction: block.transactions[index] as Transaction }
}

export function sealedBlock(chain: Chain, number: number): SealedBlock {
  return chain.tree.byNumber(number) as SealedBlock
}
