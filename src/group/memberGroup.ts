import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaderOf } from '../endpoint/leaderOf.ts'
import { JournalError } from '../log/journalError.ts'
import { type JournalHeader, requireSame } from '../log/journalHeader.ts'
import { OmmerError } from '../primitives/errors.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import type { EndpointAddresses } from '../rpc/control/controlMethod.ts'
import { addressedKey } from '../server/addressedKey.ts'
import { isWellFormedKey } from '../server/apiKey.ts'
import type {
  GroupHealth,
  GroupMember,
  LocalAnswer,
  OpenedLog,
  ServerGroup,
} from '../server/group.ts'
import type { MetricValues } from '../server/metricValues.ts'
import { connectTo, passOnRequest, passOnUpgrade } from '../server/passOn.ts'
import { type ResolvedServeOptions, rootKeyOf } from '../server/resolveServeOptions.ts'
import { callOwner } from './callOwner.ts'
import { Families } from './families.ts'
import type { GroupStore } from './groupStore.ts'
import { Lease } from './lease.ts'
import type { MemberHost } from './memberHost.ts'
import { memberLog } from './memberLog.ts'
import { Ownership, WAIT_MS } from './ownership.ts'
import { PassedConnections } from './passedConnections.ts'

/** How long connecting with another member may take, and how long to wait before it is tried again. */
const CONNECT_MS = 1000
const RETRY_MS = 50

/** When another member has not begun with a request, others may have taken over its endpoints. */
const BEGIN_MS = 4000

/** How often a request is passed on: more than once while endpoints change hands. */
const HOPS_MAX = 3

/** How often this request was passed on, and the id of the journal: clients do not know that. */
const HOPS = 'x-ommer-hops'

/** Processes that serve a chain together, as one of them sees it. They share a store; each endpoint is owned by one of them. */
export class MemberGroup implements ServerGroup {
  readonly #store: GroupStore
  readonly #options: ResolvedServeOptions
  readonly #host: MemberHost
  readonly #id = randomUUID()
  readonly #rootKey: string | undefined
  readonly #families: Families
  readonly #ownership: Ownership
  readonly #passed = new PassedConnections()
  readonly #growing = new SerialQueue()
  #header: JournalHeader | undefined
  #lease: Lease | undefined
  #server: GroupMember | undefined
  /** the URL of the last request for an endpoint of this member, and the key of that */
  #own: { readonly url: string | undefined; readonly key: string } | undefined

