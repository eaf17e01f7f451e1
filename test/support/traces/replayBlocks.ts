import type { Chain } from '../../../src/chain/chain.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import type { Provider } from '../../../src/rpc/provider.ts'
import { type AnsweredCall, answerOf } from '../callEverything.ts'

const NOBODY = `0x${'0'.repeat(64)}`

/** Calls the methods in Parity's format about some blocks of a chain. */
export async function* replayBlocks(
  { tree }: Pick<Chain, 'tree'>,
  provider: Provider,
): AsyncGenerator<AnsweredCall> {
  for (const [method, params] of questions(tree)) {
    yield { method, params, ...(await answerOf(provider, method, params)) }
  }
}

function* questions(tree: Chain['tree']): Generator<[method: string, params: unknown[]]> {
  const { number: head } = tree.head
  const everything = ['trace', 'stateDiff', 'vmTrace']
  yield ['trace_filter', [{ toBlock: toQuantity(Math.min(head, 12)) }]]
  yield ['trace_filter', [{ fromBlock: 'latest', count: 0 }]]
  yield ['trace_transaction', [NOBODY]]
  yield ['trace_get', [NOBODY, []]]
  for (let number = 0; number <= head; number += 3) {
    const height = toQuantity(number)
    yield ['trace_block', [height]]
    yield ['trace_replayBlockTransactions', [height, everything]]
    const block = tree.byNumber(number)
    const [transaction] = block === undefined ? [] : decodeBlock(block).transactions
    if (transaction === undefined) continue
    yield ['trace_transaction', [transaction.hash]]
    yield ['trace_get', [transaction.hash, []]]
    yield ['trace_get', [transaction.hash, ['0x0']]]
    yield ['trace_replayTransaction', [transaction.hash, everything.slice(number % 3)]]
    yield ['trace_replayTransaction', [transaction.hash, []]]
  }
}
