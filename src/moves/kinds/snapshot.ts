import * as v from 'valibot'
import { toQuantity } from '../../primitives/hex.ts'
import { nonEmptyString } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { wholeNumberResult } from '../results.ts'

export interface Snapshot {
  /** Saves head, time, finality and pool; resolves to the id for `revert`, which can be used any number of times. */
  snapshot(): Promise<number>
}

export interface SnapshotSteps {
  /** Saves head, time and finality under a name. */
  readonly snapshot: string
}

export const snapshot: MoveOf<Snapshot, SnapshotSteps> = {
  name: 'snapshot',
  effect: 'saves',
  group: 'Snapshots',
  summary:
    'Saves head, time and finality. The result is the id for revert, which can be used any number of times.',
  parameters: [],
  run: async (endpoint) => endpoint.snapshot(await endpoint.miner?.save()),
  result: wholeNumberResult,
  aliases: [
    {
      names: ['evm_snapshot', 'anvil_snapshot'],
      summary:
        'Saves head, time and finality. The result is the id for evm_revert, which uses it up.',
      parameters: [],
      result: {
        name: 'id',
        schema: v.pipe(v.string(), v.regex(/^0x[1-9a-f][0-9a-f]*$/)),
        from: toQuantity,
      },
    },
  ],
  steps: {
    snapshot: {
      summary: 'Saves head, time and finality under a name.',
      takes: 'name',
      schema: nonEmptyString,
      async play(perform, name, { snapshots }) {
        snapshots.set(name, await perform())
      },
      check(name, { snapshots }) {
        snapshots.add(name)
      },
    },
  },
  toStep: (_, id) => ({ snapshot: `snapshot-${id}` }),
}
