import type { WaitedFor } from '../rpc/control/playedScenario.ts'
import { blocksOfCall } from '../rpc/faults/blocksOfCall.ts'
import type { AnsweredCall } from '../rpc/gate.ts'
import type { CallCondition } from './waitFor.ts'

/** Counts the calls that a wait is for. */
export class CallCount {
  readonly #endpoint: string
  readonly #methods: readonly string[] | undefined
  readonly #block: number | undefined
  #left: number

  /**
   * @param endpoint its key
   * @param head number of its head when the wait begins
   */
  constructor({ method, block, calls = 1 }: CallCondition, endpoint: string, head: number) {
    this.#endpoint = endpoint
    this.#methods = typeof method === 'string' ? [method] : method
    this.#block = block === 'head' ? head : block
    this.#left = calls
  }

  /** Counts a call, if it is one of them; to be told of each. */
  hear(call: AnsweredCall): void {
    if (this.#isMeant(call)) this.#left--
  }

  /** What is still to come. */
  get status(): WaitedFor {
    return {
      endpoint: this.#endpoint,
      methods: this.#methods ?? null,
      block: this.#block ?? null,
      calls: this.#left,
    }
  }

  get isComplete(): boolean {
    return this.#left <= 0
  }

  #isMeant({ endpoint, method, params }: AnsweredCall): boolean {
    if (endpoint.key !== this.#endpoint) return false
    if (this.#methods?.includes(method) === false) return false
    if (this.#block === undefined) return true
    const blocks = blocksOfCall(endpoint, params)
    return blocks !== undefined && blocks.from <= this.#block && this.#block <= blocks.to
  }
}
