import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { HeadChange } from '../../endpoint/headListeners.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { Answer } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { headEvents } from '../headEvents.ts'
import { type Client, type MemoryAccount, type Pause, runLong } from '../longWork.ts'
import type { Reply } from '../reply.ts'
import { type Feed, type SentNotice, type ToolFeed, toolFeeds } from './feed.ts'

/** How many events are queued for a client that does not read, before its connection is closed. */
const QUEUED_MAX = 1024

/** How many bytes the transactions among them may have. */
const QUEUED_BYTES_MAX = 4 * 1024 * 1024

/** One notification of a subscription. */
export interface Notification {
  /** of the subscription, QUANTITY */
  readonly id: string
  readonly name: Feed['name']
  readonly answer: Answer
  /** the block it is about; for a transaction that was sent, the head */
  readonly block: SealedBlock
  /** the answer for another block; undefined where a block may have none, or several */
  readonly of: Feed['of']
}

export interface SubscriptionsOptions {
  readonly endpoint: Endpoint
  readonly client: Client
  /** counts the filters of the subscriptions */
  readonly memory: MemoryAccount
  /** how many subscriptions a connection may have */
  readonly max: number
  /** whether the explorer subscribes, and not a client under test */
  readonly isExplorer?: boolean
  readonly send: (notification: Notification) => void
  /** closes the connection */
  readonly drop: () => void
  /** receives errors that are bugs in the server */
  readonly onInternalError: (error: unknown) => void
}

/** A head change, or a transaction that was sent, that the client has not been notified of. */
interface QueuedEvent {
  readonly event: HeadChange | SentNotice
  /** the number of the newest subscription at that time: later ones are not notified */
  readonly newest: number
}

