import { type Hex, toHex } from '../../../primitives/hex.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import { headerFieldNames } from '../header.ts'

const STATE_ROOT = headerFieldNames.indexOf('stateRoot')

/**
 * The root of the state after a block, without decoding the block; undefined for a block of which only the JSON is known.
 */
export function headerStateRoot({ rlp }: Pick<SealedBlock, 'rlp'>): Hex | undefined {
  if (rlp.length === 0) return undefined
  const [header] = readRlp(rlp) as [Uint8Array[]]
  return toHex(header[STATE_ROOT] as Uint8Array)
}
