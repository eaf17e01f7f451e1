import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../rpc/longWork.ts'
import { holdSocket, releaseSocket } from './heldSockets.ts'
import { CHUNK_COST, type Reader, type ReadTurns, TURN_COST } from './readTurns.ts'

/** The message of the error for a request that is too large, over HTTP and IPC. */
export const BODY_TOO_LARGE = 'request body too large'

export interface ReadBodyOptions {
  /** the largest body */
  readonly bytesMax: number
  /** counts the body until it is complete */
  readonly memory: MemoryAccount
  readonly turns: ReadTurns
}

/**
 * Reads the body of a request, a large one in turns with other connections. `done` is not called if the client disconnects
 * before the end.
 *
 * @param done called with the body, or with undefined as soon as the body is larger than `bytesMax`
 */
export function readBody(
  request: IncomingMessage,
  { bytesMax, memory, turns }: ReadBodyOptions,
  done: (body: Uint8Array | undefined) => void,
): void {
  const declaredBytes = Number(request.headers['content-length'])
  let first: Buffer | undefined
  let body: BodyChunks | undefined
  let bytes = 0
  let countedBytes = 0
  let takeTurn: TakeTurn | undefined
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length
    // Most bodies arrive in one chunk, which need not be counted.
    if (chunk.length !== declaredBytes) {
      countedBytes += chunk.length
      memory.add(chunk.length)
      takeTurn ??= turnTaker(request, turns)
      takeTurn(chunk)
    }
    if (bytes > bytesMax) {
      // Reads and drops the rest: closing the connection now could cut off our response.
      request.off('data', onData).off('end', onEnd)
      dropBody(request, turns)
      memory.add(-countedBytes)
      done(undefined)
    } else if (first === undefined) {
      first = chunk
    } else {
      body ??= new BodyChunks(first)
      body.append(chunk)
    }
  }
  const onEnd = (): void => {
    memory.add(-countedBytes)
    // Chunks are copied together at once.
    if (body !== undefined) turns.spend(bytes)
    done(body?.take() ?? first ?? Buffer.alloc(0))
  }
  request.on('data', onData).on('end', onEnd)
}

/** Reads what is left of a request's body in turns with other connections, and drops it. */
export function dropBody(request: IncomingMessage, turns: ReadTurns): void {
  request.on('data', turnTaker(request, turns))
}

/** Call this with each chunk of a large body. */
type TakeTurn = (chunk: Buffer) => void

function turnTaker(request: IncomingMessage, turns: ReadTurns): TakeTurn {
  const { socket } = request
  const reader: Reader = {
    pause: () => holdSocket(socket, reader),
    resume: () => releaseSocket(socket, reader),
  }
  let cost = 0
  request.once('close', () => turns.remove(reader))
  return (chunk) => {
    cost += chunk.length + CHUNK_COST
    if (cost < TURN_COST) return
    turns.spend(cost)
    turns.wait(reader)
    cost = 0
  }
}

/** A chunk of at least this many bytes is kept as it is. */
const LARGE_CHUNK_BYTES = 4096

/** How many bytes of small chunks are put into one block. */
const BLOCK_BYTES = 64 * 1024

/**
 * The chunks of a body. Large ones are copied only when the body is complete, so that a client which never sends the last
 * byte costs little time. Small ones are copied together as they arrive: each would take hundreds of times its size.
 */
class BodyChunks {
  #parts: Buffer[] = []
  /** small chunks that have arrived since the last large one */
  #block: Buffer = Buffer.alloc(0)
  #blockLength = 0

  constructor(first: Buffer) {
    this.append(first)
  }

  append(chunk: Buffer): void {
    // A part of a much larger buffer would keep all of it.
    const isLarge = chunk.length >= LARGE_CHUNK_BYTES && 2 * chunk.length >= chunk.buffer.byteLength
    if (isLarge || this.#blockLength + chunk.length > BLOCK_BYTES) this.#endBlock()
    if (isLarge) this.#parts.push(chunk)
    else this.#appendToBlock(chunk)
  }

  /** Returns the whole body, and releases the chunks. */
  take(): Buffer {
    this.#endBlock()
    const parts = this.#parts
    this.#parts = []
    return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  }

  #appendToBlock(chunk: Buffer): void {
    const length = this.#blockLength + chunk.length
    if (length > this.#block.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * length, BLOCK_BYTES)))
      this.#block.copy(larger, 0, 0, this.#blockLength)
      this.#block = larger
    }
    chunk.copy(this.#block, this.#blockLength)
    this.#blockLength = length
  }

  #endBlock(): void {
    if (this.#blockLength === 0) return
    this.#parts.push(this.#block.subarray(0, this.#blockLength))
    this.#block = Buffer.alloc(0)
    this.#blockLength = 0
  }
}
