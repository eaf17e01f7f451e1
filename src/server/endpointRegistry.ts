import { hash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Chain } from '../chain/chain.ts'
import { Overlay } from '../chain/private/overlay.ts'
import { PrivateChain } from '../chain/private/privateChain.ts'
import type { Access } from '../endpoint/access.ts'
import { CallMemory } from '../endpoint/activity/callMemory.ts'
import { UNUSED_MS_MIN } from '../endpoint/activity/clientActivity.ts'
import type { TimelineOptions } from '../endpoint/activity/timeline.ts'
import type { ChangeLog } from '../endpoint/changes.ts'
import { type DialectName, dialects } from '../endpoint/dialects/dialects.ts'
import { Endpoint } from '../endpoint/endpoint.ts'
import { finalityRule } from '../endpoint/finality.ts'
import type { DroppedTransaction, MinerOptions } from '../endpoint/miner.ts'
import { readArgument } from '../endpoint/moveError.ts'
import { noSuchEndpoint } from '../endpoint/noSuchEndpoint.ts'
import { type PoolOptions, ReplicaPool } from '../endpoint/replicaPool.ts'
import { addToHistory, forgetHistory } from '../log/history/addToHistory.ts'
import { JournalError } from '../log/journalError.ts'
import { isWellFormedKey } from './apiKey.ts'
import type { DevResources } from './devResources.ts'
import { EndpointError } from './endpointError.ts'
import type { EndpointOptions } from './endpointOptions.ts'
import type { ServerGroup } from './group.ts'
import type { ResolvedKey } from './resolveServeOptions.ts'

/**
 * In milliseconds: how long an endpoint that uses more than its share of memory must be unused before it may be dropped.
 * Other endpoints have `UNUSED_MS_MIN`.
 */
const UNUSED_MS_MIN_LARGE = 5000

export interface EndpointRegistryOptions {
  readonly dialect: DialectName
  /** every well-formed key names an endpoint, which is made when a client first uses the key */
  readonly anyKey: boolean
  /** If set, each endpoint has a chain of its own, laid over that of the server, which clients can write to. */
  readonly dev?: DevResources | undefined
  /** whether the tags of finality name the first block until the chain is long enough */
  readonly earlyFinality?: boolean | undefined
  /** see `EndpointParts` */
  readonly undoneBytes?: number | undefined
  /** limits of the requests and moves that are kept for the explorer; by default none are */
  readonly timelines?: TimelineLimits | undefined
  /** where changes of endpoints are written; by default nowhere */
  readonly log?: ChangeLog | undefined
  /** the processes that share the endpoints: this one answers for its own, and knows the others only by their keys */
  readonly group?: Pick<ServerGroup, 'owns'> | undefined
  /**
   * Sets the faults of a new endpoint. By default it has none.
   *
   * @param rules of its own; undefined where it has none
   * @throws {FaultError}
   */
  readonly beginFaults?: (endpoint: Endpoint, rules: EndpointOptions['faults']) => void
  /** is called with each endpoint that is created */
  readonly onCreated?: ((endpoint: Endpoint, dialect: DialectName) => void) | undefined
  /** is called with each endpoint that is dropped, and how long it was unused, in milliseconds */
  readonly onDropped?: (key: string, unusedMs: number) => void
  /** is called with each transaction that waited at an endpoint and was dropped, because it can never be mined */
  readonly onTransactionDropped?: (key: string, dropped: DroppedTransaction) => void
}

/** How many bytes the timelines of endpoints may take. */
interface TimelineLimits {
  readonly bytesMax: number
  /** of all endpoints together */
  readonly allBytesMax: number
}

/** Of the servers of this process that are not closed. */
const opened = new Set<EndpointRegistry>()

