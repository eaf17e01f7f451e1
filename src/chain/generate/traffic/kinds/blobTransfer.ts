import { toHex } from '../../../../primitives/hex.ts'
import { generatedBlobHashes } from '../../../protocol/generatedBlob.ts'
import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawFeeMarket, drawMaxFeePerBlobGas } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, NO_DATA } from '../parties.ts'

/** A transaction must not have more, even if the block may (EIP-7594). */
const BLOBS_MAX = 6

/** A type 3 transaction with the hashes of one to six blobs, which are not part of the block (EIP-4844). */
export const blobTransfer: TrafficKind = {
  weight: 40,
  since: 'cancun',
  needs: [],
  draft: ({ random, signers, blobsLeft }) => {
    if (blobsLeft === 0) return []
    const most = Math.min(BLOBS_MAX, blobsLeft)
    // The higher of two draws, as most senders of blobs have several.
    const blobs = Math.max(random.between(1, most), random.between(1, most))
    const sender = random.pick(signers)
    const to = drawRecipient(random, signers)
    const fees = { ...drawFeeMarket(random), maxFeePerBlobGas: drawMaxFeePerBlobGas(random) }
    const source = { to: toHex(to), ...fees }
    return [
      {
        sender,
        fields: {
          type: 3,
          to,
          value: 0n,
          data: NO_DATA,
          gasLimit: TRANSFER_GAS,
          accessList: [],
          ...fees,
          blobVersionedHashes: generatedBlobHashes(source, blobs),
        },
      },
    ]
  },
}
