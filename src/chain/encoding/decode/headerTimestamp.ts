import { toNumber } from '../../../primitives/hex.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import { headerFieldNames } from '../header.ts'

const TIMESTAMP = headerFieldNames.indexOf('timestamp')

/**
 * The timestamp of a block, without decoding the block.
 *
 * @returns in seconds since 1970
 */
export function headerTimestamp({ rlp }: Pick<SealedBlock, 'rlp'>): number {
  const [header] = readRlp(rlp) as [Uint8Array[]]
  return toNumber(header[TIMESTAMP] as Uint8Array)
}
