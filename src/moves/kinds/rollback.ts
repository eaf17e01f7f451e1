import * as v from 'valibot'
import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { wholeNumber } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { nothing } from '../results.ts'

export interface Rollback {
  /**
   * Moves the head back along its branch.
   *
   * @param count how many blocks
   * @throws {EndpointMoveError} if the branch does not have enough blocks
   */
  rollback(count: number): Promise<void>
}

export interface RollbackSteps {
  /** Moves the head back by this many blocks. */
  readonly rollback: number
}

export const rollback: MoveOf<Rollback, RollbackSteps> = {
  name: 'rollback',
  effect: 'movesHead',
  group: 'Blocks',
  summary: 'Moves the head back along its branch.',
  parameters: [{ name: 'count', description: 'How many blocks.', schema: wholeNumber(0) }],
  run(endpoint, [count]) {
    const { head, chain } = endpoint
    const target = endpoint.blockByNumber(head.number - count)
    if (target === undefined) {
      const problem = `count: ${count} exceeds the ${head.number - chain.tree.first.number} blocks below the head`
      throw new EndpointMoveError('ROLLBACK_TOO_DEEP', problem)
    }
    endpoint.jumpTo(target)
  },
  result: nothing,
  aliases: [
    {
      names: ['anvil_rollback'],
      summary: 'Moves the head back, as Anvil does.',
      parameters: [
        { name: 'depth', description: 'How many blocks.', schema: v.optional(wholeNumber(0), 1) },
      ],
      result: nothing,
    },
  ],
  steps: {
    rollback: { summary: 'Moves the head back by this many blocks.', schema: wholeNumber(1) },
  },
  toStep: ([count]) => (count === 0 ? 'nothing' : { rollback: count }),
}
