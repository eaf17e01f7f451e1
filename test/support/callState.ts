import type { Chain } from '../../src/chain/chain.ts'
import type { Block } from '../../src/chain/encoding/block.ts'
import { toQuantity } from '../../src/primitives/hex.ts'
import type { Provider } from '../../src/rpc/provider.ts'
import { type AnsweredCall, answerOf, type Question } from './callEverything.ts'
import { blocksOf } from './chain.ts'

/** Of a chain without state. */
const NO_STATE = /^historical state [0-9a-f]{64} is not available$/

const SLOT = `0x${'00'.repeat(32)}`
const NOBODY = `0x${'00'.repeat(19)}99`

/** Reads the state after every block of a chain: of its miner, and of those who send and receive transactions. */
export async function* callState(chain: Chain, provider: Provider): AsyncGenerator<AnsweredCall> {
  for (const [method, params] of stateQuestions(chain)) {
    yield { method, params, ...(await answerOf(provider, method, params, NO_STATE)) }
  }
}

/** Requests for the state after every block of a chain. */
export function* stateQuestions(chain: Chain): Generator<Question> {
  for (const block of ['latest', 'earliest', 'pending']) yield* ofAccount(NOBODY, block)
  for (const { hash } of chain.tree.sideBlocks) yield* ofBlock(chain.blockByHash(hash) as Block)
  for (const block of blocksOf(chain)) yield* ofBlock(block)
}

function* ofBlock({ hash, header, transactions, receipts }: Block): Generator<Question> {
  const blocks = [{ blockHash: hash }, hash]
  yield* ofAccount(header.miner, hash)
  for (const [index, { from, to }] of transactions.entries()) {
    const block = blocks[index % blocks.length]
    for (const each of new Set([from, to, receipts[index]?.contractAddress])) {
      if (each !== null && each !== undefined) yield* ofAccount(each, block)
    }
  }
}

function* ofAccount(address: string, block: unknown): Generator<Question> {
  yield ['eth_getBalance', [address, block]]
  yield ['eth_getTransactionCount', [address, block]]
  yield ['eth_getCode', [address, block]]
  yield ['eth_getStorageAt', [address, toQuantity(2), block]]
  yield ['eth_getProof', [address, [SLOT, '0x2'], block]]
  yield ['eth_getStorageValues', [{ [address]: [SLOT] }, block]]
}
