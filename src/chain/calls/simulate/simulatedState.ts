import { OverlayState } from '../../state/overlayState.ts'
import type { CallEngine } from '../callEngine.ts'

/** The state of a simulation, whose roots cost as much as what has changed since the one before. */
export class SimulatedState {
  readonly #engine: CallEngine
  readonly #state: OverlayState

  constructor(engine: CallEngine) {
    this.#engine = engine
    this.#state = new OverlayState(engine.environment.state)
  }

  /** The root of the engine's state, 32 bytes. There must be no call in progress. */
  root(): Uint8Array {
    const { environment, state } = this.#engine
    const changes = state.changes()
    this.#state.apply(changes)
    state.reset(this.#state)
    return environment.nextStateRoot(changes)
  }
}
