import type { Socket } from 'node:net'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { WEBSOCKET_ABNORMAL } from '../../faults/effect.ts'
import { byteLength, type Reply } from '../../rpc/reply.ts'
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
    this.#framing.write(this.socket, reply, byteLength(reply))
    if (!this.#isHeld) this.#countUnread()
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
