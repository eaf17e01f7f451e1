import * as v from 'valibot'
import { finalityProblem } from '../endpoint/finality.ts'
import { BLOCKS_MAX } from '../endpoint/moves.ts'
import {
  boolean,
  consistent,
  described,
  either,
  object,
  oneOf,
  oneOrMore,
  text,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { methodNames, subscriptionMethods } from '../rpc/methods/registry.ts'
import { lagInput } from '../server/endpointOptions.ts'

const blockCount = wholeNumber(1)
/** of those that may have to be made */
const newBlockCount = wholeNumber(1, BLOCKS_MAX)
const height = wholeNumber(0)

/** A number of seconds. A unit behind the number makes a text of it in YAML. */
function seconds(least: number) {
  const notWhole = wanted(`a whole number of at least ${least}`)
  const problem = (issue: { readonly input: unknown }): string =>
    typeof issue.input === 'string'
      ? 'want a number of seconds without quotes or unit, such as 60'
      : notWhole(issue)
  return v.pipe(v.number(problem), v.safeInteger(problem), v.minValue(least, problem))
}

export const finalityRule = described(
  either(
    (value) => typeof value === 'string',
    oneOf('stalled', 'absent'),
    v.pipe(
      object({ safe: height, finalized: height }),
      consistent((distances) => {
        const problem = finalityProblem(distances)
        return problem === undefined ? undefined : { path: ['finalized'], problem }
      }),
    ),
  ),
  'Where the tags safe and finalized stand: so many blocks behind the head, or stalled, or absent.',
)

const noTarget = 'want the number of a block, or in quotes its hash, in lower case'

const target = either(
  Number.isSafeInteger,
  height,
  v.pipe(v.string(noTarget), v.regex(/^0x[0-9a-f]{64}$/, noTarget)),
)

/** Those whose calls name no block. */
const blockless: ReadonlySet<string> = new Set([
  ...['eth_chainId', 'net_version', 'web3_clientVersion', 'rpc.discover'],
  ...['eth_blockNumber', 'eth_syncing', ...subscriptionMethods.all.keys()],
])

/** What would never come is refused: responses about blocks of methods that name none. */
const callCondition = v.pipe(
  object({
    method: v.optional(described(oneOrMore(oneOf(...methodNames)), 'Default any.')),
    block: v.optional(
      described(
        either(
          (value) => typeof value === 'string',
          v.literal(
            'head',
            ({ input }) =>
              `'${String(input).slice(0, 40)}' is neither the number of a block nor head`,
          ),
          height,
        ),
        'Which block they are about, by number, tag or hash; head: where the head is by then.',
      ),
    ),
    calls: v.optional(
      described(
        wholeNumber(1),
        'How many, since the wait began; errors and null do not count. Default 1.',
      ),
    ),
  }),
  consistent(({ method, block }) => {
    if (method === undefined || block === undefined) return undefined
    const methods = [method].flat()
    if (methods.some((name) => !blockless.has(name))) return undefined
    return { path: ['block'], problem: `${methods.join(', ')}: no call of it is about a block` }
  }),
)

const mine = either(
  (value) => typeof value === 'object',
  object({
    count: newBlockCount,
    secondsBetween: v.optional(seconds(1)),
    timestamp: v.optional(seconds(1)),
  }),
  newBlockCount,
)

const reorg = object({
  depth: described(blockCount, 'How many blocks of the present branch are left.'),
  length: v.optional(described(newBlockCount, 'How many blocks replace them. Default: one more.')),
  force: v.optional(
    described(boolean, 'Whether finalized blocks may be among those that are left. Default false.'),
  ),
})

/** What stands behind the name of each step. */
export const stepContents: ReadonlyMap<string, v.GenericSchema> = new Map<string, v.GenericSchema>([
  [
    'waitFor',
    described(
      callCondition,
      'Waits until the client has done something. What follows it happens before the next call is looked at.',
    ),
  ],
  ['mine', described(mine, 'Moves the head forward by so many blocks.')],
  [
    'advanceTo',
    described(target, 'Moves the head to a higher block, or by its hash to any block.'),
  ],
  ['reorg', described(reorg, 'Moves the head to another branch.')],
  ['rollback', described(blockCount, 'Moves the head back by so many blocks.')],
  ['snapshot', described(text, 'Keeps head, time and finality under a name.')],
  ['revert', described(text, 'Goes back to the snapshot of a name, as often as wanted.')],
  ['increaseTime', described(seconds(1), 'Mines the next block so many seconds later.')],
  [
    'setNextBlockTimestamp',
    described(seconds(0), 'Time of the next block, in seconds since 1970.'),
  ],
  ['setFinality', finalityRule],
  [
    'lag',
    described(lagInput, 'Has the head follow that of another endpoint, until it is moved itself.'),
  ],
  ['setFaults', v.any()],
  ['clearFaults', described(v.literal(true, wanted('true')), 'Ends all faults.')],
])
