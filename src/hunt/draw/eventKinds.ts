import type { EventKind } from './draft.ts'
import { faults } from './kinds/faults.ts'
import { finality } from './kinds/finality.ts'
import { lag } from './kinds/lag.ts'
import { lies } from './kinds/lies.ts'
import { mine } from './kinds/mine.ts'
import { reorg } from './kinds/reorg.ts'
import { restart } from './kinds/restart.ts'
import { rollback } from './kinds/rollback.ts'
import { secondReorg } from './kinds/secondReorg.ts'
import { thereAndBack } from './kinds/thereAndBack.ts'

/** All kinds of events, by name. */
export const eventKinds = {
  mine,
  reorg,
  secondReorg,
  thereAndBack,
  rollback,
  finality,
  lag,
  faults,
  lies,
  restart,
} as const satisfies Readonly<Record<string, EventKind>>

export type EventName = keyof typeof eventKinds

export const eventNames = Object.keys(eventKinds) as EventName[]

/** Kinds that many clients do not claim to handle: they are drawn with `beyond` only. */
export const beyondNames: readonly EventName[] = ['lies']
