import type { MessageResult } from '../../../chain/calls/applyMessage.ts'
import { type Hex, toHex } from '../../../primitives/hex.ts'

/** What the transaction returned or reverted with, or the code of the new contract. */
export function parityOutput({ failure, output }: MessageResult): Hex {
  return failure === undefined || failure.kind === 'reverted' ? toHex(output) : '0x'
}
