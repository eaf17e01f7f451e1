import { headerOf } from '../../chain/encoding/decode/headerOf.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult, nullAnswer } from '../answer.ts'
import { blobsOf } from '../blobs/blobsOf.ts'
import { blobTransactions } from '../blobs/blobTransactions.ts'
import { method } from '../method.ts'
import { versionedHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/**
 * A blob by its hash (crates/anvil/src/eth/backend/mem/mod.rs). The canonical chain is searched from the head on, in time
 * slices, because nothing has an index of blobs.
 */
export const anvil_getBlobByHash = method({
  name: 'anvil_getBlobByHash',
  set: 'all',
  does: 'reads',
  summary: 'A blob of the canonical chain by its versioned hash.',
  params: [versionedHash],
  result: { name: 'blob', schema: orNull(ref('Bytes')) },
  errors: ['PRUNED'],
  run: ([hash], { view, endpoint, runLong }) =>
    runLong(async (pause) => {
      const blockAt = view.canonicalChain()
      for (let { number } = view.head; number >= 0; number--) {
        await pause()
        const block = blockAt(number)
        if (block === undefined) break
        if (block.rlp.length === 0 || !headerOf(block).blobGasUsed) continue
        const transaction = blobTransactions(block).find(({ blobVersionedHashes = [] }) =>
          blobVersionedHashes.includes(hash),
        )
        if (transaction === undefined) continue
        const blobs = await blobsOf(transaction, endpoint)
        const blob = blobs.find(({ versionedHash }) => versionedHash === hash)
        return blob === undefined ? nullAnswer : encodeResult(toHex(blob.content()))
      }
      return nullAnswer
    }),
})
