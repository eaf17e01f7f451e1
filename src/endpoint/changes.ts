import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ByteText } from '../chain/state/byteText.ts'
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

/** What happened to an endpoint, as the log records it. */
export type Happened =
  | RecordedChange
  /** it was created with these options, as JSON can have them */
  | { readonly create: object }
  /** it was closed, while the others stay open */
  | { readonly close: true }

type ChangedNodes = Pick<RecordedChange, 'lost' | 'found'>

const NO_NODES: ChangedNodes = { lost: [], found: [] }

/** Where what happens to endpoints is written, so that it can be done again. */
export interface ChangeLog {
  /**
   * Whether changes of an endpoint are written: false while the journal is replayed.
   *
   * @param key of the endpoint
   */
  isRecording(key: string): boolean
  /**
   * Is called before a change.
   *
   * @param key of the endpoint
   * @throws {ChangeLogError} if it could not be written
   */
  requireWritable(key: string): void
  /**
   * Is called after a change, or after an endpoint was created or closed.
   *
   * @throws {ChangeLogError} if it cannot be written
   */
  write(key: string, happened: Happened): void
  /**
   * Resolves when all that was written of an endpoint so far outlives this process; undefined if it already does.
   *
   * @throws {ChangeLogError} rejects if a part of it could not be kept
   */
  kept(key: string): Promise<void> | undefined
}

/** The lost nodes of a fork by their hashes, and references to the found ones. */
interface KnownNodes {
  readonly lost: Set<Hex>
  readonly found: Set<ByteText>
}

/** What clients can see of a change. */
interface Visible {
  readonly head: SealedBlock
  /** how many transactions were sent */
  readonly sent: number | undefined
}

/** A change in progress that is no part of another one. */
interface InProgress {
  /** what was seen before it */
  readonly before: Visible
  /** settles when it is written; undefined while it may still turn out to be made at once */
  written: Promise<void> | undefined
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
export class Changes {
  readonly #endpoint: Endpoint
  readonly #log: ChangeLog | undefined
  readonly #onChange: ChangeListener | undefined
  readonly #wallClock: WallClock
  /** what the change in progress has read of the wall clock */
  #reads: number[] = []
  /** what the change that is made again reads instead of the wall clock; undefined otherwise */
  #given: readonly number[] | undefined
  /** the head after the change that is made again */
  #end: Hex | undefined
  #inProgress: InProgress | undefined
  /** the nodes that were written, or are in the entries that were replayed; undefined as long as there are none */
  #nodes: KnownNodes | undefined
  #hasEnded = false
  #lost: Error | undefined

  constructor(
    endpoint: Endpoint,
    { changes, wallClock, onChange }: Pick<EndpointParts, 'changes' | 'wallClock' | 'onChange'>,
  ) {
    this.#endpoint = endpoint
    this.#log = changes
    this.#wallClock = wallClock
    this.#onChange = onChange
  }

  /** Whether a change is made again. */
  get isReplaying(): boolean {
    return this.#given !== undefined
  }

  /** Whether a timer may make changes: false while the journal is replayed. */
  get mayRunTimers(): boolean {
    return !this.isReplaying && this.#log?.isRecording(this.#endpoint.key) !== false
  }

  /** Whether a change that is replayed has reached the head in the journal: it may have been interrupted there. */
  get hasReachedRecordedHead(): boolean {
    return this.isReplaying && this.#endpoint.head.hash === this.#end
  }

