import { VersionedState } from '../../state/versionedState.ts'
import type { CallEngine } from '../callEngine.ts'

/** The state of a simulation, whose roots cost as much as what has changed since the one before. */
export class SimulatedState {
  readonly #engine: CallEngine
  readonly #states: VersionedState

  constructor(engine: CallEngine) {
    this.#engine = engine
    this.#states = new VersionedState(engine.environment.state)
  }

  /** The root of the engine's state, 32 bytes. There must be no call in progress. */
  root(): Uint8Array {
    const { environment, state } = this.#engine
    const changes = state.changes()
    this.#states.add(changes)
    state.reset(this.#states.at(this.#states.newest))
    return environment.nextStateRoot(changes)
  }
}
