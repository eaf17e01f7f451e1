import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Access } from '../endpoint/access.ts'
import { canBeCopied, positionOf } from '../endpoint/copies/position.ts'
import { addSentCalls } from '../endpoint/copies/sentCalls.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { CallsReport, Want } from './messages.ts'
import type { ToPrimary } from './toPrimary.ts'

/** A position is sent when the endpoint has not changed for so long: while it is moved again and again, no move waits. */
const QUIET_MS = 10

/** Another worker that answers for an endpoint of this one. */
interface Holder {
  /** of the question that it asked last */
  readonly id: string
  /** by key that its clients use */
  readonly dialects: ReadonlyMap<string, DialectName>
  /** the blocks that it has, above the main branch */
  sent: readonly SealedBlock[]
  /** whether it may answer */
  isValid: boolean
  /** whether it has what was asked last */
  isCurrent: boolean
}

/** An endpoint for which other workers answer. */
interface Copied {
  readonly endpoint: Endpoint
  readonly holders: Map<number, Holder>
  /** resolves when no worker answers any more; undefined if none does */
  revoking: Promise<void> | undefined
  timer: NodeJS.Timeout | undefined
}

/** Somebody looks at what clients do at an endpoint. */
interface Watch {
  /** resolves when all that other workers have answered is counted; undefined if it is */
  readonly ready: Promise<void> | undefined
  end(): void
}

/** The copies that other workers have of the endpoints of this one. Before an endpoint changes, they are revoked. */
export class OwnedCopies {
  readonly #primary: Pick<ToPrimary, 'ask' | 'tell'>
  readonly #access: (key: string) => Access | undefined
  readonly #copied = new Map<string, Copied>()
  /** by endpoint, how many watch it at the moment: meanwhile this worker answers alone */
  readonly #watches = new Map<string, number>()
  /** by worker and endpoint, how many requests it has not answered */
  readonly #inFlight = new Map<number, Map<Endpoint, number>>()
  #isExtending = false

  /** @param access what a key gives access to, if its endpoint exists */
  constructor(
    primary: Pick<ToPrimary, 'ask' | 'tell'>,
    access: (key: string) => Access | undefined,
  ) {
    this.#primary = primary
    this.#access = access
  }

