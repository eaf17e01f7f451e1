import * as v from 'valibot'
import { noSuchEndpoint } from '../../endpoint/noSuchEndpoint.ts'
import { described, nonEmptyString, object } from '../../primitives/input.ts'
import type { MoveOf } from '../move.ts'
import { height } from '../parameters.ts'
import { nothing } from '../results.ts'

export interface LagOptions {
  /** Key of the other endpoint. */
  readonly behind: string
  /** How many blocks it is behind. */
  readonly blocks: number
}

export interface SetLag {
  /**
   * Makes the head follow that of another endpoint until it is moved itself, or with undefined that of the chain.
   *
   * @throws {EndpointMoveError} INVALID_OPTION if the key or the number of blocks is invalid; LAG_LOOP if it would lag
   *   behind itself; OTHER_CHAIN
   * @throws {EndpointError} if the endpoint does not exist
   */
  setLag(lag: LagOptions | undefined): Promise<void>
}

export interface SetLagSteps {
  /** Makes the head follow that of another endpoint until it is moved itself. */
  readonly lag: LagOptions
}

export const lagOptions = object({
  behind: described(nonEmptyString, 'key of another endpoint'),
  blocks: height,
})

export const setLag: MoveOf<SetLag, SetLagSteps> = {
  name: 'setLag',
  effect: 'follows',
  group: 'Finality and lag',
  summary: 'Makes the head follow the head of another endpoint; null makes it follow the chain.',
  parameters: [
    {
      name: 'lag',
      schema: v.optional(lagOptions),
      errorCode: 'INVALID_OPTION',
      // It is a key.
      secret: ['behind'],
    },
  ],
  run(endpoint, [lag], { leader }) {
    return endpoint.follow(lag && { behind: leader(lag.behind), by: lag.blocks })
  },
  result: nothing,
  steps: {
    lag: {
      summary: 'Makes the head follow the head of another endpoint, until a move changes it.',
      schema: lagOptions,
      play: (perform, lag, { keyOf }) => perform({ ...lag, behind: keyOf(lag.behind) }),
      check({ behind }, { endpoint, keys, wrong }) {
        if (behind === endpoint) throw wrong(`'${endpoint}' would lag behind itself`, 'behind')
        if (!keys.includes(behind)) throw wrong(noSuchEndpoint(behind, keys), 'behind')
      },
    },
  },
  // An endpoint of a scenario that follows nothing stays where it is.
  toStep: ([lag], head) => (lag ? { lag } : { advanceTo: head }),
  journal: { keep: ({ hash }) => hash, leader: ([lag]) => lag?.behind },
}
