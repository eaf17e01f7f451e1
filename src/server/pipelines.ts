import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientMemory } from './clientMemory.ts'
import { holdSocket, releaseSocket } from './heldSockets.ts'

/** An estimate of what node:http stores of a waiting request in addition to its header: its objects, and the start of its body. */
const REQUEST_BYTES = 4096

/** An estimate of what a name or a value in its header takes in addition to its text. */
const TEXT_BYTES = 40

/**
 * Handles the requests of each connection one after the other. A client may send further requests before the response
 * (pipelining, RFC 9112, 9.3.2), and responses must be in order. So each connection has at most one response in memory,
 * however many requests it sends and however slowly it reads.
 */
export class Pipelines {
  readonly #memory: ClientMemory
  readonly #waiting = new WeakMap<Socket, number>()

  constructor(memory: ClientMemory) {
    this.#memory = memory
  }

  /** Whether a request of this connection waits for the one before. */
  isWaiting(socket: Socket): boolean {
    return this.#waiting.has(socket)
  }

  /** Calls `handle` when all earlier requests of the connection are answered. */
  handleInOrder(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    // node:http assigns the socket to a response once the responses before it are written.
    if (response.socket !== null) {
      handle()
      return
    }
    const { socket } = request
    const memory = this.#memory.of(socket)
    const bytes = bytesOf(request)
    memory.add(bytes)
    const before = this.#waiting.get(socket) ?? 0
    this.#waiting.set(socket, before + 1)
    if (before === 0) holdSocket(socket, this)
    response.once('socket', () => {
      memory.add(-bytes)
      const left = (this.#waiting.get(socket) as number) - 1
      if (left > 0) {
        this.#waiting.set(socket, left)
      } else {
        this.#waiting.delete(socket)
        releaseSocket(socket, this)
      }
      process.nextTick(handle)
    })
  }
}

function bytesOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + TEXT_BYTES + text.length, REQUEST_BYTES)
}
