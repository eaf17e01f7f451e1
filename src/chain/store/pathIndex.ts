import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { indexesInBlock } from './indexesInBlock.ts'
import type { TransactionLocation } from './tree.ts'

/**
 * Finds the transactions of blocks that follow one another outside of the main branch, where no tree indexes them. Each block
 * is read once, when something is looked for. Of several blocks with the same transaction, the newest is found, as in geth.
 */
export class PathIndex {
  readonly #blocks = new Map<Hex, SealedBlock>()
  /** how many blocks of the path are indexed */
  #count = 0

  /** @param path the blocks, oldest first: those of the call before, and new ones */
  transaction(path: readonly SealedBlock[], hash: Hex): TransactionLocation | undefined {
    for (; this.#count < path.length; this.#count++) {
      const block = path[this.#count] as SealedBlock
      for (const each of indexesInBlock(block).keys()) this.#blocks.set(each, block)
    }
    const block = this.#blocks.get(hash)
    const index = block && indexesInBlock(block).get(hash)
    return index === undefined ? undefined : { block: block as SealedBlock, index }
  }
}
