import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ByteText } from '../chain/state/byteText.ts'
import type { LostNodes } from '../chain/state/lostNodes.ts'
import { fromHex, type Hex, toHex } from '../primitives/hex.ts'
import type { WallClock } from './clock.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointParts } from './endpointParts.ts'

/** Something that is done to an endpoint: a move. What clients and timers do are moves, too. */
export interface Change {
  /** its name */
  readonly move: string
  /** those of its method in code. What is sent may be in bytes. */
  readonly args: readonly unknown[]
}

/** A block is mined because of a timer, or for transactions that were sent together. */
export const MINE_ONE: Change = { move: 'mine', args: [] }

/**
 * A client sends a transaction.
 *
 * @param raw as it was sent: with its blobs
 * @param from its sender if nobody has signed it
 * @param isJoined whether it is mined with others, which is another change
 */
export function sendChange(raw: Uint8Array, from: Hex | undefined, isJoined: boolean): Change {
  return { move: 'sendTransaction', args: [{ raw, from, mine: isJoined ? false : undefined }] }
}

/**
 * A transaction leaves the pool because it can never be mined. This happens during another change, and is logged before it.
 */
export function dropChange(hash: Hex): Change {
  return { move: 'dropTransaction', args: [hash] }
}

/** A change that was made, as the log records it. */
export interface RecordedChange {
  readonly change: Change
  /** the head before it */
  readonly start: SealedBlock
  /** the head after it */
  readonly end: SealedBlock
  /** what it read of the wall clock, in seconds since 1970 */
  readonly clock: readonly number[]
  /** of a fork: hashes of nodes that nobody could read by then, and that were not recorded for the endpoint before */
  readonly lost: readonly Hex[]
  /** of a fork: nodes that were needed by then, and that were not recorded for the endpoint before */
  readonly found: readonly Hex[]
}

type ChangedNodes = Pick<RecordedChange, 'lost' | 'found'>

const NO_NODES: ChangedNodes = { lost: [], found: [] }

/** Where the changes of endpoints are written, so that they can be made again. */
export interface ChangeLog {
  /**
   * Whether changes of an endpoint are written: false while the journal is replayed. Without this method, always.
   *
   * @param key of the endpoint
   */
  isRecording?(key: string): boolean
  /**
   * Is called before a change.
   *
   * @param key of the endpoint
   * @throws {ChangeLogError} if it could not be written
   */
  requireWritable(key: string): void
  /**
   * Is called after a change.
   *
   * @throws {ChangeLogError} if it cannot be written
   */
  write(key: string, made: RecordedChange): void
  /**
   * Resolves when all changes of an endpoint that were written so far outlive this process; undefined if they already do.
   *
   * @throws {ChangeLogError} rejects if one of them could not be kept
   */
  kept(key: string): Promise<void> | undefined
}

/** A log that also records which endpoints exist. */
export interface EndpointLog extends ChangeLog {
  /**
   * Is called after an endpoint was created.
   *
   * @param options as JSON can have them
   * @throws {ChangeLogError} if it cannot be written
   */
  created(key: string, options: object): void
  /**
   * Is called after an endpoint was closed, while the others stay open.
   *
   * @throws {ChangeLogError} if it cannot be written
   */
  closed(key: string): void
}

interface ChangedEndpoint {
  readonly key: string
  readonly chain: { readonly base: { readonly lostNodes: LostNodes | undefined } }
  readonly head: SealedBlock
  /** undefined if nothing can be sent to it */
  readonly miner?: { readonly log: { readonly count: number } } | undefined
  /** whether its head follows that of the chain, or of another endpoint */
  readonly isWithChain?: boolean
  readonly follows?: object | undefined
}

/** What clients can see of a change. */
interface Visible {
  readonly head: SealedBlock
  /** how many transactions were sent */
  readonly sent: number | undefined
}

/** What a change returned, or that it failed after it had moved the head or sent something. */
export type ChangeOutcome = { readonly result: unknown } | 'failed'

/**
 * Is called after a change, also after one that was made again.
 *
 * @param start the head before it
 */
export type ChangeListener = (
  endpoint: Endpoint,
  change: Change,
  start: SealedBlock,
  outcome: ChangeOutcome,
) => void

