import { explanationOf, type Head } from '../geth/states/explainedDifferences.ts'
import { firstDifference, shorten } from '../geth/states/firstDifference.ts'
import type { StateRequest } from '../geth/states/request.ts'
import { type Answers, answersOf, isSame } from './answers.ts'
import { differenceClasses } from './differences.ts'
import type { Forks } from './forks.ts'

/** How the answers to some requests compare. */
export class Comparison {
  compared = 0
  equal = 0
  /** how often each class applied, by name */
  readonly classes = new Map(differenceClasses.map(({ name }) => [name, 0]))
  /** a line for each difference that is in no class */
  readonly differences: string[] = []
  readonly #forks: Forks
  readonly #head: Head
  /** the traces that Anvil has given, by the hash of the transaction */
  readonly #traces = new Map<string, unknown[]>()

  /** @param head the pinned block */
  constructor(forks: Forks, head: Head) {
    this.#forks = forks
    this.#head = head
  }

  /** @param isAskedOfNetwork whether the network can answer, too: not about new blocks */
  async run(requests: readonly StateRequest[], isAskedOfNetwork: boolean): Promise<void> {
    for (const request of requests) {
      const answers = await answersOf(this.#forks, request, isAskedOfNetwork)
      this.compared++
      const before = this.differences.length
      this.#compareWithNetwork(request, answers)
      if (this.#compareWithAnvil(request, answers) && this.differences.length === before) {
        this.equal++
      }
      this.#noteTrace(request, answers)
    }
  }

  #noteTrace({ method, params }: StateRequest, { anvil }: Answers): void {
    if (method !== 'debug_traceTransaction') return
    const hash = String(params[0])
    this.#traces.set(hash, [...(this.#traces.get(hash) ?? []), anvil.result])
  }

  /** The fork without a dialect must answer as the network does, and the other one must have the same values. */
  #compareWithNetwork(request: StateRequest, { network, ommer, plain }: Answers): void {
    if (network === undefined) return
    const isExplained = () => explanationOf(request, network, plain, this.#head) !== undefined
    if (!isSame(network, plain) && !isExplained()) {
      this.#differ(request, 'the network', network, 'ommer without proofs', plain)
    }
    if (!VALUES.has(request.method) || network.error !== undefined || isSame(network, ommer)) return
    if (this.#isFunded(request)) return
    this.#differ(request, 'the network', network, 'ommer', ommer)
  }

  /** @returns whether they are equal */
  #compareWithAnvil(request: StateRequest, answers: Answers): boolean {
    const { anvil, ommer } = answers
    if (isSame(anvil, ommer)) return true
    const found = differenceClasses.find(({ applies }) => applies(request, answers, this.#traces))
    if (found === undefined) this.#differ(request, 'Anvil', anvil, 'ommer', ommer)
    else this.classes.set(found.name, (this.classes.get(found.name) as number) + 1)
    return false
  }

  /** Both development nodes give their accounts ether at the pinned block. */
  #isFunded({ method, params }: StateRequest): boolean {
    const { accounts } = this.#head.chain
    return method === 'eth_getBalance' && accounts.some(({ address }) => address === params[0])
  }

  #differ(request: StateRequest, one: string, ofOne: object, other: string, ofOther: object): void {
    const first = firstDifference(ofOne, ofOther)
    this.differences.push(
      `${shorten(request, 1500)}\n    ${one}: ${shorten(ofOne)}\n    ${other}: ${shorten(ofOther)}\n    first: ${first}`,
    )
  }
}

const VALUES = new Set([
  'eth_getBalance',
  'eth_getTransactionCount',
  'eth_getCode',
  'eth_getStorageAt',
])
