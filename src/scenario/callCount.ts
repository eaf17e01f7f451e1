import { containsParams } from '../primitives/containsParams.ts'
import type { WaitedFor } from '../rpc/control/scenarioControl.ts'
import { blocksOfCall, namingOfCall } from '../rpc/faults/blocksOfCall.ts'
import type { AnsweredCall } from '../rpc/gate.ts'
import type { CallCondition } from './waitFor.ts'

/** Counts the calls that a `waitFor` step waits for. */
export class CallCount {
  readonly #endpoint: string
  readonly #methods: readonly string[] | undefined
  readonly #block: number | undefined
  readonly #condition: CallCondition
  #missing: number

  /**
   * @param endpoint key of the endpoint
   * @param head number of its head when the wait begins
   */
  constructor(condition: CallCondition, endpoint: string, head: number) {
    const { method, block, calls = 1 } = condition
    this.#condition = condition
    this.#endpoint = endpoint
    this.#methods = typeof method === 'string' ? [method] : method
    this.#block = block === 'head' ? head : block
    this.#missing = calls
  }

  /** Counts the call if it meets the condition. */
  add(call: AnsweredCall): void {
    if (this.#matches(call)) this.#missing--
  }

  /** The condition, with the number of calls that are still missing. */
  get status(): WaitedFor {
    return {
      endpoint: this.#endpoint,
      methods: this.#methods ?? null,
      block: this.#block ?? null,
      calls: this.#missing,
    }
  }

  get isComplete(): boolean {
    return this.#missing <= 0
  }

  #matches({ endpoint, method, params }: AnsweredCall): boolean {
    if (endpoint.key !== this.#endpoint) return false
    if (this.#methods?.includes(method) === false) return false
    const { named, params: wanted } = this.#condition
    if (named !== undefined && namingOfCall(method, params) !== named) return false
    if (wanted !== undefined && !containsParams(params, wanted)) return false
    if (this.#block === undefined) return true
    const blocks = blocksOfCall(endpoint, method, params)
    return blocks !== undefined && blocks.from <= this.#block && this.#block <= blocks.to
  }
}
