import type { SealedBlock } from '../chain/encoding/block.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Clock } from './clock.ts'
import type { SentSnapshot } from './endpointPool.ts'
import type { FinalityState } from './finality.ts'
import { EndpointMoveError } from './moveError.ts'
import type { ViewedChain } from './view.ts'

/** What `revert` restores. */
interface Snapshot {
  readonly head: SealedBlock
  readonly finality: FinalityState
  readonly clock: Clock
  readonly headerSettings: HeaderSettings | undefined
  /** undefined if nothing could be sent */
  readonly sent: SentSnapshot | undefined
}

const SNAPSHOT_BYTES = 300

/** Of the hash of a transaction, and its place in a list. */
const HASH_BYTES = 100

const SNAPSHOTS_MAX = 100_000

/** The snapshots of one endpoint, which can be restored repeatedly. */
export class Snapshots {
  readonly #snapshots = new Map<number, Snapshot>()
  readonly #chain: Pick<ViewedChain, 'memory' | 'growth'>
  #lastId = 0

  constructor(chain: Pick<ViewedChain, 'memory' | 'growth'>) {
    this.#chain = chain
  }

  get count(): number {
    return this.#snapshots.size
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
    if (this.#snapshots.size >= SNAPSHOTS_MAX) {
      const problem = `an endpoint can have at most ${SNAPSHOTS_MAX} snapshots`
      throw new EndpointMoveError('TOO_MANY_SNAPSHOTS', problem)
    }
    const { memory, growth } = this.#chain
    memory?.requireRoom()
    memory?.add(this.#bytesOf(snapshot, this.#lastId))
    growth?.retain(snapshot.head)
    this.#snapshots.set(++this.#lastId, snapshot)
    return this.#lastId
  }

  get(id: number): Snapshot | undefined {
    return this.#snapshots.get(id)
  }

  /** Forgets a snapshot and all after it. Their ids are not used again. */
  forgetFrom(id: number): void {
    for (let each = this.#lastId; each >= id; each--) {
      const snapshot = this.#snapshots.get(each)
      if (snapshot === undefined) continue
      this.#snapshots.delete(each)
      this.#chain.memory?.add(-this.#bytesOf(snapshot, each - 1))
      this.#chain.growth?.release(snapshot.head)
    }
  }

  /** @param before the id of the snapshot before it, with which it may share the list of its pool */
  #bytesOf({ sent }: Snapshot, before: number): number {
    const pooled = sent?.pooled ?? []
    const isShared = pooled === this.#snapshots.get(before)?.sent?.pooled
    return SNAPSHOT_BYTES + (isShared ? 0 : HASH_BYTES * pooled.length)
  }
}
