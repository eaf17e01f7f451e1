import { hash, randomBytes } from 'node:crypto'
import type { Chain } from '../chain/chain.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import { dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { OmmerError } from '../primitives/errors.ts'
import { isWellFormedKey } from './apiKey.ts'

export interface EndpointOptions {
  /** whose way of writing the chain it follows; by default that of the server */
  readonly dialect?: DialectName | undefined
}

export interface EndpointRegistryOptions {
  readonly dialect: DialectName
  /** every well-formed key names an endpoint, which comes to be when it is first asked for */
  readonly anyKey: boolean
}

/** An endpoint cannot be made as asked. */
export class EndpointError extends OmmerError {
  constructor(code: EndpointErrorCode, message: string) {
    super(code, message)
  }
}

type EndpointErrorCode = 'INVALID_KEY' | 'INVALID_OPTIONS' | 'ENDPOINT_EXISTS' | 'SERVER_CLOSED'

/** The endpoints of a server by their API keys. */
export class EndpointRegistry {
  readonly #chain: Chain
  readonly #options: EndpointRegistryOptions
  // Keys are looked up by a digest that nobody outside can compute: how long a lookup takes then
  // tells nothing of how much of a guessed key was right.
  readonly #byDigest = new Map<string, Endpoint>()
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
    return this.#create(digest, key, this.#options.dialect)
  }

  /**
   * The endpoint of a key of our own, made if it is not there.
   *
   * @throws {EndpointError} where the key is not well-formed, or its endpoint is there with another
   *   dialect
   */
  obtain(key: string, { dialect }: EndpointOptions = {}): Endpoint {
    if (typeof key !== 'string' || !isWellFormedKey(key)) {
      throw new EndpointError(
        'INVALID_KEY',
        'key: an API key is 1 to 128 letters, digits, "_", "." and "-"',
      )
    }
    const digest = this.#digest(key)
    const endpoint = this.#byDigest.get(digest)
    if (endpoint === undefined) {
      return this.#create(digest, key, dialect ?? this.#options.dialect)
    }
    if (dialect !== undefined && dialect !== endpoint.dialect.name) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `dialect: endpoint '${key}' exists already, with dialect ${endpoint.dialect.name}`,
      )
    }
    return endpoint
  }

  #create(digest: string, key: string, dialect: DialectName): Endpoint {
    const endpoint = new Endpoint(key, this.#chain, dialects[dialect])
    this.#byDigest.set(digest, endpoint)
    return endpoint
  }

  #digest(key: string): string {
    return hash('sha256', this.#salt + key, 'base64')
  }
}
