import * as v from 'valibot'
import { NUMBER_MAX } from '../formats/readManifest.ts'
import type { Hex } from '../primitives/hex.ts'
import { type InputsOf, object, wholeNumber } from '../primitives/input.ts'
import type { NodeStatus } from './nodeStatus.ts'
import { RecordError } from './recordError.ts'
import type { ResolvedRecordOptions } from './recordOptions.ts'

/** Which blocks a recording has. Fixed when it starts: when it is resumed, the tags have moved. */
export interface RecordingPlan {
  /** of the format of `recording.json` */
  readonly version: 1
  readonly chainId: number | null
  /** distinguishes chains of the same id */
  readonly genesisHash: Hex | null
  /** number of the first block */
  readonly from: number
  /** number of the last block */
  readonly to: number
  /** the last block as the option `to` gave it: a number or a tag */
  readonly toAsked: number | string
  /** in blocks: the distance of the tag from the last block; null if the node does not have the tag */
  readonly safe: number | null
  readonly finalized: number | null
}

/** A recording in progress keeps 64 bytes of each block in memory. */
const BLOCKS_MAX = 50_000_000

const count = wholeNumber(0)
const blockNumber = wholeNumber(0, NUMBER_MAX)

const recordingPlan = v.pipe(
  object({
    version: v.literal(1),
    chainId: v.nullable(count),
    genesisHash: v.nullable(v.custom<Hex>((hash) => typeof hash === 'string')),
    from: blockNumber,
    to: blockNumber,
    toAsked: v.union([v.number(), v.string()]),
    safe: v.nullable(count),
    finalized: v.nullable(count),
  } satisfies InputsOf<RecordingPlan>),
  v.check(({ from, to }) => from <= to && to - from < BLOCKS_MAX),
)

/** Whether the content of `recording.json` is a valid plan of this version. */
export function isPlan(value: unknown): value is RecordingPlan {
  return v.is(recordingPlan, value)
}

/**
 * Decides which blocks are recorded.
 *
 * @throws {RecordError} if the node does not have the range, or reports another chain id than the options
 */
export function planRecording(options: ResolvedRecordOptions, node: NodeStatus): RecordingPlan {
  const { from, to: toAsked } = options
  const to = typeof toAsked === 'number' ? toAsked : numberOfTag(toAsked, node)
  const last = typeof toAsked === 'number' ? toAsked : `${toAsked} (${to})`
  if (to > node.head) {
    throw new RecordError(`${last} is above ${node.head}, the node's latest block`, {
      option: 'to',
    })
  }
  if (to < from) throw new RecordError(`${last} is below from, ${from}`, { option: 'to' })
  if (to > NUMBER_MAX || to - from >= BLOCKS_MAX) {
    const problem = `want a number up to ${NUMBER_MAX}, and at most ${BLOCKS_MAX} blocks`
    throw new RecordError(`${last} cannot be recorded: ${problem}`, { option: 'to' })
  }
  const { chainId = node.chainId } = options
  if (node.chainId !== undefined && chainId !== node.chainId) {
    throw new RecordError(`${chainId} is not the node's chain id ${node.chainId}`, {
      option: 'chainId',
    })
  }
  const distanceTo = (number: number | undefined) =>
    number === undefined ? null : Math.max(0, to - number)
  return {
    version: 1,
    chainId: chainId ?? null,
    genesisHash: node.genesisHash ?? null,
    from,
    to,
    toAsked,
    safe: distanceTo(node.safe),
    finalized: distanceTo(node.finalized),
  }
}

function numberOfTag(tag: 'latest' | 'safe' | 'finalized', node: NodeStatus): number {
  const number = tag === 'latest' ? node.head : node[tag]
  if (number === undefined) throw new RecordError(`the node has no ${tag} block`, { option: 'to' })
  return number
}

/**
 * Checks that an interrupted recording is the one requested now.
 *
 * @param path of its folder, for the message
 * @throws {RecordError} that names the difference
 */
export function requireSamePlan(
  path: string,
  earlier: RecordingPlan,
  requested: RecordingPlan,
): void {
  const names = ['from', 'toAsked', 'chainId', 'genesisHash'] as const
  for (const name of names) {
    // One replica may have pruned what another still has.
    const isKnown = earlier[name] !== null && requested[name] !== null
    if (!isKnown || earlier[name] === requested[name]) continue
    const option = name === 'toAsked' ? 'to' : name
    const problem = `started with ${option} ${earlier[name]}, but now it is ${requested[name]}`
    throw new RecordError(`${path}: ${problem}; restart deletes it and starts again`)
  }
}
