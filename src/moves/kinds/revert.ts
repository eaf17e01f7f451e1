import * as v from 'valibot'
import { boolean, nonEmptyString, wanted } from '../../primitives/input.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { booleanResult } from '../results.ts'

export interface Revert {
  /**
   * Returns to a snapshot, and forgets the transactions that were sent after it; resolves to whether it exists. The same
   * calls lead to the same blocks from there.
   *
   * @param isUsedUp whether the snapshot is forgotten then, with all after it, as `evm_revert` does. Default false: you can
   *   revert to it any number of times
   */
  revert(id: number, isUsedUp?: boolean): Promise<boolean>
}

export interface RevertSteps {
  /** Returns to the snapshot of a name, any number of times. */
  readonly revert: string
}

// Any number is accepted: asking for a snapshot that does not exist is not an error.
const id = { name: 'id', description: 'Of a snapshot.', schema: v.number(wanted('a number')) }

export const revert: MoveOf<Revert, RevertSteps> = {
  name: 'revert',
  effect: 'movesHead',
  group: 'Snapshots',
  summary: 'Returns to a snapshot. The result says whether the snapshot exists.',
  parameters: [
    id,
    {
      name: 'isUsedUp',
      description: 'Whether the snapshot is forgotten then, with all after it. Default: false.',
      schema: v.optional(boolean),
    },
  ],
  async run(endpoint, [id, isUsedUp]) {
    const sent = endpoint.snapshots?.get(id)?.sent
    const revert = () => endpoint.revert(id, isUsedUp)
    return sent === undefined ? revert() : (endpoint.miner?.restore(sent, revert) ?? revert())
  },
  result: booleanResult,
  aliases: [
    {
      names: ['evm_revert', 'anvil_revert'],
      summary:
        'Returns to a snapshot, and forgets it and all after it. The result says whether it existed.',
      ...remoteCall([id], (id) => [id, true]),
      result: booleanResult,
    },
  ],
  steps: {
    revert: {
      summary: 'Returns to the snapshot of a name, any number of times.',
      takes: 'name',
      schema: nonEmptyString,
      play: (perform, name, { snapshots }) => perform(snapshots.get(name) as number),
      check(name, { endpoint, snapshots, wrong }) {
        if (snapshots.has(name)) return
        throw wrong(`endpoint '${endpoint}' has no earlier snapshot '${name}'`)
      },
    },
  },
  toStep: ([id], isDone) => (isDone === false ? 'nothing' : { revert: `snapshot-${id}` }),
  journal: {
    undoes: {
      effects: new Set(['mines', 'movesHead', 'altersState', 'setsNextBlock', 'saves', 'sends']),
      unlessMade: () => [undefined, 'changesPool', 'resets', 'follows'],
      snapshot: ([id, isUsedUp]) => (isUsedUp === true ? id : undefined),
    },
  },
}
