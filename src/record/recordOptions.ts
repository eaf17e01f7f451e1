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

/** What to record, and how to go about it. */
export interface RecordOptions {
  /** number of the first block */
  readonly from: number
  /** number of the last block, or the tag that names it when the recording begins */
  readonly to: number | EndTag
  /** where the recording goes when it is complete; until then it is beside it, in `<folder>.recording` */
  readonly folder: string
  /**
   * what one answer of the node may have, in bytes; 64 MiB by default, which is also what `loadChain` reads at once by
   * default
   */
  readonly answerBytes?: number
  /** how many requests may be under way at once; 8 by default */
  readonly concurrency?: number
  /** each `Name: value`, sent with every request */
  readonly headers?: readonly string[]
  /** of the chain, where the node does not tell */
  readonly chainId?: number
  /** whether hashes, roots and senders are computed and compared; true by default. Links always are. */
  readonly verify?: boolean
  /** whether what an earlier run has left is thrown away */
  readonly restart?: boolean
  /** in milliseconds: how long an answer may take; 30000 by default */
  readonly timeoutMs?: number
  /** how often a request is sent before it counts as failed; 8 by default */
  readonly tries?: number
  /** Told after each block how many of the wanted ones there are. */
  readonly onProgress?: (done: number, wanted: number) => void
  /** Ends the recording, which can be taken up again; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * What it goes by when it waits.
   *
   * @internal
   */
  readonly timing?: Timing
}

/** A text that V8 can hold, with room to spare. */
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
    described(wholeNumber(1, ANSWER_BYTES_MAX), 'How many bytes a response may have.'),
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
  chainId: v.optional(described(blockNumber, 'Chain id, where the node does not tell.')),
  verify: v.optional(
    described(boolean, 'Verify hashes, roots and senders; links between blocks always are.'),
    true,
  ),
  restart: v.optional(
    described(boolean, 'Delete what an interrupted run has left, and begin again.'),
    false,
  ),
  timeoutMs: v.optional(
    described(wholeNumber(1), 'How many milliseconds a response may take.'),
    30_000,
  ),
  tries: v.optional(
    described(wholeNumber(1), 'How often a request is sent before it counts as failed.'),
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

/** The same with nothing left open that has a default. */
export type ResolvedRecordOptions = Required<Omit<RecordOptions, Optional>> &
  Pick<RecordOptions, Optional>

/**
 * Fills in the defaults.
 *
 * @throws {RecordError} where an option is not as `RecordOptions` says
 */
export function resolveRecordOptions(given: RecordOptions): ResolvedRecordOptions {
  return readInput(recordOptions, given, '', (path, problem) => {
    return new RecordError(problem, { option: path === '' ? 'options' : path })
  })
}
