import * as v from 'valibot'
import { NUMBER_MAX } from '../formats/readManifest.ts'
import type { Hex } from '../primitives/hex.ts'
import { type InputsOf, object, wholeNumber } from '../primitives/input.ts'
import type { NodeView } from './nodeView.ts'
import { RecordError } from './recordError.ts'
import type { ResolvedRecordOptions } from './recordOptions.ts'

/** What a recording is of. It is settled once: a run that takes it up again finds the tags elsewhere. */
export interface RecordingPlan {
  /** of this format */
  readonly version: 1
  readonly chainId: number | null
  /** tells chains of the same id apart */
  readonly genesisHash: Hex | null
  /** number of the first block */
  readonly from: number
  /** number of the last block */
  readonly to: number
  /** what was asked for as the last block */
  readonly toAsked: number | string
  /** in blocks: how far the tags lie behind the last block; null where the node has none */
  readonly safe: number | null
  readonly finalized: number | null
}

/** The length of a recording: 64 bytes are kept of each block while it is made. */
const LENGTH_MAX = 50_000_000

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
  v.check(({ from, to }) => from <= to && to - from < LENGTH_MAX),
)

/** Whether what an earlier run has left is a plan: a range that can be recorded, of this format. */
export function isPlan(value: unknown): value is RecordingPlan {
  return v.is(recordingPlan, value)
}

/**
 * Settles what is to be recorded.
 *
 * @throws {RecordError} where the node has no such range, or another chain than it was said to have
 */
export function planRecording(options: ResolvedRecordOptions, view: NodeView): RecordingPlan {
  const { from, to: toAsked } = options
  const to = typeof toAsked === 'number' ? toAsked : endOf(toAsked, view)
  const last = typeof toAsked === 'number' ? toAsked : `${toAsked} (${to})`
  if (to > view.head) {
    throw new RecordError(`${last} is above ${view.head}, the node's latest block`, {
      option: 'to',
    })
  }
  if (to < from) throw new RecordError(`${last} is below from, ${from}`, { option: 'to' })
  if (to > NUMBER_MAX || to - from >= LENGTH_MAX) {
    const problem = `numbers end at ${NUMBER_MAX}, and ${LENGTH_MAX} blocks are the most at a time`
    throw new RecordError(`${last} cannot be recorded: ${problem}`, { option: 'to' })
  }
  const { chainId = view.chainId } = options
  if (view.chainId !== undefined && chainId !== view.chainId) {
    throw new RecordError(`it is not ${chainId}, but ${view.chainId} to the node`, {
      option: 'chainId',
    })
  }
  const behind = (number: number | undefined) =>
    number === undefined ? null : Math.max(0, to - number)
  return {
    version: 1,
    chainId: chainId ?? null,
    genesisHash: view.genesisHash ?? null,
    from,
    to,
    toAsked,
    safe: behind(view.safe),
    finalized: behind(view.finalized),
  }
}

function endOf(tag: 'latest' | 'safe' | 'finalized', view: NodeView): number {
  const number = tag === 'latest' ? view.head : view[tag]
  if (number === undefined) throw new RecordError(`the node has no ${tag} block`, { option: 'to' })
  return number
}

/**
 * Makes sure that what an earlier run has begun is what is wanted now.
 *
 * @param path of what it has left, for the message
 * @throws {RecordError} that says what is different
 */
export function requireSamePlan(path: string, begun: RecordingPlan, wanted: RecordingPlan): void {
  const names = ['from', 'toAsked', 'chainId', 'genesisHash'] as const
  for (const name of names) {
    // A replica may have cut off what another still has.
    const isKnown = begun[name] !== null && wanted[name] !== null
    if (!isKnown || begun[name] === wanted[name]) continue
    const called = name === 'toAsked' ? 'to' : name
    const problem = `it was begun with ${called} ${begun[name]}, and now it is ${wanted[name]}`
    throw new RecordError(`${path}: ${problem}; restart throws it away and begins anew`)
  }
}
