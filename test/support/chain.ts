import { Chain } from '../../src/chain/chain.ts'
import type { ChainParts } from '../../src/chain/chainParts.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { Block, SealedBlock, Transaction } from '../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { BlockTree } from '../../src/chain/store/tree.ts'
import { importHive } from '../../src/formats/hive/importHive.ts'
import { testSpec } from './testSpec.ts'

const OFFICIAL_FOLDER = 'test/data/execution-apis'

/** The chain of `testSpec`, created once per worker for all tests that only read it. */
export function createTestChain(): Promise<Chain> {
  return sharedChain(testSpec)
}

/** A chain with other parts than another one. */
export function chainWith(chain: Chain, changes: Partial<ChainParts>): Chain {
  const { spec, isGenerated, rules, genesis, accounts, finality, blockFactory, states } = chain
  const parts = { spec, isGenerated, rules, genesis, accounts, finality, blockFactory, states }
  return new Chain({ ...parts, tree: chain.tree as BlockTree, ...changes })
}

interface SharedChain {
  readonly chain: Chain
  /** how many blocks it had when it was created, including other branches */
  readonly blocks: number
}

/** Shared chains by their specs. Test files in one worker share its modules. */
const shared = new Map<string, Promise<SharedChain>>()

/**
 * The chain of a spec, created once per worker for all tests that only read it.
 *
 * @throws {Error} if an earlier test has added blocks to it
 */
export function sharedChain(spec: ChainSpec): Promise<Chain> {
  return share(JSON.stringify(spec), () => createChain(spec))
}

/** The official conformance chain, which geth created; imported once per worker for all tests that only read it. */
export function officialChain(): Promise<Chain> {
  return share(OFFICIAL_FOLDER, () => importHive(OFFICIAL_FOLDER))
}

async function share(key: string, make: () => Promise<Chain>): Promise<Chain> {
  const making = shared.get(key) ?? make().then((chain) => ({ chain, blocks: countBlocks(chain) }))
  shared.set(key, making)
  const { chain, blocks } = await making
  if (countBlocks(chain) !== blocks) {
    throw new Error(`a test has added blocks to the shared chain of ${key}: it needs its own`)
  }
  return chain
}

function countBlocks({ tree }: Chain): number {
  return tree.head.number + tree.sideBlocks.length
}

/** The main branch, from genesis to the head. */
export function sealedBlocksOf({ tree }: Chain): SealedBlock[] {
  const numbers = [...Array(tree.head.number + 1).keys()]
  return numbers.map((number) => tree.byNumber(number) as SealedBlock)
}

/** The same, decoded. */
export function blocksOf(chain: Chain): Block[] {
  const numbers = [...Array(chain.tree.head.number + 1).keys()]
  return numbers.map((number) => chain.blockByNumber(number) as Block)
}

/** The first block that meets a condition. */
export function findBlock(chain: Chain, holds: (block: Block) => boolean): Block {
  const found = blocksOf(chain).find(holds)
  if (found === undefined) throw new Error('the test chain has no such block: make it longer')
  return found
}

/** The first transaction that meets a condition, and its location. */
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