/** Makes the changes of an endpoint: its log has them, if it has one, and its listener is told. */
export class ChangeRecorder {
  /** undefined without a log */
  readonly changes: Changes | undefined
  readonly #endpoint: Endpoint
  readonly #onChange: ChangeListener | undefined
  #inProgress = 0

  constructor(endpoint: Endpoint, { changes, wallClock, onChange }: EndpointParts) {
    this.#endpoint = endpoint
    this.changes = changes && new Changes(endpoint, changes, wallClock)
    this.#onChange = onChange
  }

  /** As `Endpoint.apply`. */
  apply<T>(change: Change, make: () => T): T {
    const { changes } = this
    const endpoint = this.#endpoint
    const { head: start } = endpoint
    const before = visibleOf(endpoint)
    const report = (outcome: ChangeOutcome): void => {
      this.#inProgress--
      this.#onChange?.(endpoint, change, start, outcome)
    }
    const succeed = <Result>(result: Result): Result => {
      report({ result })
      return result
    }
    const fail = (error: unknown): never => {
      if (leftTrace(endpoint, before)) report('failed')
      else this.#inProgress--
      throw error
    }
    let made: T
    this.#inProgress++
    try {
      made = changes === undefined ? make() : changes.make(change, make)
    } catch (error) {
      return fail(error)
    }
    return made instanceof Promise ? (made.then(succeed, fail) as T) : succeed(made)
  }

  /** @throws {Error} if somebody records the changes, and none is in progress */
  requireInProgress(): void {
    if (this.#inProgress > 0 || (this.changes ?? this.#onChange) === undefined) return
    throw new Error('an endpoint whose changes are recorded was changed without `apply`')
  }
}

/** Writes the changes of an endpoint to a log, and makes them again. */
export class Changes {
  readonly #endpoint: ChangedEndpoint
  readonly #log: ChangeLog
  readonly #wallClock: WallClock
  /** of the change in progress */
  #reads: number[] = []
  /** what the change that is made again reads instead of the wall clock; undefined otherwise */
  #given: readonly number[] | undefined
  /** the head after the change that is made again */
  #end: Hex | undefined
  /** the change in progress: what was seen before it, and what settles when it is written */
  #inProgress: { readonly before: Visible; readonly written: Promise<void> } | undefined
  /** hashes of the lost nodes that were written, or are in the entries that were replayed */
  readonly #lostNodes = new Set<Hex>()
  /** references to the found ones */
  readonly #foundNodes = new Set<ByteText>()
  #hasEnded = false
  #lost: Error | undefined

  constructor(endpoint: ChangedEndpoint, log: ChangeLog, wallClock: WallClock) {
    this.#endpoint = endpoint
    this.#log = log
    this.#wallClock = wallClock
  }

  /** Whether a change is made again. */
  get isReplaying(): boolean {
    return this.#given !== undefined
  }

  /** Whether a timer may make changes: false while the journal is replayed. */
  get mayRunTimers(): boolean {
    return !this.isReplaying && this.#log.isRecording?.(this.#endpoint.key) !== false
  }

  /** Whether a change that is replayed has reached the head in the journal: it may have been interrupted there. */
  get hasReachedRecordedHead(): boolean {
    return this.isReplaying && this.#endpoint.head.hash === this.#end
  }

