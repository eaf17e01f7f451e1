import * as v from 'valibot'
import { boolean, object } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { requireMiner } from '../requireMiner.ts'
import type { Result } from '../results.ts'

/** When blocks are mined by themselves. */
export interface MiningModes {
  /** whether a transaction is mined when it is sent */
  readonly automine: boolean
  /** in seconds; undefined if no blocks are mined at an interval */
  readonly interval?: number | undefined
}

export interface MiningMethod {
  /**
   * When the endpoint mines blocks by itself.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  mining(): MiningModes
}

const modes = {
  name: 'modes',
  schema: object({ automine: boolean, interval: v.optional(v.number()) }),
  from: (modes: MiningModes) => modes,
} satisfies Result<MiningModes>

export const mining: MoveOf<MiningMethod> = {
  name: 'mining',
  effect: 'reads',
  group: 'Mining',
  summary: 'When the endpoint mines blocks by itself.',
  parameters: [],
  waits: 'never',
  run(endpoint) {
    const { automine, interval } = requireMiner(endpoint)
    return { automine, interval }
  },
  result: modes,
  aliases: [
    {
      names: ['anvil_getAutomine', 'hardhat_getAutomine'],
      summary: 'Whether a transaction is mined when it is sent.',
      parameters: [],
      result: { name: 'automine', schema: boolean, from: (modes: MiningModes) => modes.automine },
    },
    {
      names: ['anvil_getIntervalMining'],
      summary: 'How often a block is mined, in seconds; null for never.',
      parameters: [],
      result: {
        name: 'seconds',
        schema: v.nullable(v.number()),
        from: (modes: MiningModes) => modes.interval ?? null,
      },
    },
  ],
}
