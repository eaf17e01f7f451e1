import type { Chain } from '../../../src/chain/chain.ts'
import type { ChangeLog } from '../../../src/endpoint/changes.ts'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { HeldCopies } from '../../../src/workers/heldCopies.ts'
import type { ToOwner, WorkerQuestion } from '../../../src/workers/messages.ts'
import { OwnedCopies } from '../../../src/workers/ownedCopies.ts'

const OWNER = 0
const HOLDER = 1
const KEY = 'a'

/** Two workers without processes: what they tell each other is delivered when the test says so, in order. */
export class TwoWorkers {
  readonly endpoint: Endpoint
  readonly owned: OwnedCopies
  held: HeldCopies
  readonly #chain: Chain
  #toHolder: (() => void)[] = []
  #toOwner: (() => void)[] = []
  /** whether a change is being made */
  isChanging = false

  constructor(chain: Chain) {
    this.#chain = chain
    this.owned = new OwnedCopies(this.#primaryOfOwner() as never, (key) => {
      if (key !== KEY) return undefined
      return { key, endpoint: this.endpoint, dialect: dialects.geth }
    })
    const log: ChangeLog = {
      beforeChange: (key) => this.owned.beforeChange(key),
      afterChange: (key) => this.owned.afterChange(key),
      requireWritable() {},
      write() {},
      kept: () => undefined,
    }
    this.endpoint = new Endpoint(KEY, chain, { changes: log })
    this.held = this.#newHolder()
  }

  /** Number of the head by the copy; undefined without one. */
  get copiedHead(): number | undefined {
    return this.held.find(KEY)?.endpoint.view?.head.number
  }

  /** A client of the other worker sends a request, which is answered there or passed on. */
  request(key = KEY): void {
    const copy = this.held.find(key)?.endpoint
    if (copy?.view === undefined) void this.held.beforePassing(key)
    else copy.activity.addCall('eth_chainId', [], 'ok', details)
  }

  /** Moves the head, in two steps. */
  change(head: number): Promise<void> {
    return this.endpoint.inTurn(() =>
      (this.endpoint.changes as NonNullable<Endpoint['changes']>).make(
        { move: 'rollback', args: [] },
        async () => {
          this.isChanging = true
          this.endpoint.moveTo(0)
          await Promise.resolve()
          this.endpoint.moveTo(head)
          this.isChanging = false
        },
      ),
    )
  }

  /** @returns whether there was a message */
  deliver(to: 'owner' | 'holder'): boolean {
    const next = (to === 'owner' ? this.#toOwner : this.#toHolder).shift()
    next?.()
    return next !== undefined
  }

  /** Delivers all messages, those that they lead to included. */
  async deliverAll(): Promise<void> {
    for (let isMore = true; isMore; ) {
      isMore = this.deliver('holder') || this.deliver('owner')
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    }
  }

  /** The other worker ends, and another process takes its place. */
  restartHolder(): void {
    this.#toHolder = []
    const answers = this.#toOwner
    this.#toOwner = []
    this.held = this.#newHolder()
    for (const answer of answers) answer()
    this.owned.forget(HOLDER)
    for (const unanswered of this.#unanswered.splice(0)) unanswered()
  }

  /** This one has ended, and another process will take its place. */
  forgetOwner(): void {
    this.held.forgetOwner(OWNER)
  }

  readonly #unanswered: (() => void)[] = []

  #primaryOfOwner() {
    return {
      tell: (message: never) => this.#toHolder.push(() => this.#tellHolder(message)),
      ask: ({ endpoint }: Extract<WorkerQuestion, { readonly kind: 'revoke' }>) =>
        new Promise((resolve) => {
          const fail = (): void => resolve([false])
          this.#unanswered.push(fail)
          this.#toHolder.push(() => {
            const isUsed = this.held.revoke(endpoint)
            this.#toOwner.push(() => resolve([isUsed]))
          })
        }),
    }
  }

  #tellHolder(message: { readonly kind: string; readonly id: string }): void {
    if (message.kind === 'position') this.held.take(message as never)
    else this.held.refuse(message.id)
  }

  #newHolder(): HeldCopies {
    const primary = {
      tell: (message: ToOwner) =>
        this.#toOwner.push(() => {
          if (message.kind === 'want') this.owned.want({ ...message, worker: HOLDER })
          else this.owned.unwant(HOLDER, message.endpoint)
        }),
      ask: (report: never) =>
        new Promise<void>((resolve) => {
          this.#toOwner.push(() => {
            this.owned.addCalls(report)
            this.#toHolder.push(resolve)
          })
        }),
    }
    return new HeldCopies({
      primary: primary as never,
      index: () => HOLDER,
      ownerOf: () => OWNER,
      chain: () => this.#chain,
    })
  }
}

const details = { transport: 'http', began: 0, milliseconds: 1 } as const
