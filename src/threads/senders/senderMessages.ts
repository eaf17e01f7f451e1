import type { SigningRules } from '../../pool/sentSender.ts'
import type { Hex } from '../../primitives/hex.ts'

/** Has the thread recover the senders of transactions. */
export interface SenderJob {
  /** as for `eth_sendRawTransaction`, unchecked */
  readonly encoded: readonly Hex[]
  readonly rules: SigningRules
  /** of the `SharedSenders`, in the order of the transactions */
  readonly memory: SharedArrayBuffer
}
