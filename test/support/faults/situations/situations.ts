import type { Situation } from '../situation.ts'
import { fullBatches } from './fullBatches.ts'
import { halfRequests } from './halfRequests.ts'
import { headerFloods } from './headerFloods.ts'
import { hostilePaths } from './hostilePaths.ts'
import { hugeBatches } from './hugeBatches.ts'
import { hugeBodies } from './hugeBodies.ts'
import { idleConnections } from './idleConnections.ts'
import { longReading } from './longReading.ts'
import { resets } from './resets.ts'
import { slowReaders } from './slowReaders.ts'
import { subscribers } from './subscribers.ts'
import { troubledEndpoint } from './troubledEndpoint.ts'

export const situations: readonly Situation[] = [
  halfRequests,
  slowReaders,
  idleConnections,
  resets,
  hugeBodies,
  hugeBatches,
  fullBatches,
  longReading,
  hostilePaths,
  headerFloods,
  subscribers,
  troubledEndpoint,
]
