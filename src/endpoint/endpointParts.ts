import type { CallMemory } from './activity/callMemory.ts'
import type { TimelineOptions } from './activity/timeline.ts'
import type { ChangeLog } from './changes.ts'
import type { WallClock } from './clock.ts'
import type { SendingOptions } from './sending.ts'

/** The parts of an endpoint that its server decides. */
export interface EndpointParts {
  /** of the server, for the calls that it keeps; by default its own */
  readonly callMemory?: CallMemory | undefined
  /** of what happens at it; by default none is kept */
  readonly timeline?: TimelineOptions | undefined
  /** by default nothing can be sent to it */
  readonly sending?: SendingOptions | undefined
  /** by default the times of blocks follow from the seed */
  readonly wallClock?: WallClock
  /** where its changes are written; by default nowhere */
  readonly changes?: ChangeLog | undefined
}
