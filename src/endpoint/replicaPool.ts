import * as v from 'valibot'
import {
  consistent,
  described,
  list,
  nonEmptyString,
  object,
  oneOf,
  wholeNumber,
} from '../primitives/input.ts'
import { Random } from '../primitives/random.ts'
import type { Access } from './access.ts'

/** Several endpoints behind one key, as the replicas of a provider behind one address. */
export interface PoolOptions {
  /** the keys of the endpoints, which exist already and are moved as before */
  readonly of: readonly string[]
  /** what meets an endpoint that is drawn: each `request`, also of a batch, each `batch`, or each `connection`. Default `request`. */
  readonly by?: 'request' | 'batch' | 'connection' | undefined
  /** how often each is drawn, in the order of `of`. Default: all equally often. */
  readonly weights?: readonly number[] | undefined
  /** how many requests of a connection one after another meet the endpoint that was drawn. Default 1. */
  readonly stickyFor?: number | undefined
}

const WEIGHT_MAX = 1_000_000

export const poolOptions = v.pipe(
  object({
    of: described(v.pipe(list(nonEmptyString), v.minLength(1)), 'the keys of the endpoints'),
    by: v.optional(
      described(
        oneOf('request', 'batch', 'connection'),
        'whether each request, each body or each connection meets a replica that is drawn; default request',
      ),
    ),
    weights: v.optional(
      described(list(wholeNumber(0, WEIGHT_MAX)), 'how often each is drawn, in the same order'),
    ),
    stickyFor: v.optional(
      described(
        wholeNumber(1),
        'how many requests of a connection one after another meet the replica that was drawn; default 1',
      ),
    ),
  }),
  consistent(({ of, weights }) => {
    if (new Set(of).size < of.length) return { path: ['of'], problem: 'a key is there twice' }
    if (weights === undefined) return undefined
    if (weights.length !== of.length) {
      return { path: ['weights'], problem: `want ${of.length}, one for each key of "of"` }
    }
    return weights.some((weight) => weight > 0)
      ? undefined
      : { path: ['weights'], problem: 'one must be above 0' }
  }),
)

/** How many methods are counted separately, because clients may send any name. All others are counted together. */
const METHODS_MAX = 1000

/** The connection's turn at a replica. */
interface Turn {
  readonly replica: Access
  left: number
}

/**
 * Draws the replicas that requests meet. The draws depend on the seed, the key and how many requests came before, for each
 * method, so the same calls meet the same replicas.
 */
export class ReplicaPool {
  /** whether the requests of a batch are drawn one by one */
  readonly isByRequest: boolean
  readonly #options: PoolOptions
  readonly #seed: string
  readonly #find: (key: string) => Access | undefined
  readonly #weights: readonly number[]
  readonly #replicas: (Access | undefined)[] = []
  readonly #counts = new Map<string, number>()
  readonly #homes = new WeakMap<object, Access>()
  readonly #turns = new WeakMap<object, Turn>()

  /**
   * @param seed what the draws depend on, with the key of the pool
   * @param find the endpoint of a key, if it is open
   */
  constructor(options: PoolOptions, seed: string, find: (key: string) => Access | undefined) {
    this.isByRequest = (options.by ?? 'request') === 'request'
    this.#options = options
    this.#seed = seed
    this.#find = find
    this.#weights = options.weights ?? options.of.map(() => 1)
  }

  /** The replica that all requests meet which change endpoints; undefined if none is left. */
  get first(): Access | undefined {
    for (let index = 0; index < this.#weights.length; index++) {
      const replica = this.#replica(index)
      if (replica !== undefined) return replica
    }
    return undefined
  }

  /** The replica of a connection: its subscriptions are there. Undefined if none is left. */
  home(connection: object): Access | undefined {
    const known = this.#homes.get(connection)
    if (known !== undefined && !known.endpoint.isClosed) return known
    const home = this.#draw('connection')
    if (home !== undefined) this.#homes.set(connection, home)
    return home
  }

  /**
   * The replica that a request or a batch meets; undefined if none is left.
   *
   * @param series the method, or that of the first request of a batch
   */
  next(series: string, connection: object): Access | undefined {
    const { by, stickyFor = 1 } = this.#options
    if (by === 'connection') return this.home(connection)
    const turn = this.#turns.get(connection)
    if (turn !== undefined && turn.left > 0 && !turn.replica.endpoint.isClosed) {
      turn.left--
      return turn.replica
    }
    const replica = this.#draw(`request ${series}`)
    if (replica !== undefined && stickyFor > 1) {
      this.#turns.set(connection, { replica, left: stickyFor - 1 })
    }
    return replica
  }

  #draw(series: string): Access | undefined {
    const counted = this.#counts.has(series) || this.#counts.size < METHODS_MAX ? series : ''
    const count = (this.#counts.get(counted) ?? 0) + 1
    this.#counts.set(counted, count)
    let sum = 0
    for (let index = 0; index < this.#weights.length; index++) {
      if (this.#replica(index) !== undefined) sum += this.#weights[index] as number
    }
    if (sum === 0) return this.first
    let drawn = new Random(`${this.#seed} ${counted} ${count}`).below(sum)
    for (let index = 0; index < this.#weights.length; index++) {
      const replica = this.#replica(index)
      if (replica === undefined) continue
      drawn -= this.#weights[index] as number
      if (drawn < 0) return replica
    }
    return undefined
  }

  /** @returns undefined if it is closed */
  #replica(index: number): Access | undefined {
    const known = this.#replicas[index]
    if (known !== undefined && !known.endpoint.isClosed) return known
    // It may have been created anew. Finding it takes longer than the rest of a draw.
    const found = this.#find(this.#options.of[index] as string)
    this.#replicas[index] = found
    return found
  }
}
