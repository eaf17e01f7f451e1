import type { Clock } from './clock.ts'
import type { BlockJson, WholeBlock } from './json.ts'
import { NoBlockError, Replicas } from './replicas.ts'
import type { Store } from './store.ts'

/** A head that is further away is reached in several polls, each of which stores its part. */
const BLOCKS_AT_ONCE = 64

/** The nodes report a chain without a block that they reported as final: no program can know which is right. */
export class FinalityViolationError extends Error {}

/** Follows the head of a chain, and stores its blocks. */
export class Indexer {
  readonly #replicas: Replicas
  readonly #store: Store

  constructor(urls: readonly string[], store: Store, clock: Clock) {
    this.#replicas = new Replicas(urls, clock)
    this.#store = store
  }

  /**
   * Updates the store to the current head. To be called repeatedly.
   *
   * @throws {FinalityViolationError}
   */
  async poll(): Promise<void> {
    const head = this.#choose(await this.#replicas.heads())
    try {
      if (head !== undefined) await this.#follow(await this.#nextTarget(head))
    } catch (error) {
      // No replica has the block: the next poll may find another head.
      if (!(error instanceof NoBlockError)) throw error
      return
    }
    await this.#updateFinal()
  }

  /** The head to follow; undefined if the store has it already. */
  #choose(heads: readonly BlockJson[]): BlockJson | undefined {
    const [highest] = heads
    if (highest === undefined) return undefined
    const { head } = this.#store
    const equals = heads.filter(({ number }) => number === highest.number)
    // Of several branches of the same height, stay on ours.
    const best = equals.find(({ hash }) => hash === head?.hash) ?? highest
    // A lower head that the store contains is that of a replica that lags.
    return this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best
  }

  async #nextTarget(head: BlockJson): Promise<BlockJson> {
    const next = (this.#store.head?.number ?? -1) + BLOCKS_AT_ONCE
    return Number(head.number) <= next ? head : this.#replicas.header(next)
  }

  /** Replaces the stored blocks above the common ancestor. */
  async #follow(head: BlockJson): Promise<void> {
    const branch: WholeBlock[] = []
    let hash = head.hash
    let number = Number(head.number)
    while (number >= 0 && this.#store.hashOf(number) !== hash) {
      if (number <= this.#store.finalNumber) {
        throw new FinalityViolationError(`block ${number} was final, but is now ${hash}`)
      }
      const whole = await this.#replicas.block(hash)
      branch.unshift(whole)
      hash = whole.block.parentHash
      number--
    }
    this.#store.replaceAbove(number, branch)
  }

  /** Marks the finalized block as final, if the store contains it. */
  async #updateFinal(): Promise<void> {
    const finalized = await this.#replicas.finalized()
    if (finalized === null) return
    const number = Number(finalized.number)
    if (this.#store.hashOf(number) === finalized.hash) this.#store.markFinal(number)
  }
}
