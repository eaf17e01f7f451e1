import type { Hex } from '../../primitives/hex.ts'
import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { type RlpExtent, rlpExtent } from '../../primitives/rlpItem.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import { isMissing, type Reading, unreadable } from '../folder/readFiles.ts'
import { openRegularFile, PIECE_BYTES } from '../folder/regularFile.ts'

/** The first bytes of an item say how long it is: never more than nine of them. */
const LENGTH_BYTES_MAX = 9

/**
 * Splits `chain.rlp`, the RLP of all blocks above genesis one after the other, into blocks. Only their lengths are
 * looked at.
 *
 * @param path names the file where it is refused
 * @throws {FixtureError} where the file ends within a block, or has something else in its place
 */
export function splitChainRlp(file: Uint8Array, path = 'chain.rlp'): Uint8Array[] {
  const splitter = new BlockSplitter(file, path, file.length)
  splitter.split(file.length)
  return splitter.blocks
}

/**
 * Reads and splits a file such as `chain.rlp`. It is split while it is read: one that is not what it ought to be is
 * refused with its first bytes, however large it is.
 *
 * @returns undefined where it is not there
 * @throws {FixtureError} as `splitChainRlp`, and where the file cannot be read, or a block is larger than the limit
 */
export async function readChainRlp(
  path: string,
  reading: Reading,
): Promise<Uint8Array[] | undefined> {
  try {
    return await readAndSplit(path, reading)
  } catch (cause) {
    reading.signal?.throwIfAborted()
    if (cause instanceof FixtureError) throw cause
    if (isMissing(cause)) return undefined
    throw unreadable(path, cause)
  }
}

async function readAndSplit(path: string, { limits, signal }: Reading): Promise<Uint8Array[]> {
  const { file, size } = await openRegularFile(path)
  try {
    const bytes = reserve(size, path)
    const splitter = new BlockSplitter(bytes, path, limits.partBytes / BLOCKS_IN_PART)
    for (let length = 0; length < size; ) {
      signal?.throwIfAborted()
      const wanted = Math.min(PIECE_BYTES, size - length)
      const { bytesRead } = await file.read(bytes, length, wanted)
      if (bytesRead === 0) throw new FixtureError(path, '', 'it was cut off while it was read')
      length += bytesRead
      splitter.split(length)
    }
    return splitter.blocks
  } finally {
    await file.close()
  }
}

/** Binary, a block is a quarter of its JSON or less. */
const BLOCKS_IN_PART = 4

/** Memory takes no room before it is written to. */
function reserve(size: number, path: string): Buffer {
  try {
    return Buffer.allocUnsafeSlow(size)
  } catch (cause) {
    throw new FixtureError(path, '', `it has ${size} bytes, more than a Buffer can hold`, { cause })
  }
}

/** A header cannot be shorter: its bloom alone takes 256 bytes, its seven hashes and nonces another 200. */
const BLOCK_BYTES_MIN = 456
const SHORT_BLOCKS_MAX = 1000

/** Finds the blocks of a file of which the bytes come little by little. */
class BlockSplitter {
  readonly blocks: Uint8Array[] = []
  readonly #file: Uint8Array
  readonly #path: string
  readonly #blockBytesMax: number
  /** where the next block begins */
  #at = 0

  constructor(file: Uint8Array, path: string, blockBytesMax: number) {
    this.#file = file
    this.#path = path
    this.#blockBytesMax = blockBytesMax
  }

  /** @param length how many bytes are there by now */
  split(length: number): void {
    const isAll = length === this.#file.length
    // A length that is cut by the end of what is there is read with the next bytes.
    while (this.#at < length && (isAll || this.#at + LENGTH_BYTES_MAX <= length)) {
      const end = this.#endOfBlock()
      if (end > length && !isAll) return
      this.blocks.push(this.#file.subarray(this.#at, end))
      this.#at = end
    }
  }

  #endOfBlock(): number {
    const at = this.#at
    const { length } = this.#file
    let extent: RlpExtent
    try {
      extent = rlpExtent(this.#file, at)
    } catch (cause) {
      throw this.#refusal('the file ends within its length', cause)
    }
    const { isList, end } = extent
    if (!isList) throw this.#refusal(`no list begins at byte ${at}`)
    if (end > length) throw this.#refusal(`it ends at byte ${end}, but the file at byte ${length}`)
    const bytes = end - at
    // A few are let through: whoever runs them says more about what is wrong.
    if (this.blocks.length > SHORT_BLOCKS_MAX + at / BLOCK_BYTES_MIN) {
      throw this.#refusal('too many items before it are too short for a block')
    }
    if (bytes > this.#blockBytesMax) {
      throw this.#refusal(`it has ${bytes} bytes, more than ${this.#blockBytesMax}`)
    }
    return end
  }

  #refusal(problem: string, cause?: unknown): FixtureError {
    const place = `block ${this.blocks.length + 1}: rlp`
    return new FixtureError(this.#path, place, problem, { cause })
  }
}

/** What can be told of a block without running it. */
export interface BlockOutline {
  /** DATA, 32 bytes */
  readonly hash: Hex
  /** it has no difficulty, as every block after the merge */
  readonly isProofOfStake: boolean
}

/** After how many blocks that are outlined others have their turn. */
const PAUSE_EVERY = 1000

/** Place of the difficulty among the fields of a header. */
const DIFFICULTY = 7

/** The outline of each block; others have their turn meanwhile. */
export async function outlineBlocks(
  blocks: readonly Uint8Array[],
  signal: AbortSignal | undefined,
): Promise<(BlockOutline | undefined)[]> {
  const outlines: (BlockOutline | undefined)[] = []
  const pause = yieldEvery(PAUSE_EVERY, signal)
  for (const block of blocks) {
    outlines.push(outlineBlock(block))
    await pause()
  }
  return outlines
}

/** Undefined for what has not the form of a block: whoever imports it will say what is wrong. */
function outlineBlock(rlp: Uint8Array): BlockOutline | undefined {
  try {
    const headerStart = rlpExtent(rlp, 0).start
    const header = rlpExtent(rlp, headerStart)
    let at = header.start
    for (let field = 0; field < DIFFICULTY; field++) at = rlpExtent(rlp, at).end
    const difficulty = rlpExtent(rlp, at)
    return {
      hash: toHex(keccak256(rlp.subarray(headerStart, header.end))),
      isProofOfStake: difficulty.start === difficulty.end,
    }
  } catch {
    return undefined
  }
}
