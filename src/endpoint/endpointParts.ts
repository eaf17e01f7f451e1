import type { SealedBlock } from '../chain/encoding/block.ts'
import type { CallMemory } from './activity/callMemory.ts'
import type { TimelineOptions } from './activity/timeline.ts'
import type { ChangeListener, ChangeLog } from './changes.ts'
import type { WallClock } from './clock.ts'
import type { Endpoint } from './endpoint.ts'
import type { FinalityState } from './finality.ts'
import type { Lag } from './headPointer.ts'
import type { MinerOptions } from './miner.ts'

/** The parts of an endpoint that its server decides. */
export interface EndpointParts {
  /** the memory of the server for the calls that endpoints keep; by default its own */
  readonly callMemory?: CallMemory | undefined
  /** options of its timeline; by default it has none */
  readonly timeline?: TimelineOptions | undefined
  /** by default nothing can be sent to it */
  readonly miner?: MinerOptions | undefined
  /** how many bytes the branches that its head has left may take, whose blocks stay readable by hash */
  readonly undoneBytes?: number | undefined
  /** by default the times of blocks follow from the seed */
  readonly wallClock?: WallClock
  /** where its changes are written; by default nowhere */
  readonly changes?: ChangeLog | undefined
  /** is called before it goes on from another chain; by default nothing is */
  readonly onLeavingChain?: ((endpoint: Endpoint) => void) | undefined
  /** is called after each change; by default nothing is */
  readonly onChange?: ChangeListener | undefined
}

/** The state that `reset` restores. */
export interface Initial {
  /** a head of its own; undefined if it follows the chain or another endpoint */
  readonly head: SealedBlock | undefined
  readonly lag: Lag | undefined
  readonly finality: FinalityState
}
