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
  readonly #snapshots: Snapshot[] = []
  readonly #memory: ViewedChain['memory']

  constructor(memory: ViewedChain['memory']) {
    this.#memory = memory
  }

  get count(): number {
    return this.#snapshots.length
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
    this.#memory?.requireRoom()
    const pooled = snapshot.sent?.pooled ?? []
    const isShared = pooled === this.#snapshots.at(-1)?.sent?.pooled
    this.#memory?.add(SNAPSHOT_BYTES + (isShared ? 0 : HASH_BYTES * pooled.length))
    return this.#snapshots.push(snapshot)
  }

  get(id: number): Snapshot | undefined {
    return this.#snapshots[id - 1]
  }
}
