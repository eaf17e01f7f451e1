import * as v from 'valibot'
import {
  boolean,
  checkedElsewhere,
  consistent,
  described,
  either,
  type InputsOf,
  object,
  readInput,
  text,
  wanted,
  wholeNumber,
} from '../primitives/input.ts'
import { RecordError } from './recordError.ts'
import { systemTiming, type Timing } from './timing.ts'

/** The tags that can stand for the last block of a range. */
const endTags = ['latest', 'safe', 'finalized'] as const

export type EndTag = (typeof endTags)[number]

/** Options for recording a range of blocks. */
export interface RecordOptions {
  /** number of the first block */
  readonly from: number
  /** number of the last block, or a tag that is resolved when the recording starts */
  readonly to: number | EndTag
  /** where to put the complete recording; until then it is in `<folder>.recording` beside it */
  readonly folder: string
  /**
   * the largest response that is accepted from the node, in bytes; 64 MiB by default, like the default `partBytes` of
   * `loadChain`
   */
  readonly answerBytes?: number
  /** how many requests may be in progress at once; 8 by default */
  readonly concurrency?: number
  /** headers to send with every request, each as `Name: value` */
  readonly headers?: readonly string[]
  /** the chain id, if the node does not return it */
  readonly chainId?: number
  /** whether to verify hashes, roots and senders; true by default. Links between blocks are always verified. */
  readonly verify?: boolean
  /** whether to delete what an interrupted run has left, and start again */
  readonly restart?: boolean
  /** how many milliseconds a response may take; 30000 by default */
  readonly timeoutMs?: number
  /** how often a request is sent before it counts as failed; 8 by default */
  readonly tries?: number
  /** Called after each block with the number of recorded blocks and of all blocks of the range. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Stops the recording, which can be resumed later; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * The clock and timers to use.
   *
   * @internal
   */
  readonly timing?: Timing
}

/** Well below the length of the longest string in V8. */
const ANSWER_BYTES_MAX = 1 << 28

const blockNumber = wholeNumber(0)

const header = v.string(wanted('a text such as Name: value'))

/** How each option is checked, and its default. */
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
  folder: described(text, 'The folder to write.'),
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
  chainId: v.optional(described(blockNumber, 'The chain id, if the node does not return it.')),
  verify: v.optional(
    described(
      boolean,
      'Verify hashes, roots and senders; links between blocks are always verified.',
    ),
    true,
  ),
  restart: v.optional(
    described(boolean, 'Delete what an interrupted run has left, and start again.'),
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
  onProgress: v.optional(checkedElsewhere<NonNullable<RecordOptions['onProgress']>>()),
  signal: v.optional(checkedElsewhere<AbortSignal>()),
  timing: v.optional(checkedElsewhere<Timing>(), systemTiming),
} satisfies InputsOf<RecordOptions>

const recordOptions = v.pipe(
  object(recordInputs, {
    member: 'option',
    wanted: "an object such as { from: 0, to: 'latest', folder: 'recorded' }",
  }),
  consistent(({ from, to }) =>
    typeof to !== 'number' || to >= from
      ? undefined
      : { path: ['to'], problem: `${to} is not a whole number of at least ${from}` },
  ),
)

type Optional = 'chainId' | 'onProgress' | 'signal'

/** `RecordOptions` with the defaults filled in. */
export type ResolvedRecordOptions = Required<Omit<RecordOptions, Optional>> &
  Pick<RecordOptions, Optional>

/**
 * Checks the options and fills in their defaults.
 *
 * @throws {RecordError} if an option is not valid
 */
export function resolveRecordOptions(given: RecordOptions): ResolvedRecordOptions {
  return readInput(recordOptions, given, '', (path, problem) => {
    return new RecordError(problem, { option: path === '' ? 'options' : path })
  })
}