  /** Another worker wants to answer for the endpoint of a key. */
  want({ worker, id, key }: Want): void {
    const access = this.#access(key)
    if (access === undefined) {
      this.#primary.tell({ kind: 'noCopy', worker, id })
      return
    }
    const { endpoint, dialect } = access
    const copied: Copied = this.#copied.get(endpoint.key) ?? {
      endpoint,
      holders: new Map(),
      revoking: undefined,
      timer: undefined,
    }
    this.#copied.set(endpoint.key, copied)
    const before = copied.holders.get(worker)
    const dialects = new Map(before?.dialects).set(key, dialect.name)
    const isValid = before?.isValid ?? false
    copied.holders.set(worker, { id, dialects, sent: [], isValid, isCurrent: false })
    this.#sendSoon(copied)
  }

  /** Another worker does not answer for an endpoint any more. */
  unwant(worker: number, endpoint: string): void {
    const copied = this.#copied.get(endpoint)
    if (copied !== undefined) this.#remove(copied, worker)
  }

  /** As `ChangeLog.beforeChange`. */
  beforeChange(endpoint: string): Promise<void> | undefined {
    const copied = this.#copied.get(endpoint)
    return copied && this.#revoke(copied)
  }

  afterChange(endpoint: string): void {
    const copied = this.#copied.get(endpoint)
    if (copied !== undefined) this.#sendSoon(copied)
  }

  /** The main branch becomes longer, and all endpoints that follow it. */
  async beforeExtended(): Promise<void> {
    this.#isExtending = true
    await Promise.all([...this.#copied.values()].map((copied) => this.#revoke(copied)))
  }

  afterExtended(): void {
    this.#isExtending = false
    for (const copied of this.#copied.values()) this.#sendSoon(copied)
  }

  /**
   * Somebody looks at what clients do at the endpoint of a key: until `end`, this worker receives all its requests, in order.
   */
  watch(key: string): Watch {
    const endpoint = this.#access(key)?.endpoint.key ?? key
    this.#watches.set(endpoint, (this.#watches.get(endpoint) ?? 0) + 1)
    return {
      ready: this.beforeChange(endpoint),
      end: () => {
        const left = (this.#watches.get(endpoint) as number) - 1
        if (left > 0) this.#watches.set(endpoint, left)
        else this.#watches.delete(endpoint)
        this.afterChange(endpoint)
      },
    }
  }

  /** Counts calls that another worker has answered. */
  addCalls({ worker, endpoint: key, calls, inFlight }: CallsReport): void {
    const endpoint = this.#access(key)?.endpoint
    if (endpoint === undefined) return
    addSentCalls(endpoint, calls)
    this.#setInFlight(worker, endpoint, inFlight)
  }

  /** Another worker has ended, and answers nothing any more. */
  forget(worker: number): void {
    for (const copied of this.#copied.values()) this.#remove(copied, worker)
    for (const endpoint of this.#inFlight.get(worker)?.keys() ?? []) {
      this.#setInFlight(worker, endpoint, 0)
    }
  }

  #setInFlight(worker: number, endpoint: Endpoint, count: number): void {
    const counts = this.#inFlight.get(worker) ?? new Map<Endpoint, number>()
    this.#inFlight.set(worker, counts)
    const before = counts.get(endpoint) ?? 0
    for (let more = before; more < count; more++) endpoint.activity.begin('requests')
    for (let less = before; less > count; less--) endpoint.activity.end('requests')
    if (count === 0) counts.delete(endpoint)
    else counts.set(endpoint, count)
  }

  #remove(copied: Copied, worker: number): void {
    copied.holders.delete(worker)
    if (copied.holders.size > 0) return
    clearTimeout(copied.timer)
    this.#copied.delete(copied.endpoint.key)
  }

  #revoke(copied: Copied): Promise<void> | undefined {
    const valid = [...copied.holders].filter(([, { isValid }]) => isValid)
    if (valid.length === 0) return copied.revoking
    for (const [, holder] of valid) {
      holder.isValid = false
      holder.isCurrent = false
    }
    const workers = valid.map(([worker]) => worker)
    const asked = this.#primary.ask({ kind: 'revoke', workers, endpoint: copied.endpoint.key })
    const revoked = asked.then((answers) => {
      for (const [index, [worker, holder]] of valid.entries()) {
        const isUsed = (answers as readonly boolean[])[index]
        // It may have asked again.
        if (!isUsed && copied.holders.get(worker) === holder) this.#remove(copied, worker)
      }
    })
    const revoking = Promise.all([copied.revoking, revoked]).then(() => {
      if (copied.revoking !== revoking) return
      copied.revoking = undefined
      this.#sendSoon(copied)
    })
    copied.revoking = revoking
    return revoking
  }

  #sendSoon(copied: Copied): void {
    if ([...copied.holders.values()].every(({ isCurrent }) => isCurrent)) return
    clearTimeout(copied.timer)
    copied.timer = setTimeout(() => this.#send(copied), QUIET_MS)
    copied.timer.unref()
  }

  #send(copied: Copied): void {
    const { endpoint, holders, revoking } = copied
    const { key, fromMain, isWithChain } = endpoint
    if (revoking !== undefined || this.#watches.has(key) || (this.#isExtending && isWithChain))
      return
    if (!canBeCopied(endpoint)) return
    for (const [worker, holder] of holders) {
      if (holder.isCurrent) continue
      const { id, dialects, sent } = holder
      const position = positionOf(endpoint, sent)
      this.#primary.tell({ kind: 'position', worker, id, endpoint: key, dialects, position })
      holder.sent = [...(fromMain?.own ?? [])]
      holder.isValid = true
      holder.isCurrent = true
    }
  }
}
