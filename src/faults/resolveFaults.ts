import type * as v from 'valibot'
import { readInput } from '../primitives/input.ts'
import type { BlockNaming } from './blockNaming.ts'
import type { FaultEffect } from './effect.ts'
import type { ResolvedFault } from './fault.ts'
import { FaultError } from './faultError.ts'
import { faultKinds } from './faultRegistry.ts'
import { type BlockRange, type CallRange, type FaultRule, faultRule } from './faultRule.ts'
import { type FaultDescription, type ResolvedScope, resolveScope } from './kind.ts'
import { SUBSCRIPTION } from './matches.ts'
import type { FaultTransport } from './transport.ts'

/** The most rules of an endpoint: each call is compared with all of them. */
const RULES_MAX = 1000

/** A rule with lists in place of single values, and ranges in place of numbers. */
export interface ResolvedRule {
  readonly methods?: readonly string[]
  readonly blocks?: readonly BlockRange[]
  readonly named?: BlockNaming | undefined
  readonly params?: readonly unknown[] | undefined
  readonly transport?: readonly FaultTransport[]
  readonly calls?: readonly CallRange[]
  readonly times?: number | undefined
  readonly together?: boolean | undefined
  readonly rate?: readonly [part: number, whole: number] | undefined
  /** with its defaults */
  readonly fault: ResolvedFault
  readonly scope: ResolvedScope
  readonly effect: FaultEffect
  /** a copy of the rule as it was given */
  readonly written: FaultRule
}

/**
 * Checks fault rules, which may come from outside the program.
 *
 * @param rules a list of `FaultRule`, as plain JSON
 * @param list the path of that list, for errors
 * @throws {FaultError} if one is invalid
 */
export function resolveFaults(
  rules: readonly FaultRule[] | unknown,
  list = 'faults',
): readonly ResolvedRule[] {
  if (!Array.isArray(rules)) throw new FaultError(list, 'want a list of rules')
  if (rules.length > RULES_MAX) throw new FaultError(list, `there are more than ${RULES_MAX}`)
  // A list may have holes, which map leaves out.
  return Array.from(rules, (rule: unknown, index) => {
    const path = `${list}[${index}]`
    const fail = (at: string, problem: string) => new FaultError(at, problem)
    const resolved = resolve(rule, readInput(faultRule, rule, path, fail))
    requireReachable(resolved, path)
    return resolved
  })
}

function resolve(written: unknown, read: v.InferOutput<typeof faultRule>): ResolvedRule {
  const { methods, blocks, transport, calls, fault, ...rest } = copyOf(read)
  return {
    ...rest,
    ...(methods !== undefined && { methods: listOf(methods) }),
    ...(blocks !== undefined && { blocks: listOf(blocks).map(toRange) }),
    ...(transport !== undefined && { transport: listOf(transport) }),
    ...(calls !== undefined && { calls: listOf(calls).map(toRange) }),
    ...describe(fault),
    written: copyOf(written) as FaultRule,
  }
}

function describe(fault: ResolvedFault): Pick<ResolvedRule, 'fault' | 'scope' | 'effect'> {
  const kind: FaultDescription = faultKinds[fault.kind]
  return { fault, scope: resolveScope(kind.appliesTo?.(fault)), effect: kind.effect(fault) }
}

/** A copy of plain JSON, without members that are undefined. */
function copyOf<T>(json: T): T {
  return JSON.parse(JSON.stringify(json))
}

function listOf<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [value as T]
}

/** Turns a number into a range of one. */
function toRange<Range>(value: number | Range): Range | { from: number; to: number } {
  return typeof value === 'number' ? { from: value, to: value } : value
}

/** Refuses a rule that can never apply: its test would pass without testing anything. */
function requireReachable(rule: ResolvedRule, path: string): void {
  const { transport, scope } = rule
  const { kind } = rule.fault
  const about = (['methods', 'blocks', 'named', 'params', 'calls'] as const).find(
    (name) => rule[name] !== undefined,
  )
  if (about !== undefined && scope.subject === 'head') {
    throw new FaultError(`${path}.${about}`, 'with atBlock it is about no call: leave it out')
  }
  const isAboutNotifications = rule.methods?.every((method) => method === SUBSCRIPTION) === true
  if (isAboutNotifications && scope.notifications.length === 0) {
    throw new FaultError(`${path}.methods`, `${kind} does not apply to notifications`)
  }
  const hasNoCalls = scope.transports.length === 0
  if (hasNoCalls && rule.methods !== undefined && !isAboutNotifications) {
    throw new FaultError(`${path}.methods`, `${kind} applies only to notifications: leave it out`)
  }
  const ofCalls = (['named', 'params'] as const).find((name) => rule[name] !== undefined)
  if (ofCalls !== undefined && (hasNoCalls || isAboutNotifications)) {
    throw new FaultError(`${path}.${ofCalls}`, 'notifications have none: leave it out')
  }
  const possible = isAboutNotifications || hasNoCalls ? scope.notifications : scope.transports
  if (transport === undefined || transport.some((one) => possible.includes(one))) return
  const problem = `${kind} does not happen over ${transport.join(', ')}`
  throw new FaultError(`${path}.transport`, `${problem}; it does over: ${possible.join(', ')}`)
}
