import { revertReason } from '../chain/calls/revertReason.ts'
import type { KnownAbis } from './knownAbis.ts'

/**
 * Why a transaction or a call failed.
 *
 * @param message in geth's words
 * @param revertData empty if it did not revert, or without a reason
 */
export function failureText(message: string, revertData: Uint8Array, abis: KnownAbis): string {
  const reason = revertReason(revertData)
  if (reason !== undefined) return `reverted: ${reason}`
  const error = abis.errorOf(revertData)
  if (error !== undefined) return `reverted with ${error}`
  if (revertData.length === 0) return message
  return `reverted with data of ${revertData.length} bytes that no known ABI describes`
}
