import { type FaultTransport, transportsOf } from './fault.ts'
import type { ResolvedRule } from './resolveFaults.ts'

/** What may go wrong: a call, or a batch. */
export interface FaultSubject {
  readonly isBatch: boolean
  /** of a call its own, of a batch those of its requests */
  readonly methods: readonly string[]
  /** which blocks these are about, as far as they name any */
  readonly blocks: readonly BlockSpan[]
  readonly transport: FaultTransport
  /** height of the endpoint's head */
  readonly head: number
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
  const { fault } = rule
  if (fault.kind.startsWith('batch') !== subject.isBatch) return false
  if (!transportsOf[fault.kind].includes(subject.transport)) return false
  if (fault.kind === 'socketClosed' && subject.head < (fault.atBlock ?? 0)) return false
  return (
    (rule.transport?.includes(subject.transport) ?? true) &&
    (rule.methods?.some((method) => subject.methods.includes(method)) ?? true) &&
    subject.methods.length > 0 &&
    isCalled(rule.calls, call) &&
    isAbout(rule.blocks, subject.blocks)
  )
}

function isCalled(calls: ResolvedRule['calls'], call: number): boolean {
  if (calls === undefined) return true
  return calls.some(({ from = 1, to = Number.POSITIVE_INFINITY, every = 1 }) => {
    return call >= from && call <= to && (call - from) % every === 0
  })
}

function isAbout(blocks: ResolvedRule['blocks'], spans: readonly BlockSpan[]): boolean {
  if (blocks === undefined) return true
  return blocks.some(({ from, to = Number.POSITIVE_INFINITY }) =>
    spans.some((span) => span.from <= to && from <= span.to),
  )
}
