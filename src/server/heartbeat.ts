import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { TIMER_MS_MAX } from '../primitives/timers.ts'

/**
 * How many pings in a row may go unanswered. One is too few: a ping waits behind what is in the buffers of both systems,
 * and a slow reader takes a while to read that.
 */
const UNANSWERED_MAX = 2

/** The state of a connection at its last pings. */
interface ConnectionState {
  /** how many pings in a row were not answered */
  unanswered: number
  /** how many bytes the client had sent at the last ping */
  bytesRead: number
  readonly socket: Socket
}

/** Pings WebSocket clients at intervals, and terminates those that no longer respond. */
export class Heartbeat {
  readonly #clients: Iterable<WebSocket>
  readonly #timer: NodeJS.Timeout
  readonly #silentMs: number
  readonly #states = new WeakMap<WebSocket, ConnectionState>()

  /** @param clients the connected clients, a live collection */
  constructor(clients: Iterable<WebSocket>, seconds: number) {
    this.#clients = clients
    this.#timer = setInterval(() => this.#pingAll(), seconds * 1000).unref()
    this.#silentMs = Math.min((UNANSWERED_MAX + 1) * seconds * 1000, TIMER_MS_MAX)
  }

  /** @param socket that carries the WebSocket */
  watch(client: WebSocket, socket: Socket): void {
    this.#states.set(client, { unanswered: 0, bytesRead: socket.bytesRead, socket })
    // Called after this long without a byte read or written, not even of the backlog.
    socket.setTimeout(this.#silentMs, () => {
      if (isWaitingForUs(client)) socket.setTimeout(this.#silentMs)
      else client.terminate()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #pingAll(): void {
    for (const client of this.#clients) {
      const state = this.#states.get(client)
      if (state === undefined) continue
      const { bytesRead } = state.socket
      // Anything it sends shows that it is connected: a pong, or a part of a long message.
      if (bytesRead > state.bytesRead) state.unanswered = 0
      state.bytesRead = bytesRead
      if (client.bufferedAmount > 0 || isWaitingForUs(client)) {
        // A ping would wait behind the backlog, or its pong until we read again. If the client stops reading, the
        // timeout of the socket terminates it.
        state.unanswered = 0
      } else if (state.unanswered === UNANSWERED_MAX) {
        client.terminate()
      } else {
        state.unanswered++
        client.ping()
      }
    }
  }
}

/** Whether the client waits for us: it has read all of its responses, and we have paused reading its requests. */
function isWaitingForUs(client: WebSocket): boolean {
  return client.isPaused && client.bufferedAmount === 0
}
