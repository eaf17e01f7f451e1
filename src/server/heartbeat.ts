import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/**
 * How many pings in a row may go unanswered. One is too few: what the system holds between the two
 * sockets comes before the ping, and a slow reader takes its time over that.
 */
const UNANSWERED_MAX = 2

/** A timer's longest delay, in milliseconds. */
const DELAY_MS_MAX = 2 ** 31 - 1

/** Whether a client is there. */
interface Pulse {
  /** how many pings in a row it has not answered */
  unanswered: number
  /** how many bytes it had sent by the last beat */
  bytesRead: number
  readonly socket: Socket
}

/** Asks WebSocket clients again and again whether they are there, and gives up those who are not. */
export class Heartbeat {
  readonly #clients: Iterable<WebSocket>
  readonly #timer: NodeJS.Timeout
  readonly #silentMs: number
  readonly #pulses = new WeakMap<WebSocket, Pulse>()

  /** @param clients those who are connected, as they come and go */
  constructor(clients: Iterable<WebSocket>, seconds: number) {
    this.#clients = clients
    this.#timer = setInterval(() => this.#beat(), seconds * 1000).unref()
    this.#silentMs = Math.min((UNANSWERED_MAX + 1) * seconds * 1000, DELAY_MS_MAX)
  }

  /** @param socket what the client is connected by */
  watch(client: WebSocket, socket: Socket): void {
    this.#pulses.set(client, { unanswered: 0, bytesRead: socket.bytesRead, socket })
    // Not a byte was read or written for so long, not even of the backlog.
    socket.setTimeout(this.#silentMs, () => {
      if (isWaitingForUs(client)) socket.setTimeout(this.#silentMs)
      else client.terminate()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #beat(): void {
    for (const client of this.#clients) {
      const pulse = this.#pulses.get(client)
      if (pulse === undefined) continue
      const { bytesRead } = pulse.socket
      // Whatever it sends shows that it is there: a pong, or a part of a message that is long in coming.
      if (bytesRead > pulse.bytesRead) pulse.unanswered = 0
      pulse.bytesRead = bytesRead
      if (client.bufferedAmount > 0 || isWaitingForUs(client)) {
        // A ping would wait behind the backlog, and its pong until we read again. Whether the client
        // still reads, the socket's timeout tells.
        pulse.unanswered = 0
      } else if (pulse.unanswered === UNANSWERED_MAX) {
        client.terminate()
      } else {
        pulse.unanswered++
        client.ping()
      }
    }
  }
}

/** Whether we read nothing of a client that has read all of its answers: its requests wait to be processed. */
function isWaitingForUs(client: WebSocket): boolean {
  return client.isPaused && client.bufferedAmount === 0
}
