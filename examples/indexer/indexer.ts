import type { Clock } from './clock.ts'
import type { BlockJson, WholeBlock } from './json.ts'
import { NoBlockError, Replicas } from './replicas.ts'
import type { Store } from './store.ts'

/** The indexer approaches a more distant head in parts, and stores each before the next. */
const BLOCKS_AT_ONCE = 64

/** The nodes' chain abandons a block that they had called final. No program can know which of them is right. */
export class FinalityViolationError extends Error {}

/** Follows the head of a chain and stores its blocks. */
export class Indexer {
  readonly #replicas: Replicas
  readonly #store: Store

  constructor(urls: readonly string[], store: Store, clock: Clock) {
    this.#replicas = new Replicas(urls, clock)
    this.#store = store
  }

  /**
   * Brings the store up to the current head. Call it repeatedly.
   *
   * @throws {FinalityViolationError}
   */
  async poll(): Promise<void> {
    const head = this.#choose(await this.#replicas.heads())
    try {
      if (head !== undefined) await this.#follow(await this.#partOfTheWay(head))
    } catch (error) {
      // No replica has the block any more, or not yet. The next poll may see another head.
      if (!(error instanceof NoBlockError)) throw error
      return
    }
    await this.#settle()
  }

  /** The head to follow; undefined if none is new. */
  #choose(heads: readonly BlockJson[]): BlockJson | undefined {
    const [highest] = heads
    if (highest === undefined) return undefined
    const { head } = this.#store
    const equals = heads.filter(({ number }) => number === highest.number)
    // Of two branches of the same height, ours is as good as any.
    const best = equals.find(({ hash }) => hash === head?.hash) ?? highest
    // A head below ours is a lagging replica, unless we have never seen its block.
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
        throw new FinalityViolationError(`block ${number} was final, and is now ${hash}`)
      }
      const whole = await this.#replicas.block(hash)
      branch.unshift(whole)
      hash = whole.block.parentHash
      number--
    }
    this.#store.replaceAbove(number, branch)
  }

  /** Marks a block as final only if it is in the store. */
  async #settle(): Promise<void> {
    const finalized = await this.#replicas.finalized()
    if (finalized === null) return
    const number = Number(finalized.number)
    if (this.#store.hashOf(number) === finalized.hash) this.#store.markFinal(number)
  }
}
