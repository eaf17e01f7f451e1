import { Random } from '../../primitives/random.ts'
import type { Fault, Milliseconds } from './fault.ts'
import { FaultLog } from './faultLog.ts'
import { type FaultSubject, matches, subjectOf } from './matches.ts'
import type { ResolvedRule } from './resolveFaults.ts'

/** How many methods are counted on their own: clients may name any. All others are counted together. */
const METHODS_MAX = 1000

/** A fault that is to befall a call, or a batch. */
export interface DrawnFault {
  readonly fault: Fault
  /** for what is left to chance about it: which field, which place */
  readonly random: Random
  /** To be told once it happens: it comes into the log. */
  happened(detail: string): void
  /** To be told where it would change nothing: it counts as not applied. */
  cameToNothing(): void
}

/** What is to befall a call, or a batch. */
export interface DrawnFaults {
  /** how late the answer is, for all rules of that kind together; 0 without any */
  readonly latencyMs: number
  readonly fault: DrawnFault | undefined
}

/**
 * What goes wrong at an endpoint. It follows from the rules, the seed, the endpoint's key and which call of its method
 * it is, and so not from time, nor from how the calls of several methods interleave.
 */
export class FaultPlan {
  readonly log = new FaultLog()
  readonly #rules: readonly ResolvedRule[]
  readonly #seed: string
  /** how many calls of each method there have been */
  readonly #calls = new Map<string, number>()
  /** how often each rule was applied, by its place and the method */
  readonly #applied = new Map<string, number>()

  /** @param key names the endpoint: each has its own chances */
  constructor(
    rules: readonly ResolvedRule[],
    { seed, key }: { readonly seed: string | number; readonly key: string },
  ) {
    this.#rules = rules
    this.#seed = JSON.stringify(['faults', String(seed), key])
  }

  /** Whether anything befalls the endpoint when its head moves. */
  get watchesHead(): boolean {
    return this.#rules.some(({ fault }) => subjectOf(fault) === 'head')
  }

  /**
   * Counts a call, a batch, a notification, or a move of the head, and decides what befalls it: of the rules that are about it and not used up the first,
   * and all of latency.
   *
   * @param params for the log
   */
  draw(subject: FaultSubject, params?: unknown): DrawnFaults {
    const { of, methods } = subject
    const method = this.#countedAs(of === 'batch' || of === 'head' ? of : (methods[0] as string))
    const call = (this.#calls.get(method) ?? 0) + 1
    this.#calls.set(method, call)
    let latencyMs = 0
    let drawn: DrawnFault | undefined
    for (const [rule, { fault }] of this.#rules.entries()) {
      if (drawn !== undefined && fault.kind !== 'latency') continue
      const one = this.#drawRule(rule, method, call, subject, params)
      if (one === undefined) continue
      if (fault.kind !== 'latency') {
        drawn = one
        continue
      }
      const milliseconds = drawMilliseconds(fault.milliseconds, one.random)
      latencyMs += milliseconds
      one.happened(`${milliseconds} ms`)
    }
    return { latencyMs, fault: drawn }
  }

  #drawRule(
    rule: number,
    method: string,
    call: number,
    subject: FaultSubject,
    params: unknown,
  ): DrawnFault | undefined {
    const resolved = this.#rules[rule] as ResolvedRule
    if (!matches(resolved, subject, call)) return undefined
    const random = new Random(`${this.#seed} ${rule} ${method} ${call}`)
    const { rate, times = Number.POSITIVE_INFINITY, fault } = resolved
    if (rate !== undefined && !random.chance(...rate)) return undefined
    const use = `${rule} ${method}`
    if ((this.#applied.get(use) ?? 0) >= times) return undefined
    this.#count(use, 1)
    const { transport, blocks } = subject
    const [block] = blocks
    return {
      fault,
      random,
      happened: (detail) =>
        this.log.add({
          call,
          method,
          ...(params !== undefined && { params }),
          transport,
          rule,
          kind: fault.kind,
          detail,
          ...(block !== undefined && { block: block.from }),
        }),
      cameToNothing: () => this.#count(use, -1),
    }
  }

  #count(use: string, by: 1 | -1): void {
    this.#applied.set(use, (this.#applied.get(use) ?? 0) + by)
  }

  #countedAs(method: string): string {
    return this.#calls.has(method) || this.#calls.size < METHODS_MAX ? method : 'other'
  }
}

/** A delay, drawn where there are bounds for it. */
export function drawMilliseconds(milliseconds: Milliseconds, random: Random): number {
  return typeof milliseconds === 'number' ? milliseconds : random.between(...milliseconds)
}
