import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { MemoryAccount } from '../rpc/longWork.ts'
import type { ConnectionMemory } from './clientMemory.ts'
import { isBehind, untilDrained } from './untilDrained.ts'

/** About what is kept of a message or of a piece of one beside its bytes. */
const OBJECT_BYTES = 256

export interface MessageQueueOptions {
  readonly client: WebSocket
  readonly socket: Socket
  readonly memory: ConnectionMemory
  /** how many bytes of its requests may be processed at a time */
  readonly queuedBytesMax: number
  /** how many bytes of answers may wait for the client before its requests wait */
  readonly backlogBytesMax: number
  readonly process: (message: Buffer) => void
}

/**
 * The messages of one WebSocket. They are processed as they arrive, and several at a time, while the client reads its
 * answers and its requests take no more memory than they may; the others wait, as the bytes that were received, and
 * meanwhile no more are read.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions
  readonly #waiting: Buffer[] = []
  #processingBytes = 0
  readonly #partial = new PartialMessage()

  constructor(options: MessageQueueOptions) {
    this.#options = options
    const { client, socket, memory } = options
    client.on('message', (message: Buffer) => this.#receive(message))
    // Called after the listener of ws, which has taken out the messages that end in this chunk.
    socket.on('data', (chunk: Buffer) => memory.add(this.#partial.count(client, chunk.length)))
  }

  /** Counts what requests take while they are processed. */
  readonly processing: MemoryAccount = {
    add: (bytes) => {
      this.#processingBytes += bytes
      this.#options.memory.add(bytes)
      if (bytes < 0 && this.#waiting.length > 0) this.#continue()
    },
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  #receive(message: Buffer): void {
    const { client, memory, process } = this.#options
    this.#partial.end()
    if (this.isEmpty && this.#hasRoom()) {
      process(message)
      return
    }
    // Many messages come in one buffer, which would be kept for as long as one of them.
    const own = Buffer.from(message)
    memory.add(own.length + OBJECT_BYTES)
    // Pausing stops the socket, not the messages that one read has brought already.
    if (this.#waiting.push(own) === 1) {
      client.pause()
      if (this.#isBehind()) this.#continueWhenRead()
    }
  }

  #hasRoom(): boolean {
    return this.#processingBytes <= this.#options.queuedBytesMax && !this.#isBehind()
  }

  #isBehind(): boolean {
    const { socket, backlogBytesMax } = this.#options
    return isBehind(socket, backlogBytesMax)
  }

  #continue(): void {
    const { client, memory, process } = this.#options
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const message = this.#waiting.shift() as Buffer
      memory.add(-message.length - OBJECT_BYTES)
      process(message)
    }
    if (this.isEmpty) client.resume()
    else if (this.#isBehind()) this.#continueWhenRead()
  }

  #continueWhenRead(): void {
    void untilDrained(this.#options.socket).then(() => this.#continue())
  }
}

/** What ws keeps of a message that has not arrived whole; there is no public way to ask for it. */
interface Receiver {
  /** the chunks of an incomplete frame */
  readonly _buffers: readonly unknown[]
  /** the complete frames of an incomplete message */
  readonly _fragments: readonly unknown[]
}

/** Counts the memory of a message that has not arrived whole, as the chunks that parts of it are in. */
class PartialMessage {
  #bytes = 0
  #buffers = 0
  #fragments = 0

  /** A message is complete. What is kept from now on has arrived in the chunk at hand. */
  end(): void {
    this.#buffers = 0
    this.#fragments = 0
  }

  /** @returns how many bytes more, or fewer, are kept since the last chunk */
  count(client: WebSocket, chunkBytes: number): number {
    const { _buffers, _fragments } = (client as unknown as { _receiver: Receiver })._receiver
    const before = this.#bytes
    const isFirst = this.#buffers + this.#fragments === 0
    const isKept = _buffers.length !== this.#buffers || _fragments.length !== this.#fragments
    this.#buffers = _buffers.length
    this.#fragments = _fragments.length
    if (this.#buffers + this.#fragments === 0) this.#bytes = 0
    else if (isFirst) this.#bytes = chunkBytes + OBJECT_BYTES
    else if (isKept) this.#bytes += chunkBytes + OBJECT_BYTES
    return this.#bytes - before
  }
}
