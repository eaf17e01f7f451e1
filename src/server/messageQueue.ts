import type { Socket } from 'node:net'
import type { MemoryAccount } from '../rpc/longWork.ts'
import { isBehind, untilDrained } from './backlog.ts'
import type { ConnectionMemory } from './clientMemory.ts'
import type { MessageClient, PartialMessage } from './messageClient.ts'
import { MESSAGE_COST, type Reader, type ReadTurns, TURN_COST } from './readTurns.ts'

/** An estimate of the memory that a message, or a chunk of one, takes in addition to its bytes. */
export const OBJECT_BYTES = 256

export interface MessageQueueOptions {
  readonly client: MessageClient
  readonly socket: Socket
  readonly partial: PartialMessage
  readonly memory: ConnectionMemory
  readonly turns: ReadTurns
  /** how many bytes of requests may be processed at a time */
  readonly queuedBytesMax: number
  /** how many bytes of unread responses the client may have before its requests wait */
  readonly backlogBytesMax: number
  readonly process: (message: Buffer) => void
}

/**
 * The messages of one client. They are processed as they arrive, several at a time, unless the client does not read its
 * responses or its requests take too much memory. Then further messages wait as bytes, and no more are read meanwhile.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions
  readonly #waiting: Buffer[] = []
  #processingBytes = 0
  /** of the messages that end in the current chunk, as of `ReadTurns` */
  #cost = 0

  constructor(options: MessageQueueOptions) {
    this.#options = options
    const { client, socket, partial, memory, turns } = options
    client.on('message', (message: Buffer) => {
      // A message in several chunks is copied and checked at once.
      this.#cost += costOf(message)
      this.#receive(message)
    })
    // Called after the listener of the client, which has emitted the messages that end in this chunk.
    socket.on('data', ({ length }: Buffer) => {
      memory.add(partial.count(length))
      const cost = this.#cost + length
      this.#cost = 0
      if (cost < TURN_COST) return
      turns.spend(length)
      turns.wait(this.#reader)
    })
    client.once('close', () => turns.remove(this.#reader))
  }

  readonly #reader: Reader = {
    pause: () => this.#options.client.pause(),
    resume: () => this.#continue(),
  }

  /** Counts the memory of requests while they are processed. */
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
    const { client, partial, memory, process, turns } = this.#options
    partial.end()
    if (this.isEmpty && this.#hasRoom() && !turns.isOver) {
      process(message)
      turns.spend(costOf(message))
      return
    }
    // One buffer may contain many messages, and any of them would keep the whole buffer.
    const own = Buffer.from(message)
    memory.add(own.length + OBJECT_BYTES)
    // Pausing stops the socket, but messages that were already read still arrive.
    if (this.#waiting.push(own) === 1) {
      client.pause()
      if (this.#isBehind()) this.#continueWhenDrained()
      else if (turns.isOver) turns.wait(this.#reader)
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
    const { memory, process, turns } = this.#options
    while (this.#waiting.length > 0 && this.#hasRoom() && !turns.isOver) {
      const message = this.#waiting.shift() as Buffer
      memory.add(-message.length - OBJECT_BYTES)
      process(message)
      turns.spend(costOf(message))
    }
    if (this.isEmpty) this.#resume()
    else if (this.#isBehind()) this.#continueWhenDrained()
    else if (turns.isOver) turns.wait(this.#reader)
  }

  #resume(): void {
    const { client, turns } = this.#options
    if (this.isEmpty && !turns.isWaiting(this.#reader)) client.resume()
  }

  #continueWhenDrained(): void {
    void untilDrained(this.#options.socket).then(() => this.#continue())
  }
}

/** The cost of a message, as of `ReadTurns`. */
function costOf({ length }: Buffer): number {
  return MESSAGE_COST + length
}
