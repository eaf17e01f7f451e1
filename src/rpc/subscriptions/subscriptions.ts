import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { SUBSCRIPTION } from '../../faults/matches.ts'
import { toQuantity } from '../../primitives/hex.ts'
import type { Answer } from '../answer.ts'
import { RequestError } from '../errors.ts'
import { type EndpointEvents, type EventReader, eventsOf } from '../events/endpointEvents.ts'
import { headEvents } from '../events/headEvents.ts'
import type { HeadEntry } from '../events/headHistory.ts'
import { type Client, type MemoryAccount, runLong, type SlicePause } from '../longWork.ts'
import type { Reply } from '../reply.ts'
import type { Feed, SentNotice } from './feed.ts'

/** How many moves wait for a client that does not read, before its connection is closed; as many transactions may. */
const WAITING_MAX = 1024

/** How long to wait before the journal is asked again whether it has what notifications say. */
const KEPT_RETRY_MS = 50

/** How many bytes these transactions may have. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024

export interface Notification {
  /** of the subscription, QUANTITY */
  readonly id: string
  readonly name: Feed['name']
  readonly answer: Answer
  /** the block it is about; for a transaction that was sent, the head */
  readonly block: SealedBlock
  /** whether it is about the last block that its move has added; default true */
  readonly isLast?: boolean
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

interface Subscription {
  readonly feed: Feed
  /** the number of the entry of `EndpointEvents` at which it began: earlier moves are not for it */
  readonly began: number
}

/** A transaction that was sent, which the client has not been notified of. */
interface WaitingNotice {
  readonly notice: SentNotice
  /** the number of the entry that was the last then: the moves up to it come first */
  readonly after: number
  /** the number of the newest subscription at that time: later ones are not notified */
  readonly newest: number
}

/**
 * The subscriptions of one connection. As in geth, a head change notifies them block by block: first of removed blocks,
 * then of added ones, both in ascending order. Notifications are long work of the client, so the response with the id of
 * a subscription is always sent before its first notification.
 */
export class Subscriptions implements EventReader {
  readonly #options: SubscriptionsOptions
  readonly #events: EndpointEvents
  readonly #subscriptions = new Map<number, Subscription>()
  /** what ends the watching of feeds with a queue of their own, by their numbers */
  readonly #watches = new Map<number, () => void>()
  /** whether a task that empties these queues has not begun yet, and how many are in progress */
  #willTake = false
  #taking = 0
  #newest = 0
  /** up to where the client was notified of moves; undefined while it has no subscription to these */
  #position: HeadEntry | undefined
  #notices: WaitingNotice[] = []
  /** of the transactions that wait */
  #waitingBytes = 0
  #isNotifying = false
  /** whether notifications wait until what they are about is kept */
  #isWaiting = false
  #stopListening: (() => void) | undefined

  constructor(options: SubscriptionsOptions) {
    this.#options = options
    this.#events = eventsOf(options.endpoint)
  }

