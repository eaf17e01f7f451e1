import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientMemory } from './clientMemory.ts'

/** About what node:http keeps of a request that waits, beside its head: its objects, and of its body what is read unasked. */
const REQUEST_BYTES = 4096

/** About what a name or a value of its head takes beside its text. */
const TEXT_BYTES = 40

/**
 * Handles the requests of a connection one after the other: a client may send more before it is answered (pipelining,
 * RFC 9112, 9.3.2), and answers have to be in order. So a connection never has more than one answer in memory, however
 * much it asks for and however little it reads.
 */
export class Pipelines {
  readonly #memory: ClientMemory
  readonly #waiting = new WeakMap<Socket, number>()

  constructor(memory: ClientMemory) {
    this.#memory = memory
  }

  /** Whether a request of this connection waits. */
  isWaiting(socket: Socket): boolean {
    return this.#waiting.has(socket)
  }

  /** Handles a request when everything before it on its connection is answered. */
  handleInOrder(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    // node:http gives a response its socket when those before it are written.
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
    if (before === 0) this.#holdPaused(socket)
    response.once('socket', () => {
      memory.add(-bytes)
      const left = (this.#waiting.get(socket) as number) - 1
      if (left > 0) {
        this.#waiting.set(socket, left)
      } else {
        this.#waiting.delete(socket)
        release(socket)
      }
      process.nextTick(handle)
    })
  }

  /** Pauses a connection, though node:http resumes it for each request that is complete. */
  #holdPaused(socket: Socket): void {
    socket.resume = () => socket
    // A resumption that began before this takes effect in the next tick; by then it may be this one's turn.
    process.nextTick(() =>
      process.nextTick(() => {
        if (this.#waiting.has(socket)) socket.pause()
      }),
    )
  }
}

function bytesOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + TEXT_BYTES + text.length, REQUEST_BYTES)
}

function release(socket: Socket): void {
  Reflect.deleteProperty(socket, 'resume')
  socket.resume()
}
