import type { AppliedFault } from '../endpoint/activity/timeline.ts'
import { Random } from '../primitives/random.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import type { FaultEffect } from './effect.ts'
import type { ResolvedFault } from './fault.ts'
import { FaultLog, type InjectedFault } from './faultLog.ts'
import type { UnusedFault } from './faultRule.ts'
import type { Milliseconds } from './fields.ts'
import type { ResolvedScope } from './kind.ts'
import { type FaultSubject, isNamed, matches } from './matches.ts'
import type { ResolvedRule } from './resolveFaults.ts'
import { shortened } from './shortened.ts'
import { Uses } from './uses.ts'

/** How many methods are counted separately, because clients may send any name. All others are counted together. */
const METHODS_MAX = 1000

/** How much of a method's name is stored, because clients may send any text. */
const METHOD_LENGTH_MAX = 100

/**
 * A fault that applies to a call or to a batch. Report whether it had an effect, because other calls may wait for this.
 */
export interface DrawnFault {
  readonly fault: ResolvedFault
  readonly scope: ResolvedScope
  readonly effect: FaultEffect
  /** decides what the rule leaves open, such as the field or the character */
  readonly random: Random
  /** Reports that it will certainly have an effect, so that no call needs to wait. */
  willHappen(): void
  /** Reports its effect, and adds it to the log. */
  happened(detail: string): void
  /** Reports that it changed nothing, so it does not count as applied. Does nothing after either of the above. */
  hadNoEffect(): void
}

/** The faults that apply to a call, or to a batch. */
export interface DrawnFaults {
  /** the sum of the delays of all matching rules; 0 for none */
  readonly latencyMs: number
  readonly fault: DrawnFault | undefined
  /** those that were applied: it grows when they are */
  readonly applied: readonly AppliedFault[]
}

/** A subject of faults, and its number in each series that it is counted in. */
interface Numbered {
  readonly subject: FaultSubject
  readonly method: string
  /** the series of its kind and method */
  readonly series: string
  /** its number in the series, from 1 */
  readonly call: number
  /** its number for each rule that counts all its methods together */
  readonly callOfRule: ReadonlyMap<ResolvedRule, number>
}

export interface FaultPlanOptions {
  readonly seed: string | number
  /** of the endpoint: each endpoint has its own draws */
  readonly key: string
  /** of the endpoint, which outlives its rules. Default: a new log. */
  readonly log?: FaultLog | undefined
}

/**
 * Decides which faults an endpoint has. The result depends on the rules, the seed, the endpoint's key and the number of
 * the call among those of its method; not on time, nor on how calls of different methods interleave.
 */
export class FaultPlan {
  readonly log: FaultLog
  /** called with each fault that is applied; it must not throw */
  onApplied: ((fault: InjectedFault, subject: FaultSubject) => void) | undefined
  readonly #rules: readonly ResolvedRule[]
  readonly #seed: string
  readonly #key: string
  /** how many subjects were counted, by series */
  readonly #calls = new Map<string, number>()
  /** how many were counted for rules that count all their methods together */
  readonly #callsOfRules = new Map<ResolvedRule, number>()
  /** how often each rule with `times` may still apply, by its index and, unless it counts together, by series */
  readonly #uses = new Map<string, Uses>()
  /** indices of the rules that have applied to something */
  readonly #used = new Set<number>()
  readonly #decisions = new SerialQueue()

  constructor(
    rules: readonly ResolvedRule[],
    { seed, key, log = new FaultLog() }: FaultPlanOptions,
  ) {
    this.#rules = rules
    this.log = log
    this.#key = key
    this.#seed = JSON.stringify(['faults', String(seed), key])
  }

  /** Whether a rule applies to the endpoint when its head moves. */
  get watchesHead(): boolean {
    return this.#rules.some(({ scope }) => scope.subject === 'head')
  }

