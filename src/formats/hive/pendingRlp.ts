import type { SealedBlock } from '../../chain/encoding/block.ts'
import { toBigInt, toMinimalBytes } from '../../primitives/hex.ts'
import { requireHeadAt } from '../../primitives/readRlp.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { hashOfBlock } from '../blockRlp.ts'
import { FixtureError } from '../fixtureError.ts'

// pending.rlp is an addition of ommer: the candidate for the next block, as an RLP list of byte strings. No other file
// has it, and it cannot be computed from them, because no block contains the transactions that will be sent next.

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
 * Reads the candidate for a child of `parent`. The caller has to validate it.
 *
 * @param path of the file, for errors
 * @throws {FixtureError} if the file has another format
 */
export function decodePending(file: Uint8Array, parent: SealedBlock, path: string): SealedBlock {
  const [rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice] = parts(file, path)
  return {
    number: parent.number + 1,
    hash: headerHash(rlp, path),
    parentHash: parent.hash,
    totalDifficulty: toBigInt(totalDifficulty),
    rlp,
    receiptsRlp,
    senders,
    blobGasPrice: toBigInt(blobGasPrice),
  }
}

type Parts = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]

function areParts(strings: readonly Uint8Array[]): strings is Parts {
  return strings.length === 5
}

function parts(file: Uint8Array, path: string): Parts {
  // Not by a general decoder: a decoded list of empty lists takes fifty times the size of the file.
  const strings: Uint8Array[] = []
  try {
    const list = requireHeadAt(file, 0)
    let offset = list.isList && list.end === file.length ? list.start : file.length
    while (offset < list.end && strings.length < 5) {
      const { isList, start, end } = requireHeadAt(file, offset)
      if (isList || end > list.end) break
      strings.push(file.subarray(start, end))
      offset = end
    }
    if (areParts(strings) && offset === list.end) return strings
  } catch (cause) {
    throw new FixtureError(path, '', `it is not RLP: ${(cause as Error).message}`, { cause })
  }
  throw new FixtureError(path, '', 'it is not an RLP list of five byte strings')
}

function headerHash(rlp: Uint8Array, path: string): SealedBlock['hash'] {
  try {
    return hashOfBlock(rlp)
  } catch (cause) {
    throw new FixtureError(path, 'rlp', 'it is not a list that starts with a header', { cause })
  }
}
