import { type Hex, toHex } from '../../../primitives/hex.ts'
import { readRlp } from '../../../primitives/readRlp.ts'
import type { SealedBlock } from '../block.ts'
import { headerFieldNames } from '../header.ts'

const STATE_ROOT = headerFieldNames.indexOf('stateRoot')

/**
 * The root of the state after a block, without decoding the block; undefined for the pending block of a recording, and
 * for a block of one that has no root.
 */
export function headerStateRoot({
  rlp,
  recorded,
  hash,
}: Pick<SealedBlock, 'rlp' | 'recorded' | 'hash'>): Hex | undefined {
  if (rlp.length === 0) {
    // A pending block has no hash.
    return recorded !== undefined && HASH.test(hash) ? recordedRoot(recorded) : undefined
  }
  const [header] = readRlp(rlp) as [Uint8Array[]]
  return toHex(header[STATE_ROOT] as Uint8Array)
}

const HASH = /^0x[\da-f]{64}$/

function recordedRoot(recorded: Uint8Array): Hex | undefined {
  const { block } = JSON.parse(new TextDecoder().decode(recorded))
  const { stateRoot } = Object(block)
  return HASH.test(String(stateRoot)) ? stateRoot : undefined
}
