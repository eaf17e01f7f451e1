import * as v from 'valibot'
import {
  boolean,
  checkedBy,
  described,
  type InputsOf,
  list,
  nonEmptyString,
  object,
  oneOf,
  oneOrMore,
  wholeNumber,
} from '../primitives/input.ts'
import { type BlockNaming, blockNamings } from './blockNaming.ts'
import { type Fault, fault } from './fault.ts'
import { ascendingPair, json } from './fields.ts'
import { type FaultTransport, faultTransports } from './transport.ts'

const height = wholeNumber(0)
const callNumber = wholeNumber(1)

/**
 * A fault and the calls that it applies to, as plain JSON. A rule without conditions applies to every call; all
 * conditions of a rule must be met.
 */
export interface FaultRule {
  /**
   * A method, or a list of them. A batch matches by the methods, blocks and params of all its requests together. A misspelt or incomplete
   * name is refused.
   */
  readonly methods?: string | readonly string[]
  /**
   * A call matches by the block that it names, by number, tag, hash or transaction; a range matches each block in it. A
   * call about state that names none is about the head.
   */
  readonly blocks?: number | readonly number[] | BlockRange
  /**
   * How a call names its block. Polls of the head name it by tag, so `number` or `hash` is for calls that read blocks. By
   * default, in any way.
   */
  readonly named?: BlockNaming
  /** What the params of a call contain: objects by the members given here, hex in any case; null matches anything. */
  readonly params?: readonly unknown[]
  /** Over which transport a call arrives. By default, over any. */
  readonly transport?: FaultTransport | readonly FaultTransport[]
  /** Which calls of a method on this endpoint, counted from 1; for faults of batches, which batches. */
  readonly calls?: number | readonly number[] | CallRange
  /**
   * The most times it applies, counted separately for each method, so that the order of calls of different methods does
   * not matter.
   */
  readonly times?: number
  /**
   * Whether `calls` and `times` count the calls of all its methods as one series, such as the first two calls of any of
   * these methods. Then the order of calls of different methods matters. Default false.
   */
  readonly together?: boolean
  /** The fraction of cases in which it applies, as `[part, whole]`; each case is drawn from the seed. */
  readonly rate?: readonly [part: number, whole: number]
  /** What happens. */
  readonly fault: Fault
}

/** A range of block numbers, both ends included; without `to` it has no end. */
export interface BlockRange {
  readonly from: number
  readonly to?: number | undefined
}

/** A range of call numbers, both ends included, and the step between them. */
export interface CallRange {
  /** Default 1. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Default 1. */
  readonly every?: number | undefined
}

const blockRange = v.pipe(
  object({ from: height, to: v.optional(height) } satisfies InputsOf<BlockRange>),
  v.forward(
    v.check((range) => areInOrder(range), notInOrder),
    ['to'],
  ),
)

const callRange = v.pipe(
  object({
    from: v.optional(callNumber),
    to: v.optional(callNumber),
    every: v.optional(callNumber),
  } satisfies InputsOf<CallRange>),
  v.forward(
    v.check((range) => areInOrder(range), notInOrder),
    ['to'],
  ),
)

/**
 * The schema of a rule.
 *
 * @internal
 */
export const faultRule = v.pipe(
  object({
    methods: v.optional(
      described(
        oneOrMore(nonEmptyString),
        'A batch is about the methods, blocks and params of all its requests.',
      ),
    ),
    blocks: v.optional(numbersOr(height, blockRange)),
    named: v.optional(described(oneOf(...blockNamings), 'How a call names its block.')),
    params: v.optional(
      described(
        v.array(json, 'want the beginning of the params as a list'),
        'What the params of a call contain; null matches anything.',
      ),
    ),
    transport: v.optional(oneOrMore(oneOf(...faultTransports))),
    calls: v.optional(
      described(
        numbersOr(callNumber, callRange),
        'Which calls of a method on this endpoint, counted from 1.',
      ),
    ),
    times: v.optional(described(wholeNumber(1), 'How often at most, for each method on its own.')),
    together: v.optional(
      described(
        boolean,
        'Whether calls and times count the calls of all its methods as one series.',
      ),
    ),
    rate: v.optional(
      described(
        // A draw has 32 bits.
        ascendingPair(wholeNumber(0), wholeNumber(1, 2 ** 32), '[part, whole], such as [1, 4]'),
        'In how many of how many cases: [part, whole].',
      ),
    ),
    fault,
  } satisfies InputsOf<FaultRule>),
  v.description('What goes wrong, and with which calls; of several conditions all must be met.'),
)

/** A rule that has not applied since it was set. */
export interface UnusedFault {
  /** its index in the list of rules, from 0 */
  readonly index: number
  /** as it was given */
  readonly rule: FaultRule
}

/** A number, a list of them, or a range. */
function numbersOr<const N extends v.GenericSchema<number>, const Range extends v.GenericSchema>(
  number: N,
  range: Range,
) {
  const numbers = list(number)
  return checkedBy(v.union([number, numbers, range]), (value) => {
    if (Array.isArray(value)) return numbers
    return typeof value === 'object' && value !== null ? range : number
  })
}

type Ends = { from?: number | undefined; to?: number | undefined }

function areInOrder({ from = 0, to = from }: Ends): boolean {
  return from <= to
}

function notInOrder({ input: { from = 0, to } }: { readonly input: Ends }): string {
  return `${to} is less than ${from}, where it begins`
}
