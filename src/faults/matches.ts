import { containsParams } from '../primitives/containsParams.ts'
import type { BlockNaming } from './blockNaming.ts'
import type { ResolvedRule } from './resolveFaults.ts'
import type { FaultTransport } from './transport.ts'

/** Something that a fault may apply to: a call, a batch, a notification, or a move of the head. */
export interface FaultSubject {
  readonly of: 'call' | 'batch' | 'head' | 'notification'
  /** the method of a call, or the methods of all requests of a batch */
  readonly methods: readonly string[]
  /** the blocks that these name; for a move of the head, the blocks that it reached */
  readonly blocks: readonly BlockSpan[]
  /** how these name their blocks; only of calls and batches */
  readonly named?: readonly BlockNaming[]
  /** the params of each of these; only of calls and batches */
  readonly params?: readonly unknown[]
  readonly transport: FaultTransport
}

/** The method of notifications, in rules and in the log. */
export const SUBSCRIPTION = 'eth_subscription'

/** A range of block numbers, both ends included. */
export interface BlockSpan {
  readonly from: number
  readonly to: number
}

/**
 * Whether a rule matches a subject, regardless of its rate and of how often it has applied.
 *
 * @param call the number of the subject in its series, from 1
 */
export function matches(rule: ResolvedRule, subject: FaultSubject, call: number): boolean {
  return (
    isNamed(rule, subject) &&
    transportsFor(rule, subject).includes(subject.transport) &&
    (rule.transport?.includes(subject.transport) ?? true) &&
    isCalled(rule.calls, call) &&
    isAbout(rule, subject.blocks) &&
    (rule.named === undefined || subject.named?.includes(rule.named) === true) &&
    hasParams(rule, subject)
  )
}

/** Whether a subject is of a rule's kind, and has one of the methods that it names. */
export function isNamed(rule: ResolvedRule, subject: FaultSubject): boolean {
  return (
    canApply(rule, subject) &&
    (rule.methods?.some((method) => subject.methods.includes(method)) ?? true)
  )
}

function canApply({ scope }: ResolvedRule, { of }: FaultSubject): boolean {
  return of === 'notification' ? scope.notifications.length > 0 : scope.subject === of
}

function transportsFor({ scope }: ResolvedRule, { of }: FaultSubject): readonly FaultTransport[] {
  return of === 'notification' ? scope.notifications : scope.transports
}

function isCalled(calls: ResolvedRule['calls'], call: number): boolean {
  if (calls === undefined) return true
  return calls.some(({ from = 1, to = Number.POSITIVE_INFINITY, every = 1 }) => {
    return call >= from && call <= to && (call - from) % every === 0
  })
}

function isAbout({ blocks, scope }: ResolvedRule, spans: readonly BlockSpan[]): boolean {
  if (scope.block !== undefined) return includes(spans, scope.block, scope.block)
  if (blocks === undefined) return true
  return blocks.some(({ from, to }) => includes(spans, from, to))
}

function hasParams({ params }: ResolvedRule, subject: FaultSubject): boolean {
  if (params === undefined) return true
  return subject.params?.some((each) => containsParams(each, params)) === true
}

function includes(
  spans: readonly BlockSpan[],
  from: number,
  to = Number.POSITIVE_INFINITY,
): boolean {
  return spans.some((span) => span.from <= to && from <= span.to)
}
