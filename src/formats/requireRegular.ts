import type { SealedBlock } from '../chain/encoding/block.ts'
import { FormatError } from './folder/formatError.ts'

/**
 * Whether other nodes accept a block and its ancestors. They accept a block after which the state was set by hand, but
 * none that follows it.
 */
export function isRegular({ hash, irregularity }: SealedBlock): boolean {
  if (irregularity === undefined) return true
  const { since, reasons } = irregularity
  return since.hash === hash && reasons.join() === 'state'
}

/**
 * Checks that other nodes accept a chain, for formats that are made for them.
 *
 * @param format its name
 * @param head of the chain
 * @throws {FormatError}
 */
export function requireRegular(format: string, head: SealedBlock): void {
  if (isRegular(head)) return
  const { since, reasons } = head.irregularity as NonNullable<SealedBlock['irregularity']>
  const last = reasons.includes('state') ? since.number : since.number - 1
  const problem = `this format is for other nodes, which would accept no block after ${last}, because it was changed by hand (${reasons.join(', ')}): export up to block ${last}, or in another format`
  throw new FormatError(format, problem)
}
