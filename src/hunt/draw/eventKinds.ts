import type { EventKind } from './event.ts'
import { behind } from './kinds/behind.ts'
import { faults } from './kinds/faults.ts'
import { finality } from './kinds/finality.ts'
import { lag } from './kinds/lag.ts'
import { leap } from './kinds/leap.ts'
import { lowerAndBack } from './kinds/lowerAndBack.ts'
import { mine } from './kinds/mine.ts'
import { notYet } from './kinds/notYet.ts'
import { outage } from './kinds/outage.ts'
import { reorg } from './kinds/reorg.ts'
import { restart } from './kinds/restart.ts'
import { rival } from './kinds/rival.ts'
import { rollback } from './kinds/rollback.ts'
import { secondReorg } from './kinds/secondReorg.ts'
import { shorterReorg } from './kinds/shorterReorg.ts'
import { split } from './kinds/split.ts'
import { thereAndBack } from './kinds/thereAndBack.ts'
import { withheld } from './kinds/withheld.ts'
import { wrongData } from './kinds/wrongData.ts'
import { wrongField } from './kinds/wrongField.ts'

/** All kinds of events, by name. */
export const eventKinds = {
  mine,
  reorg,
  shorterReorg,
  secondReorg,
  thereAndBack,
  lowerAndBack,
  rollback,
  leap,
  finality,
  lag,
  split,
  outage,
  notYet,
  withheld,
  faults,
  wrongData,
  wrongField,
  restart,
  behind,
  rival,
} as const satisfies Readonly<Record<string, EventKind>>

export type EventName = keyof typeof eventKinds

export const eventNames = Object.keys(eventKinds) as EventName[]

/** Kinds that are drawn with `beyond` only. */
export const beyondKinds: readonly EventName[] = eventNames.filter(
  (name) => kindNamed(name)?.isBeyond,
)

/** Whether no event may follow one of this kind. */
export function isLast(name: string): boolean {
  return kindNamed(name)?.isLast === true
}

function kindNamed(name: string): EventKind | undefined {
  return eventKinds[name as EventName]
}
