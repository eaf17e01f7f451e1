import { nonceOf, type SealedBlock } from '../chain/encoding/block.ts'
import { decodeTransaction } from '../chain/encoding/decode/decodeTransaction.ts'
import { senderAt, transactionCount } from '../chain/encoding/senders.ts'
import { hashedTransactions } from '../chain/encoding/transactionHashes.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import type { MethodContext } from './method.ts'
import { poolOf } from './sending/poolContent.ts'

/**
 * A transaction by its sender and nonce: of the canonical chain, or of the pool. Blocks are searched from the head on, in
 * time slices, because nothing has an index of senders.
 *
 * @param sender in lower case
 */
export async function sentBySender(
  context: MethodContext,
  sender: Hex,
  nonce: bigint,
): Promise<TransactionLocation | SentTransaction | undefined> {
  const pooled = (await poolOf(context))?.contentOf(sender)
  const waiting = [...(pooled?.pending ?? []), ...(pooled?.queued ?? [])]
  const sent = waiting.find((each) => each.nonce === nonce)
  if (sent !== undefined) return sent
  const { view, runLong } = context
  const address = Buffer.from(fromHex(sender))
  return runLong(async (pause) => {
    const blockAt = view.canonicalChain()
    for (let { number } = view.head; number >= 0; number--) {
      const turn = pause()
      if (turn !== undefined) await turn
      const block = blockAt(number)
      if (block === undefined) return undefined
      for (const index of indexesOf(block, address)) {
        const found = nonceAt(block, index, sender)
        if (found === nonce) return { block, index }
        if (found < nonce) return undefined
      }
    }
    return undefined
  })
}

/** Where the transactions of a sender are in a block, the last one first. */
function indexesOf(block: SealedBlock, sender: Uint8Array): readonly number[] {
  const indexes: number[] = []
  for (let index = transactionCount(block) - 1; index >= 0; index--) {
    if (Buffer.compare(senderAt(block, index), sender) === 0) indexes.push(index)
  }
  return indexes
}

function nonceAt(block: SealedBlock, index: number, sender: Hex): bigint {
  const found = hashedTransactions(block)[index]
  if (found === undefined) throw new Error(`block ${block.hash} has no transaction ${index}`)
  return nonceOf(decodeTransaction(found.item, sender))
}