/**
 * The subscriptions of one connection. As in geth, a head change notifies them block by block: first of removed blocks,
 * then of added ones, both in ascending order. Notifications are long work of the client, so the response with the id of
 * a subscription is always sent before its first notification.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #feeds = new Map<number, Feed>()
  /** what ends the watching of feeds with a queue of their own, by their numbers */
  readonly #watches = new Map<number, () => void>()
  /** whether a task that empties these queues has not begun yet, and how many are in progress */
  #willTake = false
  #taking = 0
  #newest = 0
  #queue: QueuedEvent[] = []
  /** of the transactions in the queue */
  #queuedBytes = 0
  #isNotifying = false
  /** whether notifications wait until what they are about is kept */
  #isWaiting = false
  #stopListening: (() => void) | undefined

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
    this.#requireRoomFor(feed)
    memory.add(feed.bytes)
    this.#feeds.set(++this.#newest, feed)
    this.#count(feed, 1)
    const stop = feed.queue?.watch(() => this.#takeAll())
    if (stop === undefined) this.#stopListening ??= this.#listen(endpoint)
    else this.#watches.set(this.#newest, stop)
    return toQuantity(this.#newest)
  }

  #requireRoomFor({ name, max }: Feed): void {
    if (max === undefined) return
    const others = [...this.#feeds.values()].filter((feed) => feed.name === name)
    if (others.length < max) return
    throw new RequestError(
      'LIMIT_EXCEEDED',
      `too many subscriptions to ${name}: at most ${max} on one connection`,
    )
  }

  /** @returns whether the subscription existed */
  remove(id: string): boolean {
    const number = Number(id)
    // An id has one spelling: 0x01 is not the subscription 0x1.
    const feed = toQuantity(number) === id ? this.#feeds.get(number) : undefined
    if (feed === undefined) return false
    this.#feeds.delete(number)
    this.#watches.get(number)?.()
    this.#watches.delete(number)
    this.#end(feed)
    if (this.#feeds.size === 0) this.close()
    return true
  }

  /** Whether notifications are still to be sent. */
  get isNotifying(): boolean {
    return this.#isNotifying || this.#willTake || this.#taking > 0
  }

  /** Ends all subscriptions. */
  close(): void {
    this.#stopListening?.()
    this.#stopListening = undefined
    for (const stop of this.#watches.values()) stop()
    this.#watches.clear()
    for (const feed of this.#feeds.values()) this.#end(feed)
    this.#feeds.clear()
    this.#queue = []
    this.#queuedBytes = 0
  }

  #end(feed: Feed): void {
    this.#options.memory.add(-feed.bytes)
    this.#count(feed, -1)
  }

  #count({ name }: Feed, by: 1 | -1): void {
    const { endpoint, isExplorer } = this.#options
    if (isExplorer || isToolFeed(name)) return
    endpoint.activity.changeSubscriptions(name, by)
  }

  /** Sends what the queues of feeds have. They are bounded, so it may wait until the client has read. */
  #takeAll(): void {
    if (this.#willTake) return
    this.#willTake = true
    this.#taking++
    const { client, drop, onInternalError } = this.#options
    const take = (pause: Pause): Promise<void> => {
      this.#willTake = false
      return this.#takeEach(pause)
    }
    // After the response with the id of the subscription, and together with what follows in the same round.
    const taken = this.#afterKept()?.then(() => runLong(client, take)) ?? runLong(client, take)
    void taken
      .catch((error: unknown) => {
        this.close()
        if (error instanceof RequestError) return
        onInternalError(error)
        drop()
      })
      .finally(() => this.#taking--)
  }

  async #takeEach(pause: Pause): Promise<void> {
    const { client, endpoint, send } = this.#options
    for (const [number, { name, queue, of }] of [...this.#feeds]) {
      for (let answer = queue?.take(); answer !== undefined; answer = queue?.take()) {
        send({ id: toQuantity(number), name, answer, block: endpoint.head, of })
        const turn = client.drained() ?? pause()
        if (turn !== undefined) await turn
        if (!this.#feeds.has(number)) break
      }
    }
  }

  #listen(endpoint: Endpoint): () => void {
    const stops = [
      endpoint.onHeadChange((change) => this.#enqueue(change, 0)),
      endpoint.sending?.log.onAdded(({ hash, sender, nonce, encoded }) =>
        this.#enqueue({ hash, sender, nonce, encoded }, encoded.length),
      ),
    ]
    return () => {
      for (const stop of stops) stop?.()
    }
  }

  /** @param bytes of a transaction */
  #enqueue(event: QueuedEvent['event'], bytes: number): void {
    const { client, drop } = this.#options
    const isFull = this.#queue.length >= QUEUED_MAX || this.#queuedBytes > QUEUED_BYTES_MAX
    if (isFull && (this.#isWaiting || client.drained() !== undefined)) {
      this.close()
      drop()
      return
    }
    this.#queue.push({ event, newest: this.#newest })
    this.#queuedBytes += bytes
    if (!this.#isNotifying) void this.#notifyAll()
  }

  async #notifyAll(): Promise<void> {
    const { client, drop, endpoint, onInternalError } = this.#options
    this.#isNotifying = true
    endpoint.activity.begin('notifications')
    /** how many events at the front of the queue are about what is kept */
    let kept = 0
    try {
      while (this.#queue.length > 0) {
        if (kept === 0) {
          kept = this.#queue.length
          const waiting = this.#afterKept()
          if (waiting !== undefined) await waiting
        }
        kept--
        // One change at a time, so that requests of the client are answered in between.
        await runLong(client, async (pause) => {
          const next = this.#queue.shift()
          if (next === undefined) return
          if ('hash' in next.event) this.#queuedBytes -= next.event.encoded.length
          await this.#notify(next, pause)
        })
      }
    } catch (error) {
      this.close()
      if (!(error instanceof RequestError)) {
        // A client must not take notifications with a gap for all of them.
        onInternalError(error)
        drop()
      }
    } finally {
      this.#isNotifying = false
      endpoint.activity.end('notifications')
    }
  }

  /**
   * Where another process keeps changes, nobody is notified of one that may still be lost.
   *
   * @returns undefined if all are kept. Rejects if one is lost
   */
  #afterKept(): Promise<void> | undefined {
    const kept = this.#options.endpoint.changes?.kept()
    return kept === undefined ? undefined : this.#untilKept(kept)
  }

  /** What was not kept in time is kept later, unless the endpoint is lost. */
  async #untilKept(first: Promise<void>): Promise<void> {
    const { endpoint } = this.#options
    this.#isWaiting = true
    try {
      for (let kept: Promise<void> | undefined = first; ; kept = endpoint.changes?.kept()) {
        const isKept = await kept?.then(yes, no)
        if (isKept !== false) return
        if (endpoint.isClosed) throw new RequestError('SERVER_ERROR', 'the endpoint is closed')
        await yieldToEventLoop()
      }
    } finally {
      this.#isWaiting = false
    }
  }

  async #notify({ newest, event }: QueuedEvent, pause: Pause): Promise<void> {
    if ('hash' in event) {
      const { head } = this.#options.endpoint
      return this.#notifyOf(head, newest, pause, (feed) => (feed.sent ? [feed.sent(event)] : []))
    }
    for (const { block, isRemoved } of headEvents(event)) {
      await this.#notifyOf(block, newest, pause, (feed) =>
        isRemoved ? feed.removed(block) : feed.added(block),
      )
    }
  }

  async #notifyOf(
    block: SealedBlock,
    newest: number,
    pause: Pause,
    answersOf: (feed: Feed) => Iterable<Answer>,
  ): Promise<void> {
    const { client, send } = this.#options
    for (const [number, feed] of [...this.#feeds]) {
      if (number > newest) return
      // Also where nothing matches: a connection may have 100 filters of 5,000 values.
      const turn = pause()
      if (turn !== undefined) await turn
      if (!this.#feeds.has(number)) continue
      for (const answer of answersOf(feed)) {
        const paused = pause()
        if (paused !== undefined) await paused
        if (!this.#feeds.has(number)) break
        send({ id: toQuantity(number), name: feed.name, answer, block, of: feed.of })
        const drained = client.drained()
        if (drained !== undefined) await drained
      }
    }
  }
}

const yes = (): boolean => true
const no = (): boolean => false

function isToolFeed(name: Feed['name']): name is ToolFeed {
  return (toolFeeds as readonly string[]).includes(name)
}

/** The message of a notification, as geth writes it (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
export function writeNotification({ id, answer }: Pick<Notification, 'id' | 'answer'>): Reply {
  const start = `{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"${id}",`
  return [start, answer, '}']
}
