import * as v from 'valibot'
import type { Hex } from '../primitives/hex.ts'
import {
  boolean,
  checkedBy,
  consistent,
  list,
  oneOf,
  openObject,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { forkNames, isScheduledByTime } from './protocol/forks.ts'
import type { Rules } from './protocol/rules.ts'

/** The rules of a network from the pinned block on. */
export interface NetworkRules {
  /** with the chain id of the network */
  readonly rules: Rules
  /** what is not certain about them; undefined if nothing is */
  readonly warning: string | undefined
  /** whether the user has given them (`--forks`), so that they may be others than those of the network */
  readonly areGiven?: boolean | undefined
}

/** A block that was forked, with what else a witness or a journal must know to fork it again. */
export interface ForkPin extends NetworkRules {
  readonly number: number
  readonly hash: Hex
  /** whether the state is proven */
  readonly isProven: boolean
}

const atBlock = openObject({ block: wholeNumber(0) }, 'an object of block')
const atTime = openObject({ timestamp: wholeNumber(0) }, 'an object of timestamp')

const scheduledFork = v.pipe(
  openObject(
    {
      name: oneOf(...forkNames),
      at: checkedBy(v.union([atBlock, atTime]), (at) =>
        Object.hasOwn(Object(at), 'block') ? atBlock : atTime,
      ),
    },
    'an object of name, at',
  ),
  consistent(({ name, at }) => {
    const isTimed = isScheduledByTime(name)
    if (isTimed === 'timestamp' in at) return undefined
    return { path: ['at'], problem: `${name} activates ${isTimed ? 'at a time' : 'with a block'}` }
  }),
)

const address = wanted('an address')

/** `NetworkRules` as files have them. Members that later versions add are kept. */
export const networkRulesInput = openObject(
  {
    rules: openObject(
      {
        chainId: wholeNumber(1),
        forks: v.pipe(
          list(scheduledFork),
          consistent((forks) => {
            const index = forks.findIndex(({ name }, at) => name !== forkNames[at])
            const problem = `want ${forkNames[index]}: forks in the order of the protocol`
            return index === -1 ? undefined : { path: [index, 'name'], problem }
          }),
        ),
        genesisTimestamp: wholeNumber(0),
        depositContract: v.optional(
          v.pipe(v.string(address), v.regex(/^0x[\da-f]{40}$/i, address)),
        ),
        mayLackQueues: v.optional(boolean),
      },
      'an object of chainId, forks',
    ),
    warning: v.optional(v.string(wanted('a text'))),
    areGiven: v.optional(boolean),
  },
  'an object of rules',
)
