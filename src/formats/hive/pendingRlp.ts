import type { SealedBlock } from '../../chain/encoding/block.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { rlpExtent } from '../../primitives/rlpItem.ts'
import { FixtureError } from '../fixtureError.ts'

// pending.rlp is a file of our own: the candidate for the next block, as an RLP list of byte strings. No other tool has
// a place for it, and it cannot be made anew from the rest: what will be sent next is in no block.

/** Writes the candidate for the next block. */
export function encodePending(block: SealedBlock): Uint8Array {
  const { rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice } = block
  return encodeRlp([
    rlp,
    receiptsRlp,
    senders,
    toMinimalBytes(totalDifficulty),
    toMinimalBytes(blobGasPrice),
  ])
}

/**
 * Reads the candidate for a child of `parent`. Whether it is valid on it is for whoever runs it to say.
 *
 * @param path names the file where it is refused
 * @throws {FixtureError} where the file has another form
 */
export function decodePending(file: Uint8Array, parent: SealedBlock, path: string): SealedBlock {
  const [rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice] = parts(file, path)
  return {
    number: parent.number + 1,
    hash: hashOf(rlp, path),
    parentHash: parent.hash,
    totalDifficulty: toBigInt(totalDifficulty),
    rlp,
    receiptsRlp,
    senders,
    blobGasPrice: toBigInt(blobGasPrice),
  }
}

type Parts = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

function parts(file: Uint8Array, path: string): Parts {
  // Not decoded as any RLP: a list of empty lists takes fifty times its size.
  const strings: Uint8Array[] = []
  try {
    const list = rlpExtent(file, 0)
    let at = list.isList && list.end === file.length ? list.start : file.length
    while (at < list.end && strings.length < 5) {
      const { isList, start, end } = rlpExtent(file, at)
      if (isList || end > list.end) break
      strings.push(file.subarray(start, end))
      at = end
    }
    if (strings.length === 5 && at === list.end) return strings as unknown as Parts
  } catch (cause) {
    throw new FixtureError(path, '', `it is not RLP: ${(cause as Error).message}`, { cause })
  }
  throw new FixtureError(path, '', 'it is not an RLP list of five byte strings')
}

function hashOf(rlp: Uint8Array, path: string): SealedBlock['hash'] {
  try {
    const { start } = rlpExtent(rlp, 0)
    return toHex(keccak256(rlp.subarray(start, rlpExtent(rlp, start).end)))
  } catch (cause) {
    throw new FixtureError(path, 'rlp', 'it is not a list that begins with a header', { cause })
  }
}