  /** The rules that have not applied yet, including those that would have changed nothing. */
  get unused(): readonly UnusedFault[] {
    return this.#rules
      .map(({ written }, index) => ({ index, rule: written }))
      .filter(({ index }) => !this.#used.has(index))
  }

  /** Whether the faults of a call may depend on the answer to an earlier one. */
  get waits(): boolean {
    return this.#rules.some(({ times, effect }) => times !== undefined && changesResult(effect))
  }

  /**
   * Counts a call, a batch, a notification, or a move of the head, at once; and decides which faults apply to it: the
   * first rule that matches and is not used up, and all latency. Subjects are decided in the order in which they were
   * counted. If a rule may be used up, this waits for the outcome of earlier calls, so that the result does not depend
   * on how fast they are answered.
   *
   * @param params for the log
   */
  draw(subject: FaultSubject, params?: unknown): Promise<DrawnFaults> {
    const numbered = this.#number(subject)
    return this.#decisions.run(() => this.#decide(numbered, params))
  }

  #number(subject: FaultSubject): Numbered {
    const { of, methods } = subject
    const hasMethod = of === 'call' || of === 'notification'
    // In process, the name of a method may be any value.
    const method = hasMethod ? shortened(String(methods[0]), METHOD_LENGTH_MAX) : of
    const series = this.#seriesOf(`${of} ${method}`, of)
    const call = countUp(this.#calls, series)
    const callOfRule = new Map<ResolvedRule, number>()
    for (const rule of this.#rules) {
      if (rule.together !== true || !isNamed(rule, subject)) continue
      callOfRule.set(rule, countUp(this.#callsOfRules, rule))
    }
    return { subject, method, series, call, callOfRule }
  }

  async #decide(numbered: Numbered, params: unknown): Promise<DrawnFaults> {
    const applied: AppliedFault[] = []
    let latencyMs = 0
    let drawn: DrawnFault | undefined
    for (const [index, { effect }] of this.#rules.entries()) {
      if (drawn !== undefined && effect.at !== 'latency') continue
      const drawing = this.#drawRule(index, numbered, params, applied)
      // There may be a thousand rules, and few of them return a promise.
      const one = drawing instanceof Promise ? await drawing : drawing
      if (one === undefined) continue
      if (effect.at !== 'latency') {
        drawn = one
        continue
      }
      const milliseconds = drawMilliseconds(effect.milliseconds, one.random)
      latencyMs += milliseconds
      one.happened(`${milliseconds} ms`)
    }
    return { latencyMs, fault: drawn, applied }
  }

  #drawRule(
    index: number,
    { subject, method, series, call, callOfRule }: Numbered,
    params: unknown,
    applied: AppliedFault[],
  ): DrawnFault | undefined | Promise<DrawnFault | undefined> {
    const rule = this.#rules[index] as ResolvedRule
    if (!matches(rule, subject, callOfRule.get(rule) ?? call)) return undefined
    const random = new Random(`${this.#seed} ${index} ${method} ${call}`)
    if (rule.rate !== undefined && !random.chance(...rule.rate)) return undefined
    const { transport, blocks } = subject
    const [block] = blocks
    const log = (detail: string): void => {
      this.#used.add(index)
      applied.push({ kind: rule.fault.kind, rule: index, detail })
      const entry: InjectedFault = {
        key: this.#key,
        call,
        method,
        ...(params !== undefined && { params }),
        transport,
        rule: index,
        kind: rule.fault.kind,
        detail,
        ...(block !== undefined && { block: block.from }),
      }
      this.onApplied?.(entry, subject)
      this.log.add(entry)
    }
    const uses = this.#usesOf(rule, index, series)
    if (uses === undefined) return drawnFault(rule, random, log)
    return uses
      .take()
      .then((isTaken) => (isTaken ? drawnFault(rule, random, log, uses) : undefined))
  }

  /** @returns undefined if the rule has no limit */
  #usesOf({ times, together }: ResolvedRule, index: number, series: string): Uses | undefined {
    if (times === undefined) return undefined
    const key = together === true ? `${index}` : `${index} ${series}`
    const kept = this.#uses.get(key)
    if (kept !== undefined) return kept
    const uses = new Uses(times)
    this.#uses.set(key, uses)
    return uses
  }

  #seriesOf(name: string, of: string): string {
    return this.#calls.has(name) || this.#calls.size < METHODS_MAX ? name : of
  }
}

function drawnFault(
  { fault, scope, effect }: ResolvedRule,
  random: Random,
  log: (detail: string) => void,
  uses?: Uses,
): DrawnFault {
  let isSettled = false
  const settle = (isUsed: boolean): void => {
    if (!isSettled) uses?.settle(isUsed)
    isSettled = true
  }
  return {
    fault,
    scope,
    effect,
    random,
    willHappen: () => settle(true),
    happened(detail) {
      settle(true)
      log(detail)
    },
    hadNoEffect: () => settle(false),
  }
}

function countUp<Key>(counts: Map<Key, number>, key: Key): number {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

/** Whether the result must be known to tell if an effect makes a difference. */
export function changesResult({ at }: FaultEffect): boolean {
  return at === 'result' || at === 'view'
}

/** A delay in milliseconds, drawn from the seed if the rule gives bounds. */
export function drawMilliseconds(milliseconds: Milliseconds, random: Random): number {
  return typeof milliseconds === 'number' ? milliseconds : random.between(...milliseconds)
}
