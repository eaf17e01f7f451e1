import type { Chain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { ChainSpec } from '../../chain/spec/spec.ts'
import { createChain } from '../../createChain.ts'

/** How many chains are kept. */
const CHAINS_MAX = 48

/** How many blocks that runs have added are kept of each chain: a scenario that is repeated has the same ones. */
const BLOCKS_MAX = 128

/** The chains of a hunt, each by its spec, whatever others a scenario has beside it. */
export class ChainCache {
  readonly #chains = new Map<string, Promise<Chain>>()

  get(spec: ChainSpec): Promise<Chain> {
    const key = JSON.stringify(spec)
    const known = this.#chains.get(key)
    if (known !== undefined) return known
    // The oldest one goes.
    const [oldest] = this.#chains.size >= CHAINS_MAX ? this.#chains.keys() : []
    if (oldest !== undefined) this.#chains.delete(oldest)
    const chain = createChain(spec).then(keepingBlocks)
    // One that could not be created is not kept.
    chain.catch(() => this.#chains.delete(key))
    this.#chains.set(key, chain)
    return chain
  }
}

/** Otherwise the blocks of a run would be freed at its end, and built again for the next one. */
function keepingBlocks(chain: Chain): Chain {
  const { children } = chain
  const kept: SealedBlock[] = []
  children.onSideBlock((block) => {
    children.retain(block)
    kept.push(block)
    const [oldest] = kept.length > BLOCKS_MAX ? kept.splice(0, 1) : []
    if (oldest !== undefined) children.release(oldest)
  })
  return chain
}
