import type { SealedBlock } from '../chain/encoding/block.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import type { Clock } from './clock.ts'
import type { SentSnapshot } from './endpointPool.ts'
import type { FinalityState } from './finality.ts'
import { EndpointMoveError } from './moveError.ts'

/** What `revert` restores. */
interface Snapshot {
  readonly head: SealedBlock
  readonly finality: FinalityState
  readonly clock: Clock
  readonly headerSettings: HeaderSettings | undefined
  /** undefined if nothing could be sent */
  readonly sent: SentSnapshot | undefined
}

interface Numbered {
  readonly id: number
  readonly snapshot: Snapshot
}

const SNAPSHOT_BYTES = 300

/** Of the hash of a transaction, and its place in a list. */
const HASH_BYTES = 100

const SNAPSHOTS_MAX = 100_000

/** The snapshots of one endpoint, which can be restored repeatedly. */
export class Snapshots {
  /** in the order of their ids; a list, because most endpoints have few */
  #snapshots: Numbered[] = []
  readonly #chain: Pick<Overlay, 'memory' | 'children'>
  #lastId = 0

  constructor(chain: Pick<Overlay, 'memory' | 'children'>) {
    this.#chain = chain
  }

  get count(): number {
    return this.#snapshots.length
  }

  /** Of the snapshot that was taken last, even if it is forgotten; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  /**
   * @returns its id: 1 for the first snapshot, and so on
   * @throws {EndpointMoveError} TOO_MANY_SNAPSHOTS
   * @throws {PrivateMemoryError}
   */
  add(snapshot: Snapshot): number {
    if (this.#snapshots.length >= SNAPSHOTS_MAX) {
      const problem = `an endpoint can have at most ${SNAPSHOTS_MAX} snapshots`
      throw new EndpointMoveError('TOO_MANY_SNAPSHOTS', problem)
    }
    const { memory, children } = this.#chain
    memory.requireRoom()
    memory.add(this.#bytesOf(snapshot))
    children.retain(snapshot.head)
    const numbered = { id: ++this.#lastId, snapshot }
    // The first `push` would reserve room for 17: there may be tens of thousands of endpoints.
    if (this.#snapshots.length === 0) this.#snapshots = [numbered]
    else this.#snapshots.push(numbered)
    return this.#lastId
  }

  /** How many transactions had been sent when the last one was taken; 0 without one. */
  get sentCount(): number {
    return this.#snapshots.at(-1)?.snapshot.sent?.count ?? 0
  }

  get(id: number): Snapshot | undefined {
    // A binary search: there may be a hundred thousand.
    let [from, to] = [0, this.#snapshots.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#snapshots[middle] as Numbered).id < id) from = middle + 1
      else to = middle
    }
    const found = this.#snapshots[from]
    return found?.id === id ? found.snapshot : undefined
  }

  /** Forgets a snapshot and all after it. Their ids are not used again. */
  forgetFrom(id: number): void {
    for (let last = this.#snapshots.at(-1); last !== undefined && last.id >= id; ) {
      this.#snapshots.pop()
      this.#chain.memory.add(-this.#bytesOf(last.snapshot))
      this.#chain.children.release(last.snapshot.head)
      last = this.#snapshots.at(-1)
    }
  }

  /** A snapshot may share the list of its pool with the one before it, which is now the last one of `#snapshots`. */
  #bytesOf({ sent }: Snapshot): number {
    const pooled = sent?.pooled ?? []
    const isShared = pooled === this.#snapshots.at(-1)?.snapshot.sent?.pooled
    return SNAPSHOT_BYTES + (isShared ? 0 : HASH_BYTES * pooled.length)
  }
}
