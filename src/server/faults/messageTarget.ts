import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { byteLength, type Reply } from '../../rpc/reply.ts'
import type { ConnectionMemory } from '../clientMemory.ts'
import { writeHalfMessage, writeTextMessage } from '../textMessage.ts'
import { breakOff } from './breakOff.ts'

/** Where messages are sent: a WebSocket of an endpoint, and its socket. */
export class MessageTarget {
  readonly endpoint: Endpoint
  readonly client: WebSocket
  readonly socket: Socket
  readonly #memory: ConnectionMemory
  #isBroken = false

  constructor(endpoint: Endpoint, client: WebSocket, socket: Socket, memory: ConnectionMemory) {
    this.endpoint = endpoint
    this.client = client
    this.socket = socket
    this.#memory = memory
  }

  /** Sends a message, unless the client has disconnected. */
  send(reply: Reply | undefined): void {
    const { client, socket } = this
    if (reply === undefined || this.#isBroken || client.readyState !== client.OPEN) return
    writeTextMessage(socket, reply, byteLength(reply))
    if (socket.writableLength > 0) this.#memory.countUnread()
  }

  /** Sends half of a message, then breaks the connection. */
  breakOff(reply: Reply): void {
    if (this.#isBroken) return
    this.#isBroken = true
    writeHalfMessage(this.socket, reply, byteLength(reply), () => breakOff(this.socket))
  }
}
