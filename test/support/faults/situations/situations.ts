import type { Situation } from '../situation.ts'
import { endlessTransactions } from './endlessTransactions.ts'
import { fullBatches } from './fullBatches.ts'
import { fullMemory } from './fullMemory.ts'
import { halfRequests } from './halfRequests.ts'
import { headerFloods } from './headerFloods.ts'
import { heldRequests } from './heldRequests.ts'
import { hostileCallsOfEveryKind } from './hostileCalls.ts'
import { hostilePaths } from './hostilePaths.ts'
import { hugeBatches } from './hugeBatches.ts'
import { hugeBodies } from './hugeBodies.ts'
import { idleConnections } from './idleConnections.ts'
import { invalidBlobs } from './invalidBlobs.ts'
import { largeFilters } from './largeFilters.ts'
import { longBacklogs } from './longBacklogs.ts'
import { longReading } from './longReading.ts'
import { manyCallers } from './manyCallers.ts'
import { oneByteChunks } from './oneByteChunks.ts'
import { resets } from './resets.ts'
import { scatteredFragments } from './scatteredFragments.ts'
import { sentFloods } from './sentFloods.ts'
import { slowReaders } from './slowReaders.ts'
import { subscribers } from './subscribers.ts'
import { troubledEndpoint } from './troubledEndpoint.ts'
import { unreadBodies } from './unreadBodies.ts'
import { unreadPipelines } from './unreadPipelines.ts'
import { unreadTransactions } from './unreadTransactions.ts'
import { waitingBatches } from './waitingBatches.ts'

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
  heldRequests,
  largeFilters,
  longBacklogs,
  oneByteChunks,
  scatteredFragments,
  unreadBodies,
  unreadPipelines,
  waitingBatches,
  hostileCallsOfEveryKind,
  manyCallers,
  sentFloods,
  endlessTransactions,
  invalidBlobs,
  unreadTransactions,
  fullMemory,
]
