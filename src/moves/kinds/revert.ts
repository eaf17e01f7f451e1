import * as v from 'valibot'
import { nonEmptyString, wanted } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { booleanResult } from '../results.ts'

export interface Revert {
  /**
   * Returns to a snapshot, and forgets the transactions that were sent after it; resolves to whether it exists. The same
   * calls lead to the same blocks from there.
   */
  revert(id: number): Promise<boolean>
}

export interface RevertSteps {
  /** Returns to the snapshot of a name, any number of times. */
  readonly revert: string
}

// Any number is accepted: asking for a snapshot that does not exist is not an error.
const id = { name: 'id', description: 'Of a snapshot.', schema: v.number(wanted('a number')) }

export const revert: MoveOf<Revert, RevertSteps> = {
  name: 'revert',
  summary: 'Returns to a snapshot. The result says whether the snapshot exists.',
  parameters: [id],
  async run(endpoint, [id]) {
    const sent = endpoint.snapshots?.get(id)?.sent
    const revert = () => endpoint.revert(id)
    return sent === undefined ? revert() : (endpoint.sending?.restore(sent, revert) ?? revert())
  },
  result: booleanResult,
  aliases: [
    {
      names: ['evm_revert', 'anvil_revert'],
      summary: 'Returns to a snapshot. The result says whether the snapshot exists.',
      parameters: [id],
      result: booleanResult,
    },
  ],
  steps: {
    revert: {
      summary: 'Returns to the snapshot of a name, any number of times.',
      schema: nonEmptyString,
      play: (perform, name, { snapshots }) => perform(snapshots.get(name) as number),
    },
  },
}
