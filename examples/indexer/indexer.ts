import type { Clock } from './clock.ts'
import type { BlockJson, WholeBlock } from './json.ts'
import { NoBlockError, Replicas } from './replicas.ts'
import type { Store } from './store.ts'

/** A head that is further away than this is come to in parts, each of which is stored before the next. */
const BLOCKS_AT_ONCE = 64

/** The chain that the nodes tell of leaves a block that they called final: no program can know what is right then. */
export class FinalityViolationError extends Error {}

/** Follows the head of a chain, and keeps what it has seen of it in a store. */
export class Indexer {
  readonly #replicas: Replicas
  readonly #store: Store

  constructor(urls: readonly string[], store: Store, clock: Clock) {
    this.#replicas = new Replicas(urls, clock)
    this.#store = store
  }

  /**
   * Brings the store up to the head as it is now. To be called again and again.
   *
   * @throws {FinalityViolationError}
   */
  async poll(): Promise<void> {
    const head = this.#choose(await this.#replicas.heads())
    try {
      if (head !== undefined) await this.#follow(await this.#partOfTheWay(head))
    } catch (error) {
      // No replica has it any more, or not yet: the next poll may be told of another head.
      if (!(error instanceof NoBlockError)) throw error
      return
    }
    await this.#settle()
  }

  /** The head to follow, if there is anything new in one. */
  #choose(heads: readonly BlockJson[]): BlockJson | undefined {
    const [highest] = heads
    if (highest === undefined) return undefined
    const { head } = this.#store
    const equals = heads.filter(({ number }) => number === highest.number)
    // Of two branches of one height ours is as good as any.
    const best = equals.find(({ hash }) => hash === head?.hash) ?? highest
    // A head that goes back is a replica that lags, unless we have never seen its block.
    return this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best
  }

  async #partOfTheWay(head: BlockJson): Promise<BlockJson> {
    const next = (this.#store.head?.number ?? -1) + BLOCKS_AT_ONCE
    return Number(head.number) <= next ? head : this.#replicas.header(next)
  }

  /** Replaces what the store has above the common ancestor. */
  async #follow(head: BlockJson): Promise<void> {
    const branch: WholeBlock[] = []
    let hash = head.hash
    let number = Number(head.number)
    while (number >= 0 && this.#store.hashOf(number) !== hash) {
      if (number <= this.#store.finalNumber) {
        throw new FinalityViolationError(`block ${number} was final, and is ${hash} now`)
      }
      const whole = await this.#replicas.block(hash)
      branch.unshift(whole)
      hash = whole.block.parentHash
      number--
    }
    this.#store.replaceAbove(number, branch)
  }

  /** Takes a block for final only if it is one of ours. */
  async #settle(): Promise<void> {
    const finalized = await this.#replicas.finalized()
    if (finalized === null) return
    const number = Number(finalized.number)
    if (this.#store.hashOf(number) === finalized.hash) this.#store.markFinal(number)
  }
}
