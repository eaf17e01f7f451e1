import type { PoolLimits } from '../pool/transactionPool.ts'
import { EndpointPool, type ReadyTransaction } from './endpointPool.ts'
import { SentLog } from './sentLog.ts'

export interface SendingOptions {
  readonly limits: PoolLimits
  /** whether a transaction is mined when it is sent */
  readonly minesAtOnce: boolean
}

/** What clients send to an endpoint, and when it is mined. */
export class Sending {
  /** Whether a transaction is mined when it is sent. */
  minesAtOnce: boolean
  readonly log = new SentLog()
  readonly #view: Parameters<typeof EndpointPool.create>[0]
  readonly #limits: PoolLimits
  #pool: Promise<EndpointPool> | undefined

  constructor(view: Parameters<typeof EndpointPool.create>[0], options: SendingOptions) {
    this.#view = view
    this.#limits = options.limits
    this.minesAtOnce = options.minesAtOnce
  }

  /** The transactions that no block has; undefined while none were sent. */
  get pool(): Promise<EndpointPool> | undefined {
    return this.#pool
  }

  /** The same, with an empty pool if none were sent. */
  openPool(): Promise<EndpointPool> {
    this.#pool ??= EndpointPool.create(this.#view, this.#limits, this.log)
    return this.#pool
  }

  /** The transactions that the next block can include, in order; the same list while they are the same. */
  async ready(): Promise<readonly ReadyTransaction[]> {
    return (await (await this.#pool)?.ready()) ?? NONE
  }
}

const NONE: readonly ReadyTransaction[] = []
