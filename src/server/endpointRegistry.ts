import { hash, randomBytes } from 'node:crypto'
import type { Chain } from '../chain/chain.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import { isWellFormedKey } from './apiKey.ts'
import { EndpointError } from './endpointError.ts'
import type { EndpointOptions } from './endpointOptions.ts'

export interface EndpointRegistryOptions {
  readonly dialect: DialectName
  /** every well-formed key names an endpoint, which comes to be when it is first asked for */
  readonly anyKey: boolean
  /**
   * Makes things go wrong at an endpoint that begins. By default nothing does.
   *
   * @param rules of its own; undefined where it has none
   * @throws {FaultError}
   */
  readonly beginFaults?: (endpoint: Endpoint, rules: EndpointOptions['faults']) => void
}

/** The endpoints of a server by their API keys. */
export class EndpointRegistry {
  readonly #chain: Chain
  readonly #options: EndpointRegistryOptions
  // Keys are looked up by a digest that nobody outside can compute: how long a lookup takes then
  // tells nothing of how much of a guessed key was right.
  readonly #byDigest = new Map<string, Endpoint>()
  /** of keys that were accepted once, and are no more */
  readonly #closed = new Set<string>()
  readonly #salt = randomBytes(32).toString('hex')

  constructor(chain: Chain, options: EndpointRegistryOptions) {
    this.#chain = chain
    this.#options = options
  }

  /** The endpoint of a key that a client presents; undefined for an unknown key. */
  find(key: string): Endpoint | undefined {
    if (!isWellFormedKey(key)) return undefined
    const digest = this.#digest(key)
    const endpoint = this.#byDigest.get(digest)
    if (endpoint !== undefined || !this.#options.anyKey) return endpoint
    if (this.#closed.has(digest)) return undefined
    return this.#create(digest, key, {})
  }

  /** The endpoint of a key that is there already; a key that nobody has come with yet has none. */
  existing(key: string): Endpoint | undefined {
    return this.#byDigest.get(this.#digest(key))
  }

  /** The keys of those that are there, the oldest first: for those who hold the server, and not for clients. */
  *keys(): Iterable<string> {
    for (const { key } of this.#byDigest.values()) yield key
  }

  /**
   * The endpoint of a key of our own, made if it is not there.
   *
   * @throws {EndpointError} where the key is not well-formed, its endpoint is there and is not as asked, or there is no
   *   endpoint to lag behind
   * @throws {EndpointMoveError} where there is no block for its head, or its finality makes no sense
   * @throws {FaultError} where a rule of its faults is wrong
   */
  obtain(key: string, options: EndpointOptions = {}): Endpoint {
    if (typeof key !== 'string' || !isWellFormedKey(key)) {
      throw new EndpointError(
        'INVALID_KEY',
        'key: an API key is 1 to 128 letters, digits, "_", "." and "-"',
      )
    }
    const digest = this.#digest(key)
    const endpoint = this.#byDigest.get(digest)
    if (endpoint === undefined) return this.#create(digest, key, options)
    const { dialect, ...others } = options
    if (dialect !== undefined && dialect !== endpoint.dialect.name) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `dialect: endpoint '${key}' exists already, with dialect ${endpoint.dialect.name}`,
      )
    }
    if (Object.values(others).some((option) => option !== undefined)) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `endpoint '${key}' exists already: head, lag, finality and faults are for one that is to be made`,
      )
    }
    return endpoint
  }

  /** Makes the key of an endpoint unknown; `obtain` can make another of the same key. */
  remove(endpoint: Endpoint): void {
    const digest = this.#digest(endpoint.key)
    if (this.#byDigest.get(digest) !== endpoint) return
    this.#byDigest.delete(digest)
    if (this.#options.anyKey) this.#closed.add(digest)
    endpoint.close()
  }

  /** Ends all of them. What they are made to do comes to an end with that, however long it would have taken. */
  close(): void {
    for (const endpoint of this.#byDigest.values()) endpoint.close()
  }

  #create(digest: string, key: string, options: EndpointOptions): Endpoint {
    const { dialect = this.#options.dialect, head, lag, finality, faults } = options
    const endpoint = new Endpoint(key, this.#chain, dialects[dialect])
    if (lag !== undefined) {
      // Where any key will do, it would be found: another one of the same key.
      const behind = lag.behind === key ? endpoint : this.leader(lag.behind)
      endpoint.lag = { behind, by: lag.blocks }
    }
    if (head !== undefined) endpoint.moveTo(head)
    if (finality !== undefined) endpoint.setFinality(finality)
    this.#options.beginFaults?.(endpoint, faults)
    this.#byDigest.set(digest, endpoint)
    this.#closed.delete(digest)
    return endpoint
  }

  /**
   * The endpoint of a key, for others to lag behind.
   *
   * @throws {EndpointError} UNKNOWN_ENDPOINT
   */
  leader(key: string): Endpoint {
    const leader = this.existing(key)
    if (leader === undefined) {
      const problem = `lag.behind: ${noSuchEndpoint(key, this.keys())}`
      throw new EndpointError('UNKNOWN_ENDPOINT', problem)
    }
    return leader
  }

  #digest(key: string): string {
    return hash('sha256', this.#salt + key, 'base64')
  }
}
