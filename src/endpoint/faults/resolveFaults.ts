import type { Fault, FaultTransport } from './fault.ts'
import { FaultError } from './faultError.ts'
import { readFault } from './faultReaders.ts'
import type { BlockRange, CallRange, FaultRule } from './faultRule.ts'
import { canBefall, subjectOf, transportsFor } from './matches.ts'
import {
  ascendingPair,
  object,
  oneOf,
  oneOrMore,
  optional,
  type Reader,
  text,
  wholeNumber,
} from './readers.ts'

/** The most rules of an endpoint: each call is held against all. */
const RULES_MAX = 1000

/** A rule with lists wherever one or several may stand, and ranges for numbers. */
export interface ResolvedRule {
  readonly methods?: readonly string[]
  readonly blocks?: readonly BlockRange[]
  readonly transport?: readonly FaultTransport[]
  readonly calls?: readonly CallRange[]
  readonly times?: number
  readonly together?: boolean
  readonly rate?: readonly [part: number, whole: number]
  readonly fault: Fault
  /** a copy of what it was read from */
  readonly written: FaultRule
}

const height = wholeNumber(0)
const callNumber = wholeNumber(1)

type Conditions = Omit<ResolvedRule, 'written'>

const readRule: Reader<Conditions> = object<Conditions>({
  methods: optional(oneOrMore(text)),
  blocks: optional(rangeOr(height, object<BlockRange>({ from: height, to: optional(height) }))),
  transport: optional(oneOrMore(oneOf('http', 'webSocket', 'inProcess'))),
  calls: optional(
    rangeOr(
      callNumber,
      object<CallRange>({
        from: optional(callNumber),
        to: optional(callNumber),
        every: optional(callNumber),
      }),
    ),
  ),
  times: optional(wholeNumber(1)),
  together: optional(oneOf(true, false)),
  // A keyed draw has 32 bits.
  rate: optional(
    ascendingPair(wholeNumber(0), wholeNumber(1, 2 ** 32), '[part, whole], such as [1, 4]'),
  ),
  fault: readFault,
})

/**
 * Checks rules for faults, which may come from outside.
 *
 * @param rules a list of `FaultRule`, as plain JSON
 * @param list path of that list, for errors
 * @throws {FaultError} where one is not as `FaultRule` says
 */
export function resolveFaults(
  rules: readonly FaultRule[] | unknown,
  list = 'faults',
): readonly ResolvedRule[] {
  if (!Array.isArray(rules)) throw new FaultError(list, 'want a list of rules')
  if (rules.length > RULES_MAX) throw new FaultError(list, `there are more than ${RULES_MAX}`)
  // A list may have holes, which map leaves out.
  return Array.from(rules, (rule: unknown, place) => {
    const path = `${list}[${place}]`
    const resolved = readRule(rule, path)
    requireReachable(resolved, path)
    return { ...resolved, written: JSON.parse(JSON.stringify(rule)) }
  })
}

/** Numbers, or a range of them, the ends of which are in order; a number is a range of one. */
function rangeOr<Range extends { readonly from?: number; readonly to?: number }>(
  number: Reader<number>,
  range: Reader<Range>,
): Reader<readonly (Range | NumberRange)[]> {
  const numbers = oneOrMore(number)
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return numbers(value, path).map((one) => ({ from: one, to: one }))
    }
    const read = range(value, path)
    const { from = 0, to = from } = read
    if (to < from) throw new FaultError(`${path}.to`, `${to} is less than ${from}, where it begins`)
    return [read]
  }
}

interface NumberRange {
  readonly from: number
  readonly to: number
}

/** A rule that can never hold would be taken for a test that passes. */
function requireReachable(rule: Conditions, path: string): void {
  const { transport, fault } = rule
  const about = (['methods', 'blocks', 'calls'] as const).find((name) => rule[name] !== undefined)
  if (about !== undefined && subjectOf(fault) === 'head') {
    throw new FaultError(`${path}.${about}`, 'with atBlock it is about no call: leave it out')
  }
  const isAboutNotifications = rule.methods?.every((method) => method === 'eth_subscription')
  if (isAboutNotifications === true && !canBefall(fault, 'notification')) {
    throw new FaultError(`${path}.methods`, `${fault.kind} does not befall notifications`)
  }
  const possible = transportsFor(fault, isAboutNotifications === true ? 'notification' : 'call')
  if (transport === undefined || transport.some((one) => possible.includes(one))) return
  const problem = `${fault.kind} does not happen over ${transport.join(', ')}`
  throw new FaultError(`${path}.transport`, `${problem}; it does over: ${possible.join(', ')}`)
}
