import * as v from 'valibot'
import {
  abortSignal,
  boolean,
  callback,
  checkedElsewhere,
  consistent,
  described,
  either,
  type InputsOf,
  nonEmptyString,
  object,
  readInput,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { type RecordClock, systemClock } from './recordClock.ts'
import { RecordError } from './recordError.ts'

/** The tags that can name the last block of a range. */
const endTags = ['latest', 'safe', 'finalized'] as const

export type EndTag = (typeof endTags)[number]

/** Options for recording a node. */
export interface RecordOptions {
  /** number of the first block */
  readonly from: number
  /** number of the last block, or a tag that is resolved when the recording begins */
  readonly to: number | EndTag
  /** the target of the complete recording; until then the files are in `<folder>.recording` */
  readonly folder: string
  /**
   * the maximum size of a response in bytes: 1 to 268,435,456. Default 64 MiB, which `loadChain` can read by default.
   */
  readonly answerBytes?: number
  /** the maximum number of concurrent requests; default 8 */
  readonly concurrency?: number
  /** each as `Name: value`, sent with every request */
  readonly headers?: readonly string[]
  /** the chain id, if the node does not report it */
  readonly chainId?: number
  /** whether to verify hashes, roots and senders; default true. Links between blocks are always verified. */
  readonly verify?: boolean
  /** whether to discard what an interrupted run has recorded; default false */
  readonly restart?: boolean
  /** the timeout of a response, in milliseconds; default 30,000 */
  readonly timeoutMs?: number
  /** how often to send a request before it fails; default 8 */
  readonly tries?: number
  /** Called after each block with the number of recorded blocks and the total. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Stops the recording, which can be resumed later; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * The clock and timers.
   *
   * @internal
   */
  readonly clock?: RecordClock
}

/** Well below the maximum length of a string in V8. */
const ANSWER_BYTES_MAX = 1 << 28

const blockNumber = wholeNumber(0)

const header = v.string(wanted('a string such as Name: value'))

/** The schema and default of each option. */
export const recordInputs = {
  from: described(blockNumber, 'Number of the first block.'),
  to: described(
    either(
      (value) => typeof value === 'number',
      blockNumber,
      v.picklist(endTags, wanted(`a number, ${endTags.join(', ')}`)),
    ),
    `Number of the last block, or ${endTags.join(', ')}.`,
  ),
  folder: described(nonEmptyString, 'The folder to write.'),
  answerBytes: v.optional(
    described(wholeNumber(1, ANSWER_BYTES_MAX), 'The largest response that is accepted, in bytes.'),
    64 * 1024 ** 2,
  ),
  concurrency: v.optional(
    described(wholeNumber(1), 'How many requests may be in progress at once.'),
    8,
  ),
  headers: v.optional(
    described(v.array(header, wanted('a list')), "Headers to send, as in 'Name: value'."),
    [],
  ),
  chainId: v.optional(described(blockNumber, 'Chain id, if the node does not report it.')),
  verify: v.optional(
    described(
      boolean,
      'Verify hashes, roots and senders; links between blocks are always verified.',
    ),
    true,
  ),
  restart: v.optional(
    described(boolean, 'Delete the files of an interrupted run, and start again.'),
    false,
  ),
  timeoutMs: v.optional(
    described(wholeNumber(1), 'How many milliseconds a response may take.'),
    30_000,
  ),
  tries: v.optional(
    described(wholeNumber(1), 'How many times a request is sent before the recording fails.'),
    8,
  ),
  onProgress: v.optional(callback<NonNullable<RecordOptions['onProgress']>>()),
  signal: v.optional(abortSignal),
  clock: v.optional(checkedElsewhere<RecordClock>(), systemClock),
} satisfies InputsOf<RecordOptions>

const recordOptions = v.pipe(
  object(recordInputs, {
    member: 'option',
    internal: ['clock'],
    wanted: "an object such as { from: 0, to: 'latest', folder: 'recorded' }",
  }),
  consistent(({ from, to }) =>
    typeof to !== 'number' || to >= from
      ? undefined
      : { path: ['to'], problem: `${to} is less than from (${from})` },
  ),
)

type Optional = 'chainId' | 'onProgress' | 'signal'

/** The options with defaults filled in. */
export type ResolvedRecordOptions = Required<Omit<RecordOptions, Optional>> &
  Pick<RecordOptions, Optional>

/**
 * Checks the options and fills in their defaults.
 *
 * @throws {RecordError} if an option is invalid
 */
export function resolveRecordOptions(given: RecordOptions): ResolvedRecordOptions {
  return readInput(recordOptions, given, '', (path, problem) => {
    return new RecordError(problem, { option: path === '' ? 'options' : path })
  })
}
