import type { Socket } from 'node:net'
import type { MemoryAccount } from '../rpc/longWork.ts'

/** A connection that uses less is never closed to free memory: even 10,000 of these take little. */
const LARGE_BYTES = 4096

/** The longest time that counts, in milliseconds: the small filter of a long subscription must not outweigh a large body. */
const AGE_MAX = 10_000

export interface ClientMemoryOptions {
  /** the most bytes that all connections may use together */
  readonly bytesMax: number
  /** closes an HTTP connection to free memory */
  readonly close: (socket: Socket) => void
  /** in milliseconds; for tests */
  readonly now?: () => number
}

/**
 * Counts the memory that clients make the server use: requests from their first byte until they are answered, and
 * answers until the client has read them. When the sum exceeds its bound, the connection that has used most for longest
 * is closed, so that a client which sends little is never affected by one that sends a lot.
 */
export class ClientMemory {
  readonly #options: ClientMemoryOptions
  readonly #now: () => number
  readonly #accounts = new WeakMap<Socket, ConnectionMemory>()
  /** connections that use at least `LARGE_BYTES`, and since when they do */
  readonly #large = new Map<ConnectionMemory, number>()
  #bytes = 0
  #closedCount = 0

  constructor(options: ClientMemoryOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** How many bytes all connections use together. */
  get bytes(): number {
    return this.#bytes
  }

  /** How many connections were closed to free memory. */
  get closedCount(): number {
    return this.#closedCount
  }

  /** The account of a connection. */
  of(socket: Socket): ConnectionMemory {
    let account = this.#accounts.get(socket)
    if (account === undefined) {
      account = new ConnectionMemory(socket, this.#count)
      this.#accounts.set(socket, account)
    }
    return account
  }

  readonly #count = (account: ConnectionMemory, change: number): void => {
    this.#bytes += change
    if (account.bytes < LARGE_BYTES) this.#large.delete(account)
    else if (!this.#large.has(account)) this.#large.set(account, this.#now())
    if (change > 0 && this.#bytes > this.#options.bytesMax) this.#free()
  }

  #free(): void {
    // Clients may have read more since the last count.
    for (const account of [...this.#large.keys()]) account.countUnread()
    while (this.#bytes > this.#options.bytesMax) {
      const account = this.#mostExpensive()
      if (account === undefined) return
      account.release()
      this.#closedCount++
      if (account.close === undefined) this.#options.close(account.socket)
      else account.close()
    }
  }

  /** The most bytes times milliseconds: a large body that arrives quickly costs less than a smaller one that is held back. */
  #mostExpensive(): ConnectionMemory | undefined {
    const now = this.#now()
    let most = -1
    let found: ConnectionMemory | undefined
    for (const [account, since] of this.#large) {
      const cost = account.bytes * (Math.min(now - since, AGE_MAX) + 1)
      if (cost <= most) continue
      most = cost
      found = account
    }
    return found
  }
}

/** The memory that one connection uses. */
export class ConnectionMemory implements MemoryAccount {
  readonly socket: Socket
  /** closes the connection as its protocol requires, if it is no longer HTTP */
  close: (() => void) | undefined
  readonly #onChange: (account: ConnectionMemory, bytes: number) => void
  #bytes = 0
  #unreadBytes = 0
  #isWatched = false
  #isEnded = false

  constructor(socket: Socket, onChange: (account: ConnectionMemory, bytes: number) => void) {
    this.socket = socket
    this.#onChange = onChange
    socket.once('close', () => this.release())
  }

  get bytes(): number {
    return this.#bytes
  }

  add(bytes: number): void {
    if (bytes === 0 || this.#isEnded) return
    this.#bytes += bytes
    this.#onChange(this, bytes)
  }

  /** Call this after writing a response: counts what the system has not taken yet, until the client reads it. */
  countUnread(): void {
    // Below its high-water mark a stream emits no `drain`.
    const unread = this.socket.writableNeedDrain ? this.socket.writableLength : 0
    const change = unread - this.#unreadBytes
    if (change === 0) return
    this.#unreadBytes = unread
    if (unread > 0 && !this.#isWatched) {
      this.#isWatched = true
      this.socket.once('drain', () => {
        this.#isWatched = false
        this.countUnread()
      })
    }
    this.add(change)
  }

  /** Stops counting: the connection is closed, and work for it stops at its next pause. */
  release(): void {
    this.add(-this.#bytes)
    this.#isEnded = true
  }
}
