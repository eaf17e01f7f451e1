import { corruptionNames } from '../../../faults/corrupt/named.ts'
import type { Fault } from '../../../faults/fault.ts'
import type { Random } from '../../../primitives/random.ts'
import type { EventKind } from '../event.ts'
import { drawFaults } from './faults.ts'

/** Parts of blocks and receipts, each of which is changed in one digit. */
const fields = ['number', 'timestamp', 'hash', '[0].gasUsed', '[0].status', '[0].logs[0].data']

/** Faults that only a client sees which verifies what it is told. */
const untrue: readonly ((random: Random) => Fault)[] = [
  (random) => ({ kind: 'corrupt', what: random.pick(corruptionNames) }),
  (random) => ({ kind: 'corrupt', field: random.pick(fields) }),
  () => ({ kind: 'emptyLogs' }),
  (random) => ({ kind: 'truncatedLogs', count: random.between(1, 3) }),
  (random) => ({ kind: 'staleHead', blocks: random.between(1, 4) }),
  () => ({ kind: 'previousBlock' }),
  () => ({ kind: 'otherBranchReceipts' }),
  () => ({ kind: 'wrongId' }),
  () => ({ kind: 'missingId' }),
]

export const wrongData: EventKind = {
  summary: 'some answers are untrue: of another block or branch, or with parts missing or changed',
  weight: 3,
  draw: (situation) => drawFaults(situation, untrue),
}
