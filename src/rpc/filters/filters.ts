import type { Endpoint } from '../../endpoint/endpoint.ts'
import { RequestError } from '../errors.ts'
import type { PageClient } from '../pageClient.ts'
import { EndpointFilters } from './endpointFilters.ts'
import type { Filter, FilterContent, FilterCount } from './filter.ts'

export interface FilterLimits {
  /** how many filters an endpoint may have; one connection may create a tenth of them */
  readonly countMax: number
  /** how many bytes the filters of all endpoints may take */
  readonly bytesMax: number
  /** after how many seconds without a poll a filter ends */
  readonly seconds: number
}

/** A client that creates or uses filters. */
export interface FilterClient extends PageClient {
  /** identifies it, for the number of filters that it may create */
  readonly connection: object
}

/** The filters of all endpoints of a server. A filter belongs to an endpoint, whichever of its keys a client uses. */
export class Filters {
  readonly #limits: FilterLimits
  readonly #now: () => number
  readonly #byEndpoint = new WeakMap<Endpoint, EndpointFilters>()
  readonly #creators = new WeakMap<object, FilterCount>()
  /** what the filters of each endpoint take; without endpoints that have none */
  readonly #bytes = new Map<EndpointFilters, number>()
  #totalBytes = 0

  /** @param now the time in milliseconds, from any start */
  constructor(limits: FilterLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** How many bytes the filters take, estimated. */
  get bytes(): number {
    return this.#totalBytes
  }

  /**
   * Creates a filter for what happens from now on.
   *
   * @param client whose connection is the endpoint itself for the program that serves it, which may create any number
   * @returns its id
   * @throws {RequestError} LIMIT_EXCEEDED
   */
  create(endpoint: Endpoint, client: FilterClient, content: FilterContent): string {
    const { countMax, bytesMax } = this.#limits
    const filters = this.#of(endpoint)
    const { connection } = client
    const ownMax = connection === endpoint ? countMax : Math.ceil(countMax / 10)
    const creator = this.#creatorOf(connection)
    const id = filters.add({ content, creator, origin: client.origin?.() }, ownMax)
    this.#settle(filters)
    if (filters.find(id) !== undefined) return id
    const problem = `the filters take too much memory: at most ${bytesMax} bytes together`
    throw new RequestError('LIMIT_EXCEEDED', problem)
  }

  /** @returns undefined if the filter does not exist, or does not exist any more, or is not the client's */
  find(endpoint: Endpoint, client: FilterClient, id: string): Filter | undefined {
    const filter = this.#of(endpoint).find(id)
    return filter?.isOpenTo(client.origin?.()) ? filter : undefined
  }

  /** Finds a filter for a poll, and restarts its lifetime. */
  poll(endpoint: Endpoint, client: FilterClient, id: string): Filter | undefined {
    return this.find(endpoint, client, id) && this.#of(endpoint).poll(id)
  }

  /** @returns whether it existed */
  remove(endpoint: Endpoint, client: FilterClient, id: string): boolean {
    const filters = this.#of(endpoint)
    const existed = this.find(endpoint, client, id) !== undefined && filters.remove(id)
    this.#settle(filters)
    return existed
  }

  #of(endpoint: Endpoint): EndpointFilters {
    const known = this.#byEndpoint.get(endpoint)
    if (known !== undefined) return known
    const filters: EndpointFilters = new EndpointFilters({
      endpoint,
      max: this.#limits.countMax,
      lifetime: this.#limits.seconds * 1000,
      now: this.#now,
      onMove: () => this.#settle(filters),
    })
    this.#byEndpoint.set(endpoint, filters)
    return filters
  }

  /** An object for each connection, because filters must not keep closed sockets in memory. */
  #creatorOf(connection: object): FilterCount {
    const known = this.#creators.get(connection)
    if (known !== undefined) return known
    const creator = { count: 0 }
    this.#creators.set(connection, creator)
    return creator
  }

  /**
   * Recounts the bytes of an endpoint. If there are too many, ends filters of the endpoint that takes most, so that the
   * others keep theirs.
   */
  #settle(filters: EndpointFilters): void {
    this.#count(filters)
    while (this.#totalBytes > this.#limits.bytesMax) {
      let largest = filters
      let most = 0
      for (const [each, bytes] of this.#bytes) {
        if (bytes > most) [largest, most] = [each, bytes]
      }
      largest.dropOldest()
      this.#count(largest)
    }
  }

  #count(filters: EndpointFilters): void {
    const { bytes } = filters
    this.#totalBytes += bytes - (this.#bytes.get(filters) ?? 0)
    if (bytes > 0) this.#bytes.set(filters, bytes)
    else this.#bytes.delete(filters)
  }
}
