import type { SealedBlock } from '../../chain/encoding/block.ts'
import { transactionHashes } from '../../chain/encoding/transactionHashes.ts'
import type { Hex } from '../../primitives/hex.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { receiptsAnswer } from '../blockAnswers.ts'
import type { MethodContext } from '../method.ts'
import type { Feed } from './feed.ts'

/** What a hash in the filter takes, in bytes. */
const HASH_BYTES = 100

/**
 * Sends the receipts of each new canonical block, together: nothing for blocks without any that is wanted, and nothing for
 * removed blocks (geth, eth/filters/filter.go).
 *
 * @param hashes of the transactions; undefined for all
 */
export function transactionReceipts(
  hashes: ReadonlySet<Hex> | undefined,
  context: MethodContext,
): Feed {
  const {
    dialect,
    service: { answers },
  } = context
  return {
    name: 'transactionReceipts',
    bytes: (hashes?.size ?? 0) * HASH_BYTES,
    removed: () => [],
    *added(block: SealedBlock): Generator<Answer> {
      if (block.senders.length === 0) return
      if (hashes === undefined) {
        yield receiptsAnswer(context, block)
        return
      }
      const view = answers.view(block, dialect)
      const wanted = transactionHashes(block).flatMap((hash, index) =>
        hashes.has(hash) ? [view.receipt(index)] : [],
      )
      if (wanted.length > 0) yield encodeResult(wanted)
    },
  }
}
