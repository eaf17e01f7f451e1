import { Random } from '../primitives/random.ts'
import type { Effect } from './effect.ts'
import type { ResolvedFault } from './fault.ts'
import { FaultLog } from './faultLog.ts'
import type { UnusedFault } from './faultRule.ts'
import type { Milliseconds } from './fields.ts'
import { type FaultSubject, isNamed, matches } from './matches.ts'
import type { ResolvedRule } from './resolveFaults.ts'
import { shortened } from './shortened.ts'
import { Uses } from './uses.ts'

/** How many methods are counted on their own, as clients may name any. All others are counted together. */
const METHODS_MAX = 1000

/** How much is kept of the name of a method, which is whatever a client sends. */
const METHOD_LENGTH_MAX = 100

/** A fault that applies to a call, or to a batch. Report whether it had an effect: other calls may wait to know. */
export interface DrawnFault {
  readonly fault: ResolvedFault
  readonly effect: Effect
  /** draws what the rule leaves open: which field, which character */
  readonly random: Random
  /** Reports that it is certain to have an effect later: no call needs to wait for it. */
  willHappen(): void
  /** Reports its effect, and writes it to the log. */
  happened(detail: string): void
  /** Reports that it changed nothing: then it counts as not applied. Does nothing after either of the above. */
  hadNoEffect(): void
}

/** The faults that apply to a call, or to a batch. */
export interface DrawnFaults {
  /** how late the reply is, by all rules of that kind together; 0 without any */
  readonly latencyMs: number
  readonly fault: DrawnFault | undefined
}

/** Something that faults may apply to, and its number in the series that are counted. */
interface Numbered {
  readonly subject: FaultSubject
  readonly method: string
  /** what it is counted among: those of its kind and method */
  readonly series: string
  /** which of these it is, from 1 */
  readonly call: number
  /** the same for those rules that count all their methods together */
  readonly callOfRule: ReadonlyMap<ResolvedRule, number>
}

export interface FaultPlanOptions {
  readonly seed: string | number
  /** names the endpoint: each has its own chances */
  readonly key: string
  /** of the endpoint, which outlives its rules. Default a new one. */
  readonly log?: FaultLog | undefined
}

/**
 * Decides what goes wrong at an endpoint. That follows from the rules, the seed, the endpoint's key and the number of the
 * call among those of its method; not from time, nor from how calls of different methods interleave.
 */
export class FaultPlan {
  readonly log: FaultLog
  readonly #rules: readonly ResolvedRule[]
  readonly #seed: string
  readonly #key: string
  /** how many subjects there have been, by series */
  readonly #calls = new Map<string, number>()
  /** the same for rules that count all their methods together */
  readonly #callsOfRules = new Map<ResolvedRule, number>()
  /** how often each rule with `times` may still apply, by its index and, unless it counts together, the series */
  readonly #uses = new Map<string, Uses>()
  /** indices of the rules that have applied to something */
  readonly #used = new Set<number>()
  /** resolves when all subjects that were counted are decided */
  #decided: Promise<unknown> = Promise.resolve()

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

  /** The rules that have applied to nothing so far; a rule that would have changed nothing is one of them. */
  get unused(): readonly UnusedFault[] {
    return this.#rules
      .map(({ written }, index) => ({ index, rule: written }))
      .filter(({ index }) => !this.#used.has(index))
  }

  /** Whether a call may have to wait for the answer to an earlier one to know which fault applies to it. */
  get waits(): boolean {
    return this.#rules.some(({ times, effect }) => times !== undefined && changesResult(effect))
  }

  /**
   * Counts a call, a batch, a notification, or a move of the head, at once; and decides which faults apply to it: the
   * first rule that matches and is not used up, and all latency. Subjects are decided in the order in which they were
   * counted. Where a rule may be used up, this waits for the outcome of earlier calls, so that it does not depend on how
   * fast they are answered.
   *
   * @param params for the log
   */
  draw(subject: FaultSubject, params?: unknown): Promise<DrawnFaults> {
    const numbered = this.#number(subject)
    const drawn = this.#decided.then(() => this.#decide(numbered, params))
    this.#decided = drawn
    return drawn
  }

  #number(subject: FaultSubject): Numbered {
    const { of, methods } = subject
    const hasMethod = of === 'call' || of === 'notification'
    // In the same process the name of a method may be any value.
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
    let latencyMs = 0
    let drawn: DrawnFault | undefined
    for (const [index, { effect }] of this.#rules.entries()) {
      if (drawn !== undefined && effect.at !== 'latency') continue
      const drawing = this.#drawRule(index, numbered, params)
      // There may be a thousand rules, and only a few have to be waited for.
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
    return { latencyMs, fault: drawn }
  }

  #drawRule(
    index: number,
    { subject, method, series, call, callOfRule }: Numbered,
    params: unknown,
  ): DrawnFault | undefined | Promise<DrawnFault | undefined> {
    const rule = this.#rules[index] as ResolvedRule
    if (!matches(rule, subject, callOfRule.get(rule) ?? call)) return undefined
    const random = new Random(`${this.#seed} ${index} ${method} ${call}`)
    if (rule.rate !== undefined && !random.chance(...rule.rate)) return undefined
    const { transport, blocks } = subject
    const [block] = blocks
    const log = (detail: string): void => {
      this.#used.add(index)
      this.log.add({
        key: this.#key,
        call,
        method,
        ...(params !== undefined && { params }),
        transport,
        rule: index,
        kind: rule.fault.kind,
        detail,
        ...(block !== undefined && { block: block.from }),
      })
    }
    const uses = this.#usesOf(rule, index, series)
    if (uses === undefined) return drawnFault(rule, random, log)
    return uses
      .take()
      .then((isTaken) => (isTaken ? drawnFault(rule, random, log, uses) : undefined))
  }

  /** undefined where there is no end to it */
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
  { fault, effect }: ResolvedRule,
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

/** Whether it takes the right result to know if an effect makes a difference. */
export function changesResult({ at }: Effect): boolean {
  return at === 'result' || at === 'view'
}

/** A delay, drawn from the seed where it has bounds. */
export function drawMilliseconds(milliseconds: Milliseconds, random: Random): number {
  return typeof milliseconds === 'number' ? milliseconds : random.between(...milliseconds)
}
