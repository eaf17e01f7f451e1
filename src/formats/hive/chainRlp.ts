import type { Hex } from '../../primitives/hex.ts'
import { requireHeadAt } from '../../primitives/readRlp.ts'
import { openRegularFile, PIECE_BYTES } from '../../primitives/regularFile.ts'
import type { RlpHead } from '../../primitives/rlp.ts'
import { yieldEvery } from '../../primitives/yieldToEventLoop.ts'
import { hashOfBlock } from '../blockRlp.ts'
import { FixtureError } from '../fixtureError.ts'
import { isMissing, type ReadOptions, unreadableFileError } from '../folder/readFiles.ts'

/** The length of an RLP item is encoded in its first bytes, at most nine. */
const LENGTH_BYTES_MAX = 9

/**
 * Splits `chain.rlp`, the concatenated RLP of all blocks above genesis, into blocks. It reads only their lengths.
 *
 * @param path of the file, for errors
 * @throws {FixtureError} if the file ends within a block, or contains something else
 */
export function splitChainRlp(file: Uint8Array, path = 'chain.rlp'): Uint8Array[] {
  const splitter = new BlockSplitter(file, path, file.length)
  splitter.split(file.length)
  return splitter.blocks
}

/**
 * Reads and splits a file such as `chain.rlp`. It is split while it is read, so a file of another format is refused
 * after its first bytes, however large it is.
 *
 * @returns undefined if the file does not exist
 * @throws {FixtureError} as `splitChainRlp`, and if the file cannot be read, or a block exceeds the limit
 */
export async function readChainRlp(
  path: string,
  reading: ReadOptions,
): Promise<Uint8Array[] | undefined> {
  try {
    return await readAndSplit(path, reading)
  } catch (cause) {
    reading.signal?.throwIfAborted()
    if (cause instanceof FixtureError) throw cause
    if (isMissing(cause)) return undefined
    throw unreadableFileError(path, cause)
  }
}

async function readAndSplit(path: string, { limits, signal }: ReadOptions): Promise<Uint8Array[]> {
  const { file, size } = await openRegularFile(path)
  try {
    const bytes = reserve(size, path)
    const splitter = new BlockSplitter(bytes, path, limits.partBytes / BLOCKS_IN_PART)
    for (let length = 0; length < size; ) {
      signal?.throwIfAborted()
      const pieceLength = Math.min(PIECE_BYTES, size - length)
      const { bytesRead } = await file.read(bytes, length, pieceLength)
      if (bytesRead === 0) throw new FixtureError(path, '', 'it was truncated while it was read')
      length += bytesRead
      splitter.split(length)
    }
    return splitter.blocks
  } finally {
    await file.close()
  }
}

/** `partBytes` is a limit for JSON: the RLP of a block has at most a quarter of its size. */
const BLOCKS_IN_PART = 4

/** Allocates the whole file at once: the system assigns memory only when it is written. */
function reserve(size: number, path: string): Buffer {
  try {
    return Buffer.allocUnsafeSlow(size)
  } catch (cause) {
    const problem = `it has ${size} bytes, more than the maximum length of a Buffer`
    throw new FixtureError(path, '', problem, { cause })
  }
}

/** A header cannot be shorter: its bloom alone takes 256 bytes, its seven hashes and nonces another 200. */
const BLOCK_BYTES_MIN = 456
const SHORT_BLOCKS_MAX = 1000

/** The first byte of a gzip file. */
const GZIP_MAGIC = 0x1f

/** Finds the blocks of a file while it is read. */
class BlockSplitter {
  readonly blocks: Uint8Array[] = []
  readonly #file: Uint8Array
  readonly #path: string
  readonly #blockBytesMax: number
  /** offset of the next block */
  #offset = 0

  constructor(file: Uint8Array, path: string, blockBytesMax: number) {
    this.#file = file
    this.#path = path
    this.#blockBytesMax = blockBytesMax
  }

  /** @param length the number of bytes read so far */
  split(length: number): void {
    const isAll = length === this.#file.length
    // Unless the file is complete, the encoded length of the next block may not have been read to its end.
    while (this.#offset < length && (isAll || this.#offset + LENGTH_BYTES_MAX <= length)) {
      const end = this.#endOfBlock()
      if (end > length && !isAll) return
      this.blocks.push(this.#file.subarray(this.#offset, end))
      this.#offset = end
    }
  }

  #endOfBlock(): number {
    const offset = this.#offset
    const { length } = this.#file
    let extent: RlpHead
    try {
      extent = requireHeadAt(this.#file, offset)
    } catch (cause) {
      throw this.#refusal('the file ends within its length', cause)
    }
    const { isList, end } = extent
    if (this.blocks.length === 0 && this.#file[0] === GZIP_MAGIC) {
      throw new FixtureError(this.#path, '', 'it is compressed: unpack it with gunzip')
    }
    if (!isList) throw this.#refusal(`no list begins at byte ${offset}`)
    if (end > length) throw this.#refusal(`it ends at byte ${end}, but the file at byte ${length}`)
    const bytes = end - offset
    // A few are accepted, because running them gives a better error.
    if (this.blocks.length > SHORT_BLOCKS_MAX + offset / BLOCK_BYTES_MIN) {
      throw this.#refusal('too many items before it are too short to be blocks')
    }
    if (bytes > this.#blockBytesMax) {
      throw this.#refusal(`it has ${bytes} bytes, more than ${this.#blockBytesMax}`)
    }
    return end
  }

  #refusal(problem: string, cause?: unknown): FixtureError {
    const location = `block ${this.blocks.length + 1}: rlp`
    return new FixtureError(this.#path, location, problem, { cause })
  }
}

/** Facts about a block that can be read without running it. */
export interface BlockOutline {
  /** DATA, 32 bytes */
  readonly hash: Hex
  readonly number: bigint
  /** whether its number is the 0 of RLP, without bytes */
  readonly isGenesis: boolean
  /** whether its difficulty is 0, as of every block after the merge */
  readonly isProofOfStake: boolean
}

/** The number of blocks after which the event loop gets a turn. */
const PAUSE_EVERY = 1000

/** The index of the difficulty in a header; the number follows. */
const DIFFICULTY = 7

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

/** Undefined if it does not have the structure of a block: importing it will give the error. */
function outlineBlock(rlp: Uint8Array): BlockOutline | undefined {
  try {
    const header = requireHeadAt(rlp, requireHeadAt(rlp, 0).start)
    let offset = header.start
    for (let field = 0; field < DIFFICULTY; field++) offset = requireHeadAt(rlp, offset).end
    const difficulty = requireHeadAt(rlp, offset)
    const number = requireHeadAt(rlp, difficulty.end)
    if (difficulty.isList || number.isList) return undefined
    const digits = Buffer.from(rlp.subarray(number.start, number.end)).toString('hex')
    return {
      hash: hashOfBlock(rlp),
      number: BigInt(`0x0${digits}`),
      isGenesis: digits === '',
      isProofOfStake: difficulty.start === difficulty.end,
    }
  } catch {
    return undefined
  }
}
