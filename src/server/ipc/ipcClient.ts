import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { errorReply } from '../../rpc/errorReply.ts'
import { RequestError } from '../../rpc/errors.ts'
import { byteLength } from '../../rpc/reply.ts'
import type { MessageClient, PartialMessage } from '../messageClient.ts'
import { BODY_TOO_LARGE } from '../requestBody.ts'
import { JsonSplitter } from './jsonSplitter.ts'
import { lineFraming } from './lineFraming.ts'

// As of a WebSocket.
const [OPEN, CLOSING, CLOSED] = [1, 2, 3]

/** A client of the IPC socket, as if it were a WebSocket. */
export class IpcClient extends EventEmitter implements MessageClient {
  readonly OPEN = OPEN
  readonly CLOSED = CLOSED
  readonly #socket: Socket
  readonly #bytesMax: number
  readonly #splitter = new JsonSplitter()
  #state = OPEN

  /** @param bytesMax the largest message */
  constructor(socket: Socket, bytesMax: number) {
    super()
    this.#socket = socket
    this.#bytesMax = bytesMax
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', (error) => this.emit('error', error))
    socket.once('close', () => {
      this.#state = CLOSED
      this.emit('close')
    })
  }

  get readyState(): number {
    return this.#state
  }

  get bufferedAmount(): number {
    return this.#socket.writableLength
  }

  /** Counts what the splitter keeps. */
  readonly partial: PartialMessage = {
    end() {},
    count: () => {
      const bytes = this.#splitter.memory
      const change = bytes - this.#counted
      this.#counted = bytes
      return change
    },
  }
  #counted = 0

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    if (this.#state !== OPEN) return
    this.#state = CLOSING
    this.#socket.end()
  }

  terminate(): void {
    this.#state = CLOSING
    this.#socket.destroy()
  }

  /** Handles what is left when the client has ended its half of the connection. */
  endInput(): void {
    const rest = this.#splitter.end()
    if (rest !== undefined && this.#state === OPEN) this.emit('message', rest)
  }

  #receive(chunk: Buffer): void {
    for (const message of this.#splitter.push(chunk)) {
      if (this.#state !== OPEN) return
      if (message.length > this.#bytesMax) {
        this.#refuse()
        return
      }
      this.emit('message', message)
    }
    if (this.#splitter.keptBytes > this.#bytesMax) this.#refuse()
  }

  /** A message is too large: as over HTTP, the client gets an error, and is then disconnected. */
  #refuse(): void {
    const reply = errorReply(new RequestError('INVALID_REQUEST', BODY_TOO_LARGE))
    lineFraming.write(this.#socket, reply, byteLength(reply))
    this.close()
    this.#socket.destroySoon()
  }
}
