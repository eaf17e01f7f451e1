import { isImpersonated, lacksSignature } from '../chain/encoding/impersonation.ts'
import { addReasons } from '../chain/encoding/irregularity.ts'
import { StoredBlock } from '../chain/encoding/storedBlock.ts'
import type { BlockJson, JsonObject } from '../formats/json/blockJson.ts'
import type { SealedJson } from '../formats/json/seal/assemble.ts'
import type { Hex } from '../primitives/hex.ts'

/** A block of a network, and whether the senders of all its transactions follow from their bytes. */
export type BlockWithSenders = SealedJson & { readonly hasUnverifiedSenders: boolean }

/**
 * Marks a block of a development node with transactions of impersonated accounts, which nobody has signed: it is irregular,
 * and so are blocks on top of it. If their bytes do not name the senders, nothing proves these, and clients get them, and the
 * hashes that cover them, as the node gives them.
 */
export function markImpersonated(found: SealedJson, whole: BlockJson): BlockWithSenders {
  const transactions = (whole.block.transactions as readonly JsonObject[]).map(signatureOf)
  if (!transactions.some(isImpersonated)) return { ...found, hasUnverifiedSenders: false }
  const hasUnverifiedSenders = transactions.some(lacksSignature)
  const { sealed, transactionHashes } = found
  const marked = new StoredBlock({
    ...sealed,
    irregularity: addReasons(undefined, ['signature'], sealed),
    recorded: hasUnverifiedSenders ? new TextEncoder().encode(JSON.stringify(whole)) : undefined,
  })
  return { sealed: marked, transactionHashes, hasUnverifiedSenders }
}

function signatureOf({ from, r, s }: JsonObject) {
  return { from: from as Hex, r: BigInt(r as Hex), s: BigInt(s as Hex) }
}
