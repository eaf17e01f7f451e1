import type { StorageBase } from '../../state/stateBase.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { RunState } from '../quickOperations.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'

/** What code of Amsterdam runs on. */
export interface Amsterdam {
  readonly evm: AmsterdamEvm
  readonly world: WorldState<StorageBase>
}

/** The EVM and the state of running code. */
export function amsterdamOf({ interpreter, stateManager }: RunState): Amsterdam {
  return {
    evm: interpreter._evm as unknown as AmsterdamEvm,
    world: stateManager as unknown as WorldState<StorageBase>,
  }
}
