import type { WebSocket } from 'ws'
import type { PartialMessage } from './messageClient.ts'
import { OBJECT_BYTES } from './messageQueue.ts'

/** A WebSocket with what ws stores of an incomplete message; there is no public way to get it. */
interface ReceivingWebSocket extends WebSocket {
  readonly _receiver: {
    /** the chunks of an incomplete frame */
    readonly _buffers: readonly unknown[]
    /** the complete frames of an incomplete message */
    readonly _fragments: readonly unknown[]
  }
}

/** Counts the chunks that contain parts of an incomplete message of a WebSocket. */
export class WebSocketPartial implements PartialMessage {
  readonly #client: ReceivingWebSocket
  #bytes = 0
  #buffers = 0
  #fragments = 0

  constructor(client: WebSocket) {
    this.#client = client as ReceivingWebSocket
  }

  /** The message is complete. Anything stored from now on is in the current chunk. */
  end(): void {
    this.#buffers = 0
    this.#fragments = 0
  }

  count(chunkBytes: number): number {
    const { _buffers, _fragments } = this.#client._receiver
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