  /** As `ChangeLog.kept`, with the change in progress if clients can see it: until then no response may show it. */
  kept(): Promise<void> | undefined {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    const { key } = this.#endpoint
    const { before, written } = this.#inProgress ?? {}
    if (before === undefined || isSame(before, visibleOf(this.#endpoint)))
      return this.#log.kept(key)
    return written?.then(() => this.#log.kept(key))
  }

  /**
   * Records nothing any more, because the endpoint is closed.
   *
   * @param lost why no response may show the changes in progress; undefined if it may
   */
  end(lost?: Error): void {
    this.#hasEnded = true
    this.#lost = lost
  }

  /** The wall clock as changes read it. */
  get wallClock(): WallClock {
    const now = this.#wallClock
    return (
      now &&
      (() => {
        const seconds = this.#given?.[this.#reads.length] ?? now()
        this.#reads.push(seconds)
        return seconds
      })
    )
  }

  /**
   * Makes a change and writes it. One that fails is written if clients can see what it did: it has moved the head, or left
   * a transaction in the pool.
   *
   * @param make may return a promise; otherwise the change is written when this returns
   * @throws {ChangeLogError} if it cannot be written; where that is known before, the change is not made
   */
  make<T>(change: Change, make: () => T): T {
    if (!this.isReplaying) this.#log.requireWritable(this.#endpoint.key)
    const before = visibleOf(this.#endpoint)
    const start = before.head
    // Those of the change during which this one happens, if any.
    const [outer, outerProgress] = [this.#reads, this.#inProgress]
    const clock: number[] = []
    this.#reads = clock
    const end = (): void => {
      this.#reads = outer
      this.#inProgress = outerProgress
      if (!this.isReplaying && !this.#hasEnded) {
        const { key, head } = this.#endpoint
        // Written before the change during which it happens, so it is made again before that, too.
        const outer = outerProgress?.before.head
        const heads = { start: outer ?? start, end: outer ?? head }
        this.#log.write(key, { change, ...heads, clock, ...this.#newNodes() })
      }
    }
    const fail = (error: unknown): never => {
      this.#inProgress = outerProgress
      if (!leftTrace(this.#endpoint, before)) this.#reads = outer
      else end()
      throw error
    }
    let made: T
    try {
      made = make()
    } catch (error) {
      return fail(error)
    }
    if (!(made instanceof Promise)) {
      end()
      return made
    }
    const ended = made.then((result) => {
      end()
      return result
    }, fail)
    const settled = (): void => {}
    this.#inProgress = { before, written: ended.then(settled, settled) }
    return ended as T
  }

  /** Lets what was lost or found when an entry was written be so again, before its change is made again. */
  restoreNodes({ lost = [], found = [] }: Partial<ChangedNodes>): void {
    const { lostNodes } = this.#endpoint.chain.base
    if (lostNodes === undefined) return
    for (const hash of lost) {
      lostNodes.restoreLost(hash)
      this.#lostNodes.add(hash)
    }
    for (const node of found) this.#foundNodes.add(lostNodes.restoreFound(fromHex(node)))
  }

  #newNodes(): ChangedNodes {
    const { lostNodes } = this.#endpoint.chain.base
    if (lostNodes === undefined) return NO_NODES
    const lost = lostNodes.hashes.filter((each) => !this.#lostNodes.has(each))
    const references = [...lostNodes.found].filter((each) => !this.#foundNodes.has(each))
    for (const each of lost) this.#lostNodes.add(each)
    for (const each of references) this.#foundNodes.add(each)
    const nodes = references.map((reference) => lostNodes.nodeOf(reference))
    return { lost, found: nodes.filter((node) => node !== undefined).map(toHex) }
  }

  /**
   * Makes changes again, without writing them. Exactly those nodes count as lost that the restored entries name.
   *
   * @param clock what they read of the wall clock
   * @param end hash of the head after them
   * @returns of a fork: the reasons why further nodes were lost
   */
  async replay(
    clock: readonly number[],
    end: Hex,
    make: () => unknown,
  ): Promise<readonly string[]> {
    const { lostNodes } = this.#endpoint.chain.base
    this.#given = clock
    this.#end = end
    this.#reads = []
    try {
      if (lostNodes !== undefined) return await lostNodes.replaying(this.#lostNodes, make)
      await make()
      return []
    } finally {
      this.#given = undefined
    }
  }
}

function visibleOf({ head, miner }: ChangedEndpoint): Visible {
  return { head, sent: miner?.log.count }
}

/** Whether clients can see a change that has failed. The head may also have moved because it follows another one. */
function leftTrace(endpoint: ChangedEndpoint, { head, sent }: Visible): boolean {
  const now = visibleOf(endpoint)
  if (now.sent !== sent) return true
  const isFollowing = endpoint.isWithChain === true || endpoint.follows !== undefined
  return !isFollowing && now.head.hash !== head.hash
}

function isSame(one: Visible, other: Visible): boolean {
  return one.head === other.head && one.sent === other.sent
}