  /**
   * @returns its id, QUANTITY
   * @throws {RequestError} LIMIT_EXCEEDED
   */
  add(feed: Feed): string {
    const { max, memory } = this.#options
    if (this.#subscriptions.size >= max) {
      throw new RequestError(
        'LIMIT_EXCEEDED',
        `too many subscriptions: at most ${max} on one connection`,
      )
    }
    this.#requireRoomFor(feed)
    memory.add(feed.bytes)
    const id = ++this.#newest
    const stop = feed.queue?.watch(() => this.#takeAll())
    if (stop === undefined) this.#listen()
    else this.#watches.set(id, stop)
    const began = stop === undefined ? this.#events.mark().number : 0
    this.#subscriptions.set(id, { feed, began })
    this.#count(feed, 1)
    return toQuantity(id)
  }

  #requireRoomFor({ name, max }: Feed): void {
    if (max === undefined) return
    const others = [...this.#subscriptions.values()].filter(({ feed }) => feed.name === name)
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
    const ended = toQuantity(number) === id ? this.#subscriptions.get(number) : undefined
    if (ended === undefined) return false
    this.#subscriptions.delete(number)
    this.#watches.get(number)?.()
    this.#watches.delete(number)
    this.#end(ended.feed)
    if (this.#subscriptions.size === 0) this.close()
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
    this.#position = undefined
    for (const stop of this.#watches.values()) stop()
    this.#watches.clear()
    for (const { feed } of this.#subscriptions.values()) this.#end(feed)
    this.#subscriptions.clear()
    this.#notices = []
    this.#waitingBytes = 0
  }

  #end(feed: Feed): void {
    this.#options.memory.add(-feed.bytes)
    this.#count(feed, -1)
  }

  #count({ name }: Feed, by: 1 | -1): void {
    const { endpoint, isExplorer } = this.#options
    if (isExplorer || isOfTools(name)) return
    endpoint.activity.changeSubscriptions(name, by)
  }

  /** Sends what the queues of feeds have. They are bounded, so it may wait until the client has read. */
  #takeAll(): void {
    if (this.#willTake) return
    this.#willTake = true
    this.#taking++
    const { client, drop, onInternalError } = this.#options
    const take = (pause: SlicePause): Promise<void> => {
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

  async #takeEach(pause: SlicePause): Promise<void> {
    const { client, endpoint, send } = this.#options
    for (const [number, { feed }] of [...this.#subscriptions]) {
      const { name, queue, of } = feed
      for (let answer = queue?.take(); answer !== undefined; answer = queue?.take()) {
        send({ id: toQuantity(number), name, answer, block: endpoint.head, of })
        const turn = client.drained() ?? pause()
        if (turn !== undefined) await turn
        if (!this.#subscriptions.has(number)) break
      }
    }
  }

  #listen(): void {
    if (this.#stopListening !== undefined) return
    const { endpoint } = this.#options
    this.#events.begin(this)
    this.#position = this.#events.mark()
    const stop = endpoint.miner?.log.onAdded(({ hash, sender, nonce, encoded }) => {
      const feeds = [...this.#subscriptions.values()]
      if (!feeds.some(({ feed }) => feed.sent !== undefined)) return undefined
      const after = this.#events.mark().number
      const waiting = { notice: { hash, sender, nonce, encoded }, after, newest: this.#newest }
      return () => {
        this.#notices.push(waiting)
        this.#waitingBytes += encoded.length
        this.#begin()
      }
    })
    this.#stopListening = () => {
      stop?.()
      this.#events.end(this)
    }
  }

  get oldest(): number {
    return this.#position?.number ?? this.#events.last
  }

  onMove(): void {
    this.#begin()
  }

  /** A client that does not read is disconnected, as where too much waits for it. */
  endUpTo(number: number, isShort: () => boolean): void {
    if (this.oldest > number || !isShort()) return
    this.close()
    this.#events.forget()
    this.#options.drop()
  }

  /** Begins to notify the client of what waits for it, unless that is too much. */
  #begin(): void {
    const { client, drop } = this.#options
    const moves = this.#events.last - this.oldest
    const isFull =
      moves > WAITING_MAX ||
      this.#notices.length > WAITING_MAX ||
      this.#waitingBytes > WAITING_BYTES_MAX
    if (isFull && (this.#isWaiting || client.drained() !== undefined)) {
      this.close()
      drop()
      return
    }
    if (!this.#isNotifying) void this.#notifyAll()
  }

  async #notifyAll(): Promise<void> {
    const { client, drop, endpoint, onInternalError } = this.#options
    this.#isNotifying = true
    endpoint.activity.begin('notifications')
    try {
      while (this.#isBehind(this.#events.last)) {
        const end = this.#events.mark().number
        const waiting = this.#afterKept()
        if (waiting !== undefined) await waiting
        // One change at a time, so that requests of the client are answered in between.
        while (this.#isBehind(end)) await runLong(client, (pause) => this.#notifyNext(pause))
      }
    } catch (error) {
      this.close()
      if (!(error instanceof RequestError)) {
        // A client must not take notifications with a gap for complete ones.
        onInternalError(error)
        drop()
      }
    } finally {
      this.#isNotifying = false
      endpoint.activity.end('notifications')
    }
  }

  /** Whether the client was not notified of a move up to an entry, or of a transaction that was sent before the next. */
  #isBehind(end: number): boolean {
    const position = this.#position
    if (position === undefined) return false
    const [next] = this.#notices
    return position.number < end || (next !== undefined && next.after <= end)
  }

  /**
   * Where another process keeps changes, nobody is notified of one that may still be lost.
   *
   * @returns undefined if all are kept. Rejects if one is lost
   */
  #afterKept(): Promise<void> | undefined {
    const kept = this.#options.endpoint.changes.kept()
    return kept === undefined ? undefined : this.#untilKept(kept)
  }

  /** What was not kept in time is kept later, unless the endpoint is lost. */
  async #untilKept(first: Promise<void>): Promise<void> {
    const { endpoint } = this.#options
    this.#isWaiting = true
    try {
      for (let kept: Promise<void> | undefined = first; ; kept = endpoint.changes.kept()) {
        const isKept = await kept?.then(yes, no)
        if (isKept !== false) return
        if (endpoint.isClosed) throw new RequestError('SERVER_ERROR', 'the endpoint is closed')
        // A journal that refuses entries says so at once.
        await new Promise((resolve) => setTimeout(resolve, KEPT_RETRY_MS))
      }
    } finally {
      this.#isWaiting = false
    }
  }

  /** Notifies the client of one move, or of a transaction that was sent before it. */
  async #notifyNext(pause: SlicePause): Promise<void> {
    const entry = this.#position
    if (entry === undefined) return
    const [next] = this.#notices
    if (next !== undefined && next.after <= entry.number) {
      const { notice, newest } = next
      this.#notices.shift()
      this.#waitingBytes -= notice.encoded.length
      const { head } = this.#options.endpoint
      return this.#notifyOf({ block: head, isLast: true }, pause, ({ feed }, number) =>
        number <= newest && feed.sent !== undefined ? [feed.sent(notice)] : [],
      )
    }
    if (entry.next === undefined) return
    const change = await this.#events.changeAfter(entry, pause)
    const last = change.added.at(-1)
    for (const { block, isRemoved } of headEvents(change)) {
      await this.#notifyOf({ block, isLast: block === last }, pause, ({ feed, began }) => {
        if (began > entry.number) return []
        return isRemoved ? feed.removed(block) : feed.added(block)
      })
    }
    // They may have ended meanwhile.
    if (this.#position === entry) this.#position = entry.next
  }

  async #notifyOf(
    { block, isLast }: { readonly block: SealedBlock; readonly isLast: boolean },
    pause: SlicePause,
    answersOf: (subscription: Subscription, number: number) => Iterable<Answer>,
  ): Promise<void> {
    const { client, send } = this.#options
    for (const [number, subscription] of [...this.#subscriptions]) {
      // Also where nothing matches: a connection may have 100 filters of 5,000 values.
      const turn = pause()
      if (turn !== undefined) await turn
      if (!this.#subscriptions.has(number)) continue
      const { name, of } = subscription.feed
      for (const answer of answersOf(subscription, number)) {
        const paused = pause()
        if (paused !== undefined) await paused
        if (!this.#subscriptions.has(number)) break
        send({ id: toQuantity(number), name, answer, block, isLast, of })
        const drained = client.drained()
        if (drained !== undefined) await drained
      }
    }
  }
}

const yes = (): boolean => true
const no = (): boolean => false

function isOfTools(name: Feed['name']): name is `ommer_${string}` {
  return name.startsWith('ommer_')
}

/** The message of a notification, as geth writes it (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
export function writeNotification({ id, answer }: Pick<Notification, 'id' | 'answer'>): Reply {
  const start = `{"jsonrpc":"2.0","method":"${SUBSCRIPTION}","params":{"subscription":"${id}",`
  return [start, answer, '}']
}
