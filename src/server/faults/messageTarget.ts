import type { Socket } from 'node:net'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { WEBSOCKET_ABNORMAL } from '../../faults/effect.ts'
import { type LongReply, longChunks, longLength } from '../../rpc/longAnswers/longAnswer.ts'
import { byteLength, type Reply } from '../../rpc/reply.ts'
import { untilDrained } from '../backlog.ts'
import type { ConnectionMemory } from '../clientMemory.ts'
import type { EndOfRound } from '../endOfRound.ts'
import type { Framing, MessageClient } from '../messageClient.ts'
import { breakOff } from './breakOff.ts'
import { resetSocket } from './resetSocket.ts'

export interface MessageTargetOptions {
  readonly endpoint: Endpoint
  readonly client: MessageClient
  readonly socket: Socket
  readonly framing: Framing
  readonly memory: ConnectionMemory
  readonly endOfRound: EndOfRound
}

/** Where messages are sent: a client of an endpoint, and its socket. */
export class MessageTarget {
  readonly endpoint: Endpoint
  readonly #client: MessageClient
  readonly socket: Socket
  readonly #framing: Framing
  readonly #memory: ConnectionMemory
  readonly #endOfRound: EndOfRound
  #isHeld = false
  #isBroken = false
  /** the long message that is being sent, and what waits until it is sent */
  #streaming: Promise<void> | undefined
  readonly #waiting: Reply[] = []

  constructor({ endpoint, client, socket, framing, memory, endOfRound }: MessageTargetOptions) {
    this.endpoint = endpoint
    this.#client = client
    this.socket = socket
    this.#framing = framing
    this.#memory = memory
    this.#endOfRound = endOfRound
  }

  /** Collects what is sent from now on, and writes it at the end of this round of the event loop. */
  hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    this.socket.cork()
    this.#endOfRound.add(this.release)
  }

  /** Writes what was collected. */
  readonly release = (): void => {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.socket.uncork()
    this.#countUnread()
  }

  /** Sends a message, unless the client has disconnected. */
  send(reply: Reply | undefined): void {
    if (reply === undefined || this.#isBroken || this.#client.readyState !== this.#client.OPEN) {
      return
    }
    if (this.#streaming !== undefined) {
      this.#waiting.push(reply)
      this.#memory.add(byteLength(reply))
      return
    }
    this.#framing.write(this.socket, reply, byteLength(reply))
    if (!this.#isHeld) this.#countUnread()
  }

  /** Whether a long message is being sent. */
  get isStreaming(): boolean {
    return this.#streaming !== undefined
  }

  /** Sends a message as fast as the client takes it, and discards its answer. What is sent meanwhile follows it. */
  async sendLong(reply: LongReply): Promise<void> {
    while (this.#streaming !== undefined) await this.#streaming
    this.#streaming = this.#stream(reply).finally(() => {
      this.#streaming = undefined
      reply.answer.discard()
      for (const waiting of this.#waiting.splice(0)) {
        this.#memory.add(-byteLength(waiting))
        this.send(waiting)
      }
    })
    await this.#streaming
  }

  async #stream(reply: LongReply): Promise<void> {
    let left = longLength(reply)
    let isFirst = true
    try {
      for await (const part of longChunks(reply)) {
        if (this.#isBroken || this.#client.readyState !== this.#client.OPEN) return
        left -= part.length
        this.#framing.writePart(this.socket, part, { isFirst, isLast: left === 0 })
        isFirst = false
        await untilDrained(this.socket)
      }
    } catch (error) {
      // No message can follow one that is incomplete.
      this.#client.terminate()
      throw error
    }
  }

  /** Sends half of a message, then breaks the connection. */
  breakOff(reply: Reply): void {
    if (this.#isBroken) return
    this.#isBroken = true
    this.release()
    this.#framing.writeHalf(this.socket, reply, byteLength(reply), () => breakOff(this.socket))
  }

  /** Breaks the connection after what was sent. */
  reset(): void {
    this.release()
    resetSocket(this.socket)
  }

  /**
   * Closes the connection after what was sent.
   *
   * @param code as the client sees it
   */
  close(code: number): void {
    this.release()
    if (code === WEBSOCKET_ABNORMAL) this.#client.terminate()
    else this.#client.close(code)
  }

  #countUnread(): void {
    if (this.socket.writableLength > 0) this.#memory.countUnread()
  }
}