/** The endpoints of a server by their API keys. */
export class EndpointRegistry {
  readonly #chain: Chain
  readonly #options: EndpointRegistryOptions
  readonly #callMemory = new CallMemory()
  readonly #timeline: TimelineOptions | undefined
  // Keys are looked up by a digest that clients cannot compute, so the time of a lookup does not reveal how much of a
  // guessed key is right.
  readonly #byDigest = new Map<string, Access>()
  /** the keys of endpoints with more than one key, their own first */
  readonly #severalKeys = new Map<Endpoint, readonly string[]>()
  /** the digests of keys whose endpoints were closed */
  readonly #closed = new Set<string>()
  /** the options of endpoints that were restored, as JSON has them */
  readonly #restored = new WeakMap<Endpoint, unknown>()
  /** the endpoints that clients have made by using a key */
  readonly #madeByClients = new Set<Endpoint>()
  #droppedCount = 0
  readonly #salt = randomBytes(32).toString('hex')

  constructor(chain: Chain, options: EndpointRegistryOptions) {
    this.#chain = chain
    this.#options = options
    const { timelines, dev } = options
    if (dev !== undefined) dev.chains.memory.dropIdle = () => this.#dropIdle()
    this.#timeline = timelines && {
      memory: new CallMemory(timelines.allBytesMax),
      bytesMax: timelines.bytesMax,
    }
  }

  /**
   * Lets a client in by its key. With `anyKey` this creates the endpoint of a key that was never used.
   *
   * @returns undefined for an unknown key
   */
  admit(key: string): Access | undefined {
    if (!isWellFormedKey(key)) return undefined
    const digest = this.#digest(key)
    const access = this.#byDigest.get(digest)
    if (access !== undefined || !this.#options.anyKey) return access
    if (this.#closed.has(digest)) return undefined
    const made = this.#create(digest, key, {}, true)
    this.#madeByClients.add(made.endpoint)
    made.endpoint.onClose(() => this.#madeByClients.delete(made.endpoint))
    return made
  }

  /**
   * Drops the endpoint that was unused for longest, of those that clients have made: the next client that uses its key gets
   * a new one. With a journal none is dropped, because a replay would create it again.
   *
   * @returns whether there was one
   */
  #dropIdle(): boolean {
    if (this.#options.log !== undefined) return false
    let longest = 0
    let found: Endpoint | undefined
    for (const endpoint of this.#madeByClients) {
      const { activity } = endpoint
      const { memory } = endpoint.chain
      if (!memory.isUsedAlone || memory.bytes === 0) continue
      const { unusedFor } = activity
      const least = memory.isAboveShare ? UNUSED_MS_MIN_LARGE : UNUSED_MS_MIN
      if (unusedFor < least || unusedFor < longest) continue
      longest = unusedFor
      found = endpoint
    }
    if (found === undefined) return false
    this.forget(found.key, new Error('the endpoint was dropped, because it was not used'))
    this.#droppedCount++
    this.#options.onDropped?.(found.key, longest)
    return true
  }

  /** How many endpoints were dropped because they were not used, and others needed their memory. */
  get droppedCount(): number {
    return this.#droppedCount
  }

  /** The endpoint of a key, if it exists: with `anyKey`, once a client has used the key. */
  existing(key: string): Endpoint | undefined {
    return this.existingAccess(key)?.endpoint
  }

  /** What a key gives access to, if its endpoint exists. */
  existingAccess(key: string): Access | undefined {
    return this.#byDigest.get(this.#digest(key))
  }

  /** The keys of all endpoints, oldest first: for the owner of the server, never for clients. */
  *keys(): Iterable<string> {
    for (const { key } of this.#byDigest.values()) yield key
  }

  /** The keys of one endpoint, its own first. */
  keysOf(endpoint: Endpoint): readonly string[] {
    return this.#severalKeys.get(endpoint) ?? [endpoint.key]
  }

  /**
   * Returns the endpoint of a key, and creates it if it does not exist. Only the owner of the server may choose the
   * key.
   *
   * @throws {EndpointError} if the key is not well-formed, its endpoint exists with other options, or the endpoint to
   *   lag behind does not exist
   * @throws {EndpointMoveError} if the block for its head does not exist, or its finality is invalid
   * @throws {FaultError} if one of its fault rules is invalid
   */
  getOrCreate(key: string, options: EndpointOptions = {}): Access {
    if (typeof key !== 'string' || !isWellFormedKey(key)) {
      throw new EndpointError(
        'INVALID_KEY',
        'key: an API key is 1 to 128 letters, digits, "_", "." and "-"',
      )
    }
    const digest = this.#digest(key)
    const access = this.#byDigest.get(digest)
    const { log } = this.#options
    if (access === undefined) {
      // Replaying writes nothing, so it needs no room in the journal.
      if (log?.isRecording(key)) log.requireWritable(key)
      const created = this.#create(digest, key, options)
      log?.write(key, { create: options })
      return created
    }
    const restored = this.#restored.get(access.endpoint)
    if (restored !== undefined && isDeepStrictEqual(restored, asJson(options))) return access
    const { chain, dialect, ...others } = options
    const own = access.endpoint.key
    const other = own === key ? '' : `, as another key of endpoint '${own}'`
    if (dialect !== undefined && dialect !== access.dialect.name) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `dialect: endpoint '${key}' exists already, with dialect ${access.dialect.name}${other}`,
      )
    }
    const isOther = chain !== undefined && chain !== access.endpoint.chain.base
    if (isOther || Object.values(others).some((option) => option !== undefined)) {
      throw new EndpointError(
        'ENDPOINT_EXISTS',
        `endpoint '${key}' exists already${other}: chain, head, lag, finality and faults can only be set when an endpoint is created`,
      )
    }
    return access
  }

  /**
   * Creates an endpoint as in an earlier process: the program that creates it again gets this one.
   *
   * @throws as {@link getOrCreate}
   */
  restore(key: string, options: EndpointOptions): void {
    this.#restored.set(this.getOrCreate(key, options).endpoint, asJson(options))
  }

  /**
   * Creates the endpoint of a key that is in the options of the server.
   *
   * @throws {EndpointError} if it shares the endpoint of a key that does not exist
   */
  createConfigured({ key, dialect, endpointOf }: ResolvedKey): Access {
    return endpointOf === undefined
      ? this.getOrCreate(key, { dialect })
      : this.addKey(key, this.leader(endpointOf), dialect)
  }

  /**
   * Makes endpoints as they were when the server began, because another process owns them now. Keys that are not in the
   * options of the server become unknown.
   *
   * @param configured the keys in the options of the server
   * @param close is called with those that existed
   */
  reset(
    keys: readonly string[],
    configured: readonly ResolvedKey[],
    close: (endpoint: Endpoint) => void,
  ): void {
    const problem = 'another process has taken over the endpoint: send the request again'
    const reason = new JournalError('JOURNAL_LOCKED', problem)
    for (const key of keys) {
      const endpoint = this.existing(key)
      this.forget(key, reason)
      if (endpoint !== undefined) close(endpoint)
    }
    for (const each of configured) if (keys.includes(each.key)) this.createConfigured(each)
  }

  /** Gives an endpoint another key, with its own dialect. The key must be unused. */
  addKey(key: string, endpoint: Endpoint, dialect = this.#options.dialect): Access {
    const access = { key, endpoint, dialect: dialects[dialect] }
    this.#byDigest.set(this.#digest(key), access)
    this.#severalKeys.set(endpoint, [...this.keysOf(endpoint), key])
    return access
  }

  /** Closes an endpoint, whose keys become unknown; `getOrCreate` can create a new endpoint for them. */
  close(endpoint: Endpoint): void {
    for (const key of this.keysOf(endpoint)) {
      const digest = this.#digest(key)
      if (this.#byDigest.get(digest)?.endpoint !== endpoint) continue
      this.#byDigest.delete(digest)
      if (this.#options.anyKey) this.#closed.add(digest)
    }
    this.#severalKeys.delete(endpoint)
    endpoint.close()
    this.#options.log?.write(endpoint.key, { close: true })
  }

  /** Closes the endpoint of a key, which is then as if it had never been used. @param reason for its clients */
  forget(key: string, reason: Error): void {
    const endpoint = this.existing(key)
    this.#closed.delete(this.#digest(key))
    if (endpoint === undefined) return
    for (const own of this.keysOf(endpoint)) this.#byDigest.delete(this.#digest(own))
    this.#severalKeys.delete(endpoint)
    endpoint.close(reason)
  }

  /** Ends all waits for clients, because the server closes. */
  endWaits(): void {
    for (const { endpoint } of this.#byDigest.values()) {
      endpoint.activity.close('the server is closed')
    }
  }

  /** Ends all moves in progress, whose clients get an error as long as their connections are open. */
  endMoves(): void {
    for (const { endpoint } of this.#byDigest.values()) endpoint.endMoves()
  }

  /**
   * Writes what forks keep of their networks.
   *
   * @throws {OmmerError} if that cannot be written
   */
  saveWitnesses(): void {
    for (const chain of this.#chains()) chain.saveWitness()
  }

  /** Counts as one of a server until `endSearches`. */
  open(): void {
    opened.add(this)
  }

  /** Ends what would keep the process alive after all requests are answered: searches of forks that no other server has. */
  endSearches(): void {
    opened.delete(this)
    for (const chain of this.#chains()) {
      const isFork = chain.forkedFrom !== undefined
      if (isFork && ![...opened].some((other) => other.#chains().has(chain))) chain.endSearches()
    }
  }

  #chains(): Set<Chain> {
    // The server's chain, too: no endpoint may use it any more.
    const chains = new Set([this.#chain])
    for (const { endpoint } of this.#byDigest.values()) chains.add(endpoint.chain.base)
    return chains
  }

  /** Closes all endpoints, because the server closes. */
  closeAll(): void {
    for (const { endpoint } of this.#byDigest.values()) endpoint.close()
  }

  #create(digest: string, key: string, options: EndpointOptions, isOfClients = false): Access {
    const { chain, pool } = options
    const recorded = chain?.writtenAs as DialectName | undefined
    const { dialect = recorded ?? this.#options.dialect } = options
    if (chain !== undefined) this.requireAlone('chain')
    if (pool !== undefined) this.#requireReplicas(pool)
    const { lag = pool && { behind: pool.of[0] as string, blocks: 0 } } = options
    // An endpoint that shall lag behind itself is refused later, as a loop.
    const leader = lag === undefined || lag.behind === key ? undefined : this.leader(lag.behind)
    const endpoint = new Endpoint(key, leader?.chain ?? this.#newChain(chain), {
      callMemory: this.#callMemory,
      timeline: this.#timeline,
      miner: this.#minerOptions(key, isOfClients),
      wallClock: this.#options.dev?.wallClock,
      changes: this.#options.log,
      onChange: addToHistory,
      onLeavingChain: forgetHistory,
      undoneBytes: this.#options.undoneBytes,
    })
    try {
      this.#applyOptions(endpoint, { ...options, lag }, leader)
    } catch (error) {
      // Otherwise its timer would mine, and write entries that cannot be replayed.
      endpoint.close()
      throw error
    }
    endpoint.poolOf = pool?.of
    const access = {
      key,
      endpoint,
      dialect: dialects[dialect],
      pool: pool && this.#pool(key, pool, endpoint.chain.base),
    }
    this.#byDigest.set(digest, access)
    this.#closed.delete(digest)
    this.#options.onCreated?.(endpoint, dialect)
    return access
  }

  /** @throws {EndpointError} if an endpoint of a pool does not exist, or is a pool, or may be in another process */
  #requireReplicas({ of }: PoolOptions): void {
    this.requireAlone('pool')
    for (const key of of) {
      const access = this.existingAccess(key)
      if (access === undefined) {
        const problem = `pool.of: ${noSuchEndpoint(key, this.keys())}`
        throw new EndpointError('UNKNOWN_ENDPOINT', problem)
      }
      if (access.pool !== undefined) {
        throw new EndpointError('INVALID_OPTIONS', `pool.of: endpoint '${key}' is a pool itself`)
      }
      if (access.endpoint.chain.base !== this.existing(of[0] as string)?.chain.base) {
        const problem = `pool.of: endpoint '${key}' has another chain than '${of[0]}'`
        throw new EndpointError('INVALID_OPTIONS', problem)
      }
    }
  }

  /**
   * Other processes, and the next one with the same journal, do not know some options and chains.
   *
   * @throws {EndpointError} if the server has workers, replicas or a journal
   */
  requireAlone(what: 'chain' | 'pool' | 'another chain' | 'another node'): void {
    const { group, log } = this.#options
    if (group !== undefined) {
      const problem = `${what}: other processes do not know it: start the server without workers`
      throw new EndpointError('INVALID_OPTIONS', problem)
    }
    if (log !== undefined) {
      const problem = `${what}: a journal does not know it: start the server without one`
      throw new EndpointError('INVALID_OPTIONS', problem)
    }
  }

  /** Whether other endpoints read the same chain. */
  sharesChain(endpoint: Endpoint): boolean {
    const { base } = endpoint.chain
    const all = [...this.#byDigest.values()]
    return all.some((other) => other.endpoint !== endpoint && other.endpoint.chain.base === base)
  }

  /** @param chain of its endpoints: one that was closed may be there again with another chain */
  #pool(key: string, options: PoolOptions, chain: Chain): ReplicaPool {
    const { spec } = this.#chain
    return new ReplicaPool(options, `pool ${spec.seed} ${key}`, (of) => {
      const access = this.existingAccess(of)
      const isSame = access?.endpoint.chain.base === chain
      return isSame && access?.endpoint.isClosed === false ? access : undefined
    })
  }

  /** Applies the options of a new endpoint. @param leader that it lags behind */
  #applyOptions(
    endpoint: Endpoint,
    { head, lag, finality: given, faults }: EndpointOptions,
    leader: Endpoint | undefined,
  ): void {
    // A fork begins with a block that its network no longer doubts, and has no earlier ones of its own.
    const isEarly = this.#options.earlyFinality || endpoint.chain.base.forkedFrom !== undefined
    const early = isEarly ? { ...endpoint.chain.finality, fromFirst: true } : undefined
    const finality = given ?? early
    if (lag !== undefined) endpoint.lag = { behind: leader ?? endpoint, by: lag.blocks }
    if (head !== undefined) endpoint.moveTo(head)
    if (finality !== undefined) {
      endpoint.setFinality(readArgument(finalityRule, finality, 'finality'))
    }
    if ((lag ?? head ?? finality) !== undefined) endpoint.keepAsInitial()
    this.#options.beginFaults?.(endpoint, faults)
  }

  /**
   * The endpoint of a key, for another endpoint to lag behind.
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

  /** Blocks are mined at an interval only where the endpoint is owned. */
  #minerOptions(key: string, isOfClients: boolean): MinerOptions | undefined {
    const { dev, group } = this.#options
    if (dev === undefined) return undefined
    const { interval } = dev.miner
    const owns = group === undefined || group.owns(key)
    return {
      ...dev.miner,
      isOfClients,
      interval: owns ? interval : undefined,
      onDropped: (dropped) => this.#options.onTransactionDropped?.(key, dropped),
    }
  }

  #newChain(chain = this.#chain): Overlay {
    const { dev } = this.#options
    return dev === undefined ? new Overlay(chain) : new PrivateChain(chain, dev.chains)
  }

  #digest(key: string): string {
    return hash('sha256', this.#salt + key, 'base64')
  }
}

function asJson(options: EndpointOptions): unknown {
  return JSON.parse(JSON.stringify(options))
}
