import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'
import { toQuantity } from '../../primitives/hex.ts'
import type { Answer } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { type Client, type MemoryAccount, type Pause, runLong } from '../longWork.ts'
import type { Reply } from '../reply.ts'
import type { Feed } from './feed.ts'

/** How many moves of the head may wait for a client that does not read, before it is given up. */
const WAITING_MAX = 1024

/** What a client is notified of. */
export interface Notification {
  /** of the subscription, QUANTITY */
  readonly id: string
  readonly name: Feed['name']
  readonly answer: Answer
  /** which it is about */
  readonly block: SealedBlock
  /** what it would be for another block; undefined where that may be none, or many */
  readonly of: Feed['of']
}

export interface SubscriptionsOptions {
  readonly endpoint: Endpoint
  readonly client: Client
  /** counts what filters take for as long as their subscriptions last */
  readonly memory: MemoryAccount
  /** how many there may be at a time */
  readonly max: number
  readonly send: (notification: Notification) => void
  /** ends the connection */
  readonly drop: () => void
  /** told of an error that is ours */
  readonly onInternalError: (error: unknown) => void
}

/** A move of the head that clients are still to be notified of. */
interface Move extends HeadChange {
  /** the last subscription that there was by then: what came later does not hear of it */
  readonly last: number
}

/**
 * The subscriptions of one connection. All are notified of a move together: first of what was removed, then of what
 * was added, both block by block in the order of the chain: that is how geth does it, though what is removed last was
 * added first. It is done in turn with all else that the client wants, so that the id of a subscription always comes
 * before its notifications.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #feeds = new Map<number, Feed>()
  #last = 0
  #waiting: Move[] = []
  #isNotifying = false
  #leave: (() => void) | undefined

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /**
   * @returns its id, QUANTITY
   * @throws {RequestError} LIMIT_EXCEEDED
   */
  add(feed: Feed): string {
    const { endpoint, max, memory } = this.#options
    if (this.#feeds.size >= max) {
      throw new RequestError(
        'LIMIT_EXCEEDED',
        `too many subscriptions: at most ${max} on one connection`,
      )
    }
    memory.add(feed.bytes)
    this.#feeds.set(++this.#last, feed)
    this.#leave ??= endpoint.onHeadChange((change) => this.#queue(change))
    return toQuantity(this.#last)
  }

  /** @returns whether there was such a one */
  remove(id: string): boolean {
    const number = Number(id)
    // Ids are texts: none has two ways to be written.
    const feed = toQuantity(number) === id ? this.#feeds.get(number) : undefined
    if (feed === undefined) return false
    this.#feeds.delete(number)
    this.#options.memory.add(-feed.bytes)
    if (this.#feeds.size === 0) this.close()
    return true
  }

  /** Whether there is something still to be sent. */
  get isNotifying(): boolean {
    return this.#isNotifying
  }

  /** Ends all of them. */
  close(): void {
    this.#leave?.()
    this.#leave = undefined
    for (const { bytes } of this.#feeds.values()) this.#options.memory.add(-bytes)
    this.#feeds.clear()
    this.#waiting = []
  }

  #queue(change: HeadChange): void {
    const { client, drop } = this.#options
    if (this.#waiting.length >= WAITING_MAX && client.drained() !== undefined) {
      this.close()
      drop()
      return
    }
    this.#waiting.push({ ...change, last: this.#last })
    if (!this.#isNotifying) void this.#notifyAll()
  }

  async #notifyAll(): Promise<void> {
    const { client, drop, onInternalError } = this.#options
    this.#isNotifying = true
    try {
      while (this.#waiting.length > 0) {
        // One move at a time: what else the client wants has its turn between them.
        await runLong(client, async (pause) => {
          const move = this.#waiting.shift()
          if (move !== undefined) await this.#notify(move, pause)
        })
      }
    } catch (error) {
      this.close()
      if (!(error instanceof RequestError)) {
        // Better no news than news with a gap.
        onInternalError(error)
        drop()
      }
    } finally {
      this.#isNotifying = false
    }
  }

  async #notify({ removed, added, last }: Move, pause: Pause): Promise<void> {
    for (const block of [...removed].reverse()) {
      await this.#notifyOf(block, last, pause, (feed) => feed.removed(block))
    }
    for (const block of added) {
      await this.#notifyOf(block, last, pause, (feed) => feed.added(block))
    }
  }

  async #notifyOf(
    block: SealedBlock,
    last: number,
    pause: Pause,
    answersOf: (feed: Feed) => Iterable<Answer>,
  ): Promise<void> {
    const { client, send } = this.#options
    for (const [number, feed] of [...this.#feeds]) {
      if (number > last) return
      for (const answer of answersOf(feed)) {
        const turn = pause()
        if (turn !== undefined) await turn
        if (!this.#feeds.has(number)) break
        send({ id: toQuantity(number), name: feed.name, answer, block, of: feed.of })
        const read = client.drained()
        if (read !== undefined) await read
      }
    }
  }
}

/** As geth has it (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
export function writeNotification({ id, answer }: Pick<Notification, 'id' | 'answer'>): Reply {
  const start = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}",`
  return [start, answer, '}']
}
