import type { IncomingMessage } from 'node:http'
import type { MemoryAccount } from '../rpc/longWork.ts'

/** How many chunks of a body are read before other connections are served: chunks may be as small as one byte. */
const CHUNKS_MAX = 4096

/**
 * Reads the body of a request. `done` is not called if the client disconnects before the end.
 *
 * @param memory counts the body until it is complete
 * @param done called with the body, or with undefined as soon as the body is larger than `bytesMax`
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
  let chunks = 0
  request.on('data', (chunk: Buffer) => {
    if (++chunks % CHUNKS_MAX === 0) {
      request.pause()
      setImmediate(() => request.resume())
    }
    bytes += chunk.length
    // Most bodies arrive in one chunk, which need not be counted.
    if (chunk.length !== declaredBytes) {
      countedBytes += chunk.length
      memory.add(chunk.length)
    }
    if (bytes > bytesMax) {
      // Reads and drops the rest: closing the connection now could cut off our response.
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

/** Concatenates chunks as they arrive. Storing many small chunks would take hundreds of times their size. */
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
      // Unused room takes no memory: the system provides a page when it is first written to.
      const larger = Buffer.allocUnsafeSlow(Math.min(this.#bytesMax, 2 * length))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    chunk.copy(this.#buffer, this.#length)
    this.#length = length
  }
}
