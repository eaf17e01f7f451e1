import type { ResolvedRule } from './resolveFaults.ts'
import type { FaultTransport } from './transport.ts'

/** What a fault may apply to: a call, a batch of them, a notification, or an endpoint whose head moves. */
export interface FaultSubject {
  readonly of: 'call' | 'batch' | 'head' | 'notification'
  /** of a call its own, of a batch those of its requests */
  readonly methods: readonly string[]
  /** which blocks these are about, as far as they name any; of a head those that it reached */
  readonly blocks: readonly BlockSpan[]
  readonly transport: FaultTransport
}

/** Blocks by their numbers, both ends included. */
export interface BlockSpan {
  readonly from: number
  readonly to: number
}

/**
 * Whether a rule is about something, chance and how often it was applied left aside.
 *
 * @param call which one of its kind it is, from 1
 */
export function matches(rule: ResolvedRule, subject: FaultSubject, call: number): boolean {
  return (
    isNamed(rule, subject) &&
    transportsFor(rule, subject).includes(subject.transport) &&
    (rule.transport?.includes(subject.transport) ?? true) &&
    isCalled(rule.calls, call) &&
    isAbout(rule, subject.blocks)
  )
}

/** Whether something is of the kind that a rule is about, and of the methods that it names. */
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

function includes(
  spans: readonly BlockSpan[],
  from: number,
  to = Number.POSITIVE_INFINITY,
): boolean {
  return spans.some((span) => span.from <= to && from <= span.to)
}