  /** As `ChangeLog.kept`, with the change in progress if clients can see it: until then no response may show it. */
  kept(): Promise<void> | undefined {
    const log = this.#log
    if (log === undefined) return undefined
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    const { key } = this.#endpoint
    const { before, written } = this.#inProgress ?? {}
    const isSeen = before !== undefined && !isSame(before, visibleOf(this.#endpoint))
    return isSeen && written !== undefined ? written.then(() => log.kept(key)) : log.kept(key)
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
   * Makes a change, and records it. One that fails is recorded if clients can see what it did: it has moved the head, or left
   * a transaction in the pool.
   *
   * @param make may return a promise; otherwise the change is recorded when this returns
   * @throws {ChangeLogError} if it cannot be written; where that is known before, the change is not made
   */
  apply<T>(change: Change, make: () => T): T {
    const endpoint = this.#endpoint
    if (!this.isReplaying) this.#requireWritable()
    const before = visibleOf(endpoint)
    // Of the change during which this one happens, if any. It is written before that, so it is made again before that, too.
    const [outer, outerReads] = [this.#inProgress, this.#reads]
    const progress = outer ?? { before, written: undefined }
    const clock: number[] = []
    this.#inProgress = progress
    this.#reads = clock
    const end = (outcome: ChangeOutcome | undefined): void => {
      this.#reads = outerReads
      if (outer === undefined) this.#inProgress = undefined
      if (outcome === undefined) return
      const heads = outer?.before ?? endpoint
      try {
        this.#write({ change, start: progress.before.head, end: heads.head, clock })
      } finally {
        this.#onChange?.(endpoint, change, before.head, outcome)
      }
    }
    const succeed = <Result>(result: Result): Result => {
      end({ result })
      return result
    }
    const fail = (error: unknown): never => {
      end(leftTrace(endpoint, before) ? 'failed' : undefined)
      throw error
    }
    let made: T
    try {
      made = make()
    } catch (error) {
      return fail(error)
    }
    if (!(made instanceof Promise)) return succeed(made)
    const ended = made.then(succeed, fail)
    const settled = (): void => {}
    progress.written ??= ended.then(settled, settled)
    return ended as T
  }

  /** @throws {Error} if somebody records the changes, and none is in progress */
  requireInProgress(): void {
    if (this.#inProgress !== undefined || (this.#log ?? this.#onChange) === undefined) return
    throw new Error('an endpoint whose changes are recorded was changed without `apply`')
  }

  /** What was read of a network and cannot be kept would be missing after a restart, so no change is made until it can be. */
  #requireWritable(): void {
    if (this.#log === undefined) return
    const { key, chain } = this.#endpoint
    chain.base.saveWitness()
    this.#log.requireWritable(key)
  }

  #write(made: Omit<RecordedChange, 'lost' | 'found'>): void {
    if (this.#log === undefined || this.isReplaying || this.#hasEnded) return
    const { key, chain } = this.#endpoint
    try {
      // Without a node, nothing else can repeat what the change has read of a network.
      chain.base.saveWitness()
    } finally {
      this.#log.write(key, { ...made, ...this.#newNodes() })
    }
  }

  /** Lets what was lost or found when an entry was written be so again, before its change is made again. */
  restoreNodes({ lost = [], found = [] }: Partial<ChangedNodes>): void {
    const { lostNodes } = this.#endpoint.chain.base
    if (lostNodes === undefined) return
    const known = this.#knownNodes
    for (const hash of lost) {
      lostNodes.restoreLost(hash)
      known.lost.add(hash)
    }
    for (const node of found) known.found.add(lostNodes.restoreFound(fromHex(node)))
  }

  get #knownNodes(): KnownNodes {
    this.#nodes ??= { lost: new Set(), found: new Set() }
    return this.#nodes
  }

  #newNodes(): ChangedNodes {
    const { lostNodes } = this.#endpoint.chain.base
    if (lostNodes === undefined) return NO_NODES
    const known = this.#knownNodes
    const lost = lostNodes.hashes.filter((each) => !known.lost.has(each))
    const references = [...lostNodes.found].filter((each) => !known.found.has(each))
    for (const each of lost) known.lost.add(each)
    for (const each of references) known.found.add(each)
    const nodes = references.map((reference) => lostNodes.nodeOf(reference))
    return { lost, found: nodes.filter((node) => node !== undefined).map(toHex) }
  }

  /**
   * Makes changes again, without writing them. With a log, exactly those nodes count as lost that the restored entries name.
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
    const lostNodes = this.#log && this.#endpoint.chain.base.lostNodes
    this.#given = clock
    this.#end = end
    this.#reads = []
    try {
      if (lostNodes !== undefined) return await lostNodes.replaying(this.#knownNodes.lost, make)
      await make()
      return []
    } finally {
      this.#given = undefined
    }
  }
}

function visibleOf({ head, miner }: Endpoint): Visible {
  return { head, sent: miner?.log.count }
}

/** Whether clients can see a change that has failed. The head may also have moved because it follows another one. */
function leftTrace(endpoint: Endpoint, { head, sent }: Visible): boolean {
  const now = visibleOf(endpoint)
  if (now.sent !== sent) return true
  const isFollowing = endpoint.isWithChain === true || endpoint.follows !== undefined
  return !isFollowing && now.head.hash !== head.hash
}

function isSame(one: Visible, other: Visible): boolean {
  return one.head === other.head && one.sent === other.sent
}
