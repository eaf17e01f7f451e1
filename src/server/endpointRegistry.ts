import { hash, randomBytes } from 'node:crypto'
import type { Chain } from '../chain/chain.ts'
import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { finalityRule } from '../endpoint/finality.ts'
import { readArgument } from '../endpoint/moveError.ts'
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
  readonly #byDigest = new Map<string, Access>()
  /** the keys of endpoints that have more than their own, which comes first */
  readonly #severalKeys = new Map<Endpoint, readonly string[]>()
  /** of keys that were accepted once, and are no more */
  readonly #closed = new Set<string>()
  readonly #salt = randomBytes(32).toString('hex')

  constructor(chain: Chain, options: EndpointRegistryOptions) {
    this.#chain = chain
    this.#options = options
  }

  /** What a key that a client presents gives access to; undefined for an unknown key. */
  find(key: string): Access | undefined {
    if (!isWellFormedKey(key)) return undefined
    const digest = this.#digest(key)
    const access = this.#byDigest.get(digest)
    if (access !== undefined || !this.#options.anyKey) return access
    if (this.#closed.has(digest)) return undefined
    return this.#create(digest, key, {})
  }

  /** The endpoint of a key that is there already; a key that nobody has come with yet has none. */
  existing(key: string): Endpoint | undefined {
    return this.#byDigest.get(this.#digest(key))?.endpoint
  }

  /** The keys of those that are there, the oldest first: for those who hold the server, and not for clients. */
  *keys(): Iterable<string> {
    for (const { key } of this.#byDigest.values()) yield key
  }

  /** The keys of one endpoint, its own first. */
  keysOf(endpoint: Endpoint): readonly string[] {
    return this.#severalKeys.get(endpoint) ?? [endpoint.key]
  }

  /**
   * The endpoint of a key of our own, made if it is not there.
   *
   * @throws {EndpointError} where the key is not well-formed, its endpoint is there and is not as asked, or there is no
   *   endpoint to lag behind
   * @throws {EndpointMoveError} where there is no block for its head, or its finality makes no sense
   * @throws {FaultError} where a rule of its faults is wrong
   */
  obtain(key: string, options: EndpointOptions = {}): Access {
    if (typeof key !== 'string' || !isWellFormedKey(key)) {
      throw new EndpointError(
        'INVALID_KEY',
        'key: an API key is 1 to 128 letters, digits, "_", "." and "-"',
      )
    }
    const digest = this.#digest(key)
    const access = this.#byDigest.get(digest)
    if (access === undefined) return this.#create(digest, key, options)
    const { dialect, ...others } = options
    const own = access.endpoint.key
    const other = own === key ? '' : `, as another key of endpoint '${own}'`
    if (dialect !== undefined && dialect !== access.dialect.name) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `dialect: endpoint '${key}' exists already, with dialect ${access.dialect.name}${other}`,
      )
    }
    if (Object.values(others).some((option) => option !== undefined)) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `endpoint '${key}' exists already${other}: head, lag, finality and faults are for one that is to be made`,
      )
    }
    return access
  }

  /** Gives an endpoint another key, which names nothing yet, and by which it answers in another dialect. */
  addKey(key: string, endpoint: Endpoint, dialect = this.#options.dialect): Access {
    const access = { key, endpoint, dialect: dialects[dialect] }
    this.#byDigest.set(this.#digest(key), access)
    this.#severalKeys.set(endpoint, [...this.keysOf(endpoint), key])
    return access
  }

  /** Makes the keys of an endpoint unknown; `obtain` can make others of the same keys. */
  remove(endpoint: Endpoint): void {
    for (const key of this.keysOf(endpoint)) {
      const digest = this.#digest(key)
      if (this.#byDigest.get(digest)?.endpoint !== endpoint) continue
      this.#byDigest.delete(digest)
      if (this.#options.anyKey) this.#closed.add(digest)
    }
    this.#severalKeys.delete(endpoint)
    endpoint.close()
  }

  /** Ends all of them. What they are made to do comes to an end with that, however long it would have taken. */
  close(): void {
    for (const { endpoint } of this.#byDigest.values()) endpoint.close()
  }

  #create(digest: string, key: string, options: EndpointOptions): Access {
    const { dialect = this.#options.dialect, head, lag, finality, faults } = options
    const endpoint = new Endpoint(key, this.#chain)
    if (lag !== undefined) {
      // Where any key will do, it would be found: another one of the same key.
      const behind = lag.behind === key ? endpoint : this.leader(lag.behind)
      endpoint.lag = { behind, by: lag.blocks }
    }
    if (head !== undefined) endpoint.moveTo(head)
    if (finality !== undefined) {
      endpoint.setFinality(readArgument(finalityRule, finality, 'finality'))
    }
    this.#options.beginFaults?.(endpoint, faults)
    const access = { key, endpoint, dialect: dialects[dialect] }
    this.#byDigest.set(digest, access)
    this.#closed.delete(digest)
    return access
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
