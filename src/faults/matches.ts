import { type Fault, type FaultKind, type FaultTransport, transportsOf } from './fault.ts'
import type { ResolvedRule } from './resolveFaults.ts'

/** What may be befallen: a call, a batch of them, a notification, or an endpoint whose head moves. */
export interface FaultSubject {
  readonly of: FaultSubjectKind
  /** of a call its own, of a batch those of its requests */
  readonly methods: readonly string[]
  /** which blocks these are about, as far as they name any; of a head those that it came to */
  readonly blocks: readonly BlockSpan[]
  readonly transport: FaultTransport
}

export type FaultSubjectKind = 'call' | 'batch' | 'head' | 'notification'

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
  return (
    isNamed(rule, subject) &&
    transportsFor(fault, subject.of).includes(subject.transport) &&
    (rule.transport?.includes(subject.transport) ?? true) &&
    isCalled(rule.calls, call) &&
    isAbout(rule.blocks ?? blocksOf(fault), subject.blocks)
  )
}

/** Whether something is of the kind that a rule is about, and of the methods that it names. */
export function isNamed({ fault, methods }: ResolvedRule, subject: FaultSubject): boolean {
  return (
    canBefall(fault, subject.of) &&
    (methods?.some((method) => subject.methods.includes(method)) ?? true)
  )
}

/** What befalls messages that nobody has asked for. The rest is about questions and their answers. */
const kindsOfNotifications: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'timeOut',
  'reset',
  'cutOff',
  'malformed',
  'staleHead',
  'previousBlock',
  'corrupt',
  'socketClosed',
  'messageDelayed',
  'messageDoubled',
])

/** Those that take no connection. */
const kindsInProcess: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'timeOut',
  'staleHead',
  'previousBlock',
  'corrupt',
])

/** Over which transports a fault can befall something of a kind. */
export function transportsFor({ kind }: Fault, of: FaultSubjectKind): readonly FaultTransport[] {
  if (of !== 'notification') return transportsOf[kind]
  return kindsInProcess.has(kind) ? ['webSocket', 'inProcess'] : ['webSocket']
}

/** Whether a fault can befall something of a kind. */
export function canBefall(fault: Fault, of: FaultSubjectKind): boolean {
  const own = subjectOf(fault)
  if (of === 'notification') return own === 'call' && kindsOfNotifications.has(fault.kind)
  return own === of
}

/** What a fault can befall, notifications aside. */
export function subjectOf(fault: Fault): FaultSubjectKind {
  if (fault.kind === 'socketClosed' && fault.atBlock !== undefined) return 'head'
  return fault.kind.startsWith('batch') ? 'batch' : 'call'
}

function blocksOf(fault: Fault): ResolvedRule['blocks'] {
  if (fault.kind !== 'socketClosed' || fault.atBlock === undefined) return undefined
  return [{ from: fault.atBlock, to: fault.atBlock }]
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
