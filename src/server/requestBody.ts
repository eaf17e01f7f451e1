import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../rpc/longWork.ts'

/** So many pieces of a body are put together before others have their turn: a body may arrive in pieces of one byte. */
const PIECES_PER_TURN = 4096

/**
 * Reads a request's body. Nothing is called if the client goes away before its end.
 *
 * @param memory in which the body is counted until it is complete
 * @param done told the body, or undefined as soon as it is known to be larger than `bytesMax`
 */
export function readBody(
  request: IncomingMessage,
  bytesMax: number,
  memory: MemoryAccount,
  done: (body: Uint8Array | undefined) => void,
): void {
  const declaredBytes = Number(request.headers['content-length'])
  let first: Buffer | undefined
  let body: GrowingBuffer | undefined
  let bytes = 0
  let countedBytes = 0
  let pieces = 0
  request.on('data', (chunk: Buffer) => {
    if (++pieces % PIECES_PER_TURN === 0) {
      request.pause()
      setImmediate(() => request.resume())
    }
    bytes += chunk.length
    // Most bodies arrive in one piece, and are not kept.
    if (chunk.length !== declaredBytes) {
      countedBytes += chunk.length
      memory.add(chunk.length)
    }
    if (bytes > bytesMax) {
      // What is still to come is read and dropped: closing the connection now could cut off our
      // answer.
      request.removeAllListeners('data').removeAllListeners('end').resume()
      memory.add(-countedBytes)
      done(undefined)
    } else if (first === undefined) {
      first = chunk
    } else {
      body ??= new GrowingBuffer(first, bytesMax)
      body.append(chunk)
    }
  })
  request.on('end', () => {
    memory.add(-countedBytes)
    done(body?.bytes ?? first ?? Buffer.alloc(0))
  })
}

/** Bytes put together as they arrive. The pieces are not kept: many small ones would take hundreds of times their size. */
class GrowingBuffer {
  readonly #bytesMax: number
  #buffer: Buffer
  #length = 0

  constructor(first: Buffer, bytesMax: number) {
    this.#bytesMax = bytesMax
    this.#buffer = Buffer.allocUnsafeSlow(Math.min(bytesMax, 2 * first.length))
    this.append(first)
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  append(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (length > this.#buffer.length) {
      // The system provides memory when it is written to, so that room which is not used costs nothing.
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#bytesMax, 2 * length))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    chunk.copy(this.#buffer, this.#length)
    this.#length = length
  }
}
