import { type Hex, toHex } from '../../primitives/hex.ts'
import { encodeResult, nullAnswer } from '../answer.ts'
import { blobsOf } from '../blobs/blobsOf.ts'
import { blobTransactions } from '../blobs/blobTransactions.ts'
import { type MethodContext, method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'
import { poolOf } from '../sending/poolContent.ts'
import { decodePooled } from '../sending/pooledJson.ts'

/** The blobs of a transaction of the canonical chain or of the pool (crates/anvil/src/eth/backend/mem/mod.rs). */
export const anvil_getBlobsByTransactionHash = method({
  name: 'anvil_getBlobsByTransactionHash',
  set: 'all',
  does: 'reads',
  summary: 'The blobs of a transaction; null for one without blobs.',
  params: [transactionHash],
  result: { name: 'blobs', schema: orNull(arrayOf(ref('Bytes'))) },
  errors: ['PRUNED'],
  async run([hash], context) {
    const transaction = await transactionOf(hash, context)
    if (transaction?.type !== 3) return nullAnswer
    const { endpoint, runLong } = context
    return runLong(async (pause) => {
      const contents: Hex[] = []
      let bytes = 0
      for (const { content } of await blobsOf(transaction, endpoint)) {
        const hex = toHex(content())
        contents.push(hex)
        bytes += hex.length
        await pause(bytes)
      }
      return encodeResult(contents)
    })
  },
})

async function transactionOf(hash: Hex, context: MethodContext) {
  const location = context.view.transactionByHash(hash)
  if (location !== undefined) {
    return blobTransactions(location.block).find((each) => each.hash === hash)
  }
  const pooled = (await poolOf(context))?.get(hash)
  return pooled && decodePooled(pooled)
}
