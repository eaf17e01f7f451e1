import type { Endpoint } from '../../endpoint/endpoint.ts'
import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { RequestError } from '../errors.ts'
import { type EndpointEvents, type EventReader, eventsOf } from '../events/endpointEvents.ts'
import { Filter, type NewFilter } from './filter.ts'

/** An estimate of the size of a filter without its content. */
const FILTER_BYTES = 1000

/** An estimate of what an entry of the history of heads takes. */
const ENTRY_BYTES = 100

/** As in geth. */
const ID_BYTES = 16

export interface EndpointFiltersOptions {
  readonly endpoint: Endpoint
  /** how many filters it may have */
  readonly max: number
  /** after how many milliseconds without a poll a filter ends */
  readonly lifetime: number
  /** in milliseconds */
  readonly now: () => number
  /** called when the head has moved, which may take memory */
  readonly onMove: () => void
}

/** The filters that web pages of one origin have created, or with undefined those of programs. */
interface FilterGroup {
  readonly origin: string | undefined
  /** the id of the one whose last poll is longest ago */
  readonly oldest: string
  count: number
  bytes: number
}

export class EndpointFilters implements EventReader {
  readonly #options: EndpointFiltersOptions
  /** by id; the one whose last poll is longest ago first */
  readonly #filters = new Map<string, Filter>()
  readonly #events: EndpointEvents
  #created = 0
  #contentBytes = 0

  constructor(options: EndpointFiltersOptions) {
    this.#options = options
    this.#events = eventsOf(options.endpoint)
    options.endpoint.onClose(() => {
      for (const id of this.#filters.keys()) this.remove(id)
      options.onMove()
    })
  }

  /** An estimate of the memory that the filters and the moves they wait for take. */
  get bytes(): number {
    const { size } = this.#filters
    const entries = this.#events.last - this.oldest
    return this.#contentBytes + FILTER_BYTES * size + ENTRY_BYTES * entries
  }

  /** The number of the oldest entry that a filter needs. */
  get oldest(): number {
    let oldest = this.#events.last
    for (const { position } of this.#filters.values()) {
      oldest = Math.min(oldest, position.entry.number)
    }
    return oldest
  }

  /**
   * @param creator counts the filters of the connection
   * @param ownMax how many it may have created
   * @returns the id
   * @throws {RequestError} LIMIT_EXCEEDED
   */
  add(added: NewFilter, ownMax: number): string {
    const { content, creator, origin } = added
    const { max, now } = this.#options
    this.#dropExpired()
    const largest = this.#filters.size >= max ? this.#largestGroup('count') : undefined
    if (largest !== undefined && largest.origin === origin) throw tooMany(`${max} at one endpoint`)
    if (creator.count >= ownMax) throw tooMany(`${ownMax} of one connection`)
    if (largest !== undefined) this.remove(largest.oldest)
    if (this.#filters.size === 0) this.#events.begin(this)
    const filter = new Filter(added, this.#events.mark(), now())
    const id = this.#nextId()
    this.#filters.set(id, filter)
    this.#contentBytes += content.bytes
    creator.count++
    return id
  }

  /** @returns undefined if the filter does not exist, or does not exist any more */
  find(id: string): Filter | undefined {
    this.#dropExpired()
    return this.#filters.get(id)
  }

  /** Finds a filter for a poll, and restarts its lifetime. */
  poll(id: string): Filter | undefined {
    const filter = this.find(id)
    if (filter === undefined) return undefined
    filter.polledAt = this.#options.now()
    this.#filters.delete(id)
    this.#filters.set(id, filter)
    return filter
  }

  /** @returns whether it existed */
  remove(id: string): boolean {
    const filter = this.#filters.get(id)
    if (filter === undefined) return false
    this.#filters.delete(id)
    this.#contentBytes -= filter.content.bytes
    filter.creator.count--
    if (this.#filters.size === 0) {
      this.#events.end(this)
    }
    return true
  }

  /** Ends a filter of the largest group: the one whose last poll is longest ago. */
  dropOldest(): void {
    const largest = this.#largestGroup('bytes')
    if (largest !== undefined) this.remove(largest.oldest)
  }

  /**
   * The origin whose filters are most, or take most bytes: by creating filters, a web page ends none of programs
   * and of other pages before its own.
   */
  #largestGroup(by: 'count' | 'bytes'): FilterGroup | undefined {
    const groups = new Map<string | undefined, FilterGroup>()
    let largest: FilterGroup | undefined
    for (const [id, { origin, content }] of this.#filters) {
      const group = groups.get(origin) ?? { origin, oldest: id, count: 0, bytes: 0 }
      groups.set(origin, group)
      group.count++
      group.bytes += FILTER_BYTES + content.bytes
      if (largest === undefined || group[by] > largest[by]) largest = group
    }
    return largest
  }

  onMove(): void {
    this.#dropExpired()
    this.#options.onMove()
  }

  endUpTo(number: number, isShort: () => boolean): void {
    this.#dropExpired()
    for (const [id, { position }] of this.#filters) {
      if (!isShort()) return
      if (position.entry.number > number) continue
      this.remove(id)
      this.#events.forget()
      this.#options.onMove()
    }
  }

  #dropExpired(): void {
    const { now, lifetime } = this.#options
    const oldest = now() - lifetime
    for (const [id, { polledAt }] of this.#filters) {
      if (polledAt > oldest) return
      this.remove(id)
    }
  }

  /** Ids are the same in every run, as everything else. Only the key of an endpoint protects its filters. */
  #nextId(): string {
    const { key, chain } = this.#options.endpoint
    const seed = `filter ${++this.#created} of ${key} on ${chain.tree.first.hash}`
    const digits = toHex(keccak256(Buffer.from(seed)).subarray(0, ID_BYTES))
    return digits.replace(/^0x0+(?=.)/, '0x')
  }
}

function tooMany(most: string): RequestError {
  return new RequestError('LIMIT_EXCEEDED', `too many filters: at most ${most}`)
}