  constructor(store: GroupStore, options: ResolvedServeOptions, host: MemberHost) {
    this.#store = store
    this.#options = options
    this.#host = host
    this.#rootKey = rootKeyOf(options)
    this.#families = new Families(options.apiKeys)
    this.#ownership = new Ownership({
      id: this.#id,
      store,
      families: this.#families,
      lease: () => this.#lease as Lease,
      server: () => this.#joined,
      grow: (height) => this.#grow(height),
    })
  }

  async openJournal(header: JournalHeader, bytesMax: number): Promise<OpenedLog> {
    const found = await this.#store.begin({ ...header, id: randomUUID() })
    requireSame(this.#store.name, found, header)
    this.#header = found
    const journal = memberLog(this.#families, bytesMax, () => this.#whenAlive())
    return { journal, header: found, entries: [] }
  }

  /**
   * Waits until no other member can have taken over the endpoints of this one.
   *
   * @returns undefined if none can now
   * @throws {JournalError} rejects if the store does not say in time that they are
   */
  #whenAlive(): Promise<void> | undefined {
    const lease = this.#lease
    if (lease === undefined || lease.isValid) return undefined
    return lease.whenValid(performance.now() + WAIT_MS).then((isValid) => {
      if (!isValid) throw this.#ownership.unreachable(lease.problem)
    })
  }

  async join(server: GroupMember): Promise<string> {
    this.#server = server
    const { address, own, keys } = await this.#host.listen(server)
    const self = { id: this.#id, address: own }
    this.#lease = new Lease(this.#store, self, {
      check: ({ header }) => this.#requireSameJournal(header),
      onGone: () => this.#ownership.verify(),
      onRenewed: ({ height }) => {
        if (height !== undefined) void this.#grow(height)
      },
    })
    if (!(await this.#lease.whenValid(performance.now() + WAIT_MS))) {
      throw this.#ownership.unreachable(this.#lease.problem)
    }
    for (const key of keys) await this.#ownership.find(key, this.#accepts(key))
    return address
  }

  get #joined(): GroupMember {
    return this.#server as GroupMember
  }

  /** Whether clients can use a key before its endpoint exists. */
  #accepts(key: string): boolean {
    const { anyKey, apiKeys } = this.#options
    return anyKey ? isWellFormedKey(key) : apiKeys.some((each) => each.key === key)
  }

  /**
   * Makes the main branch as long as that of the other processes.
   *
   * @param height number of its last block
   */
  #grow(height: number): Promise<void> {
    const { chain } = this.#joined
    // In sequence: two at once would both see the same height, and add too many blocks.
    return this.#growing.run(() => chain.extend(Math.max(0, height - chain.tree.head.number)))
  }

  /** Otherwise, endpoints would silently be as they were in the beginning. */
  #requireSameJournal(found: JournalHeader | undefined): void {
    if (found !== undefined && found.id === this.#header?.id) return
    const problem =
      found === undefined
        ? 'the journal has disappeared: restore it, or restart all replicas, which begin a new one'
        : 'the journal was deleted, and another replica has begun a new one: restart this replica'
    throw new JournalError('JOURNAL_DISAPPEARED', `${this.#store.name}: ${problem}`)
  }

  /** Lets other members take over the endpoints of this one, once its server is closed. */
  async leave(): Promise<void> {
    const unkept = [...this.#families].map((family) => family.whenKept()?.catch(() => {}))
    await Promise.all(unkept)
    this.#lease?.close()
    await this.#store.release(this.#id).catch(() => {})
    this.#store.close()
  }

  /** Adds a block to the chain at each interval, together with the other members. */
  async growEvery(intervalMs: number, signal: AbortSignal): Promise<void> {
    const { height } = (this.#header as JournalHeader).chain
    while (!signal.aborted) {
      let wait = RETRY_MS
      try {
        // Otherwise it would write to a journal that has disappeared.
        if (this.#lease?.isValid) {
          const grown = await this.#store.grow(height, intervalMs)
          // The time for building is not added to the interval.
          const due = performance.now() + grown.wait
          await this.#grow(grown.height)
          wait = due - performance.now()
        }
      } catch {
        // It grows again once the store answers.
      }
      await sleep(wait, undefined, { signal }).catch(() => {})
    }
  }

  owns(key: string): boolean {
    return this.#families.of(key)?.isLost === false
  }

  areTogether(key: string, other: string): boolean {
    return this.#families.rootOf(key) === this.#families.rootOf(other)
  }

  route(request: IncomingMessage, response: ServerResponse, local: LocalAnswer): void {
    void this.#answer(request, request.socket, local, (socket) =>
      passOnRequest(socket, request, response, this.#hop(request), BEGIN_MS),
    )
  }

  routeUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, local: LocalAnswer): void {
    const onError = (): void => {}
    // node:http does not listen to it any more.
    socket.on('error', onError)
    const { heartbeatSeconds } = this.#options.limits
    void this.#answer(request, socket, local, (other) =>
      passOnUpgrade(other, request, socket, head, this.#hop(request), BEGIN_MS, heartbeatSeconds),
    ).finally(() => socket.off('error', onError))
  }

  async create(key: string, options: unknown): Promise<EndpointAddresses> {
    const { directory } = this.#joined
    // This member says what is wrong with the key, which must not reach the store.
    if (!isWellFormedKey(key)) return directory.create(key, options)
    const leader = leaderOf(options)
    const first = leader ?? key
    const found = await this.#ownership.find(first, leader === undefined || this.#accepts(first))
    if (typeof found === 'object') {
      const method = 'ommer_createEndpoint'
      const created = callOwner(found.address, this.#options.control, first, method, key, options)
      return (await created) as EndpointAddresses
    }
    if (leader !== undefined && found === 'here') await this.#follow(key, leader)
    return directory.create(key, options)
  }

  async close(key: string): Promise<void> {
    const found = await this.#ownership.find(key, this.#accepts(key))
    if (typeof found !== 'object') return this.#joined.directory.close(key)
    await callOwner(found.address, this.#options.control, key, 'ommer_closeEndpoint', key)
  }

  async metrics(): Promise<readonly MetricValues[] | undefined> {
    return this.#host.metrics?.()
  }

  health(): Promise<GroupHealth> {
    const owned = [...this.#families].filter(({ isOwn }) => isOwn).length
    return this.#host.health({ id: this.#id, owned, isReached: this.#lease?.isValid === true })
  }

  /** @param pass as `#find` takes it */
  async #answer(
    request: IncomingMessage,
    client: Duplex,
    { serve, refuse }: LocalAnswer,
    pass: (socket: Socket) => Promise<boolean>,
  ): Promise<void> {
    const key = this.#keyElsewhere(request)
    if (key === undefined) return serve()
    try {
      if (await this.#find(key, request, client, pass)) serve()
    } catch (error) {
      refuse(error)
    }
  }

  /** Puts an endpoint that does not exist yet into the family of another one. */
  async #follow(key: string, leader: string): Promise<void> {
    if (this.areTogether(key, leader)) return
    // It names an endpoint of another family, which would follow, too.
    if (this.#families.rootOf(key) !== key) throw existing(key)
    const found = await this.#ownership.find(key, false)
    if (found !== 'nowhere') throw existing(key)
    const root = this.#families.rootOf(leader)
    // Another client may have used the key meanwhile.
    if ((await this.#store.follow(key, root)) !== root) throw existing(key)
    this.#families.join(key, root)
  }

  /** The key of the endpoint that a request is for; undefined if this member owns it, or there is none. */
  #keyElsewhere({ url }: IncomingMessage): string | undefined {
    // Most clients use one address.
    const own = this.#own
    if (own !== undefined && own.url === url && this.#ownership.isHere(own.key)) return undefined
    const key = addressedKey(url as string, this.#rootKey)
    if (key === undefined) return undefined
    if (!this.#ownership.isHere(key)) return key
    this.#own = { url, key }
    return undefined
  }

  /**
   * Finds the endpoint of a key, and waits while it changes hands.
   *
   * @param pass has the member that owns it answer, by this connection. Resolves with false if that has ended before
   * @returns whether it is here, or nowhere
   * @throws {OmmerError} if it cannot be found
   */
  async #find(
    key: string,
    request: IncomingMessage,
    client: Duplex,
    pass: (socket: Socket) => Promise<boolean>,
  ): Promise<boolean> {
    const hops = this.#hopsOf(request)
    const end = performance.now() + WAIT_MS
    while (!client.destroyed) {
      const found = await this.#ownership.find(key, this.#accepts(key))
      this.#passed.endOthers(this.#families.rootOf(key), found)
      if (typeof found === 'string') return true
      const socket = hops < HOPS_MAX ? await connectTo(found.address, CONNECT_MS) : undefined
      if (socket !== undefined) {
        this.#passed.add(this.#families.rootOf(key), found.address, socket)
        if (await pass(socket)) return false
      }
      // If it has ended, this one may take its endpoints soon.
      if (performance.now() > end) {
        const problem =
          hops < HOPS_MAX
            ? `the process that owns the endpoint (${found.address}) does not answer`
            : `the request was passed on ${hops} times, and ${found.address} should answer it`
        throw new OmmerError('OWNER_NOT_REACHED', problem)
      }
      await sleep(RETRY_MS)
    }
    return false
  }

  #hop(request: IncomingMessage): readonly [name: string, value: string] {
    return [HOPS, `${this.#hopsOf(request) + 1} ${this.#header?.id}`]
  }

  /** A client that sends the field, too, has not passed anything on. */
  #hopsOf({ headers }: IncomingMessage): number {
    const [hops, id] = String(headers[HOPS]).split(' ')
    return id !== undefined && id === this.#header?.id ? Number(hops) : 0
  }
}

function existing(key: string): OmmerError {
  const problem = `endpoint '${key}' exists already, or has existed: an endpoint with lag.behind needs a new key`
  return new OmmerError('ENDPOINT_EXISTS', problem)
}
