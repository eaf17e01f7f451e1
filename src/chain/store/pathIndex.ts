import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { indexesInBlock } from './indexesInBlock.ts'
import type { TransactionLocation } from './tree.ts'

/**
 * Finds blocks that follow one another outside of the main branch, where no tree indexes them, and their transactions. All
 * calls are about one path: they give as much of it as is known, oldest block first. Each block is read once, when something
 * is looked for. Of several blocks with the same transaction, the newest is found, as in geth.
 */
export class PathIndex {
  /** by the hash of the block, and by those of its transactions */
  readonly #blocks = new Map<Hex, SealedBlock>()
  /** how many blocks of the path are indexed */
  #count = 0

  /** @param hash in lower case */
  block(path: readonly SealedBlock[], hash: Hex): SealedBlock | undefined {
    const block = this.#find(path, hash)
    return block?.hash === hash ? block : undefined
  }

  transaction(path: readonly SealedBlock[], hash: Hex): TransactionLocation | undefined {
    const block = this.#find(path, hash)
    const index = block && indexesInBlock(block).get(hash)
    return index === undefined ? undefined : { block: block as SealedBlock, index }
  }

  #find(path: readonly SealedBlock[], hash: Hex): SealedBlock | undefined {
    for (; this.#count < path.length; this.#count++) {
      const block = path[this.#count] as SealedBlock
      this.#blocks.set(block.hash, block)
      for (const each of indexesInBlock(block).keys()) this.#blocks.set(each, block)
    }
    const block = this.#blocks.get(hash)
    if (block === undefined || block.number <= (path.at(-1)?.number ?? -1)) return block
    // It is in a part of the path that this caller does not know. Where the nonce of its sender was set back by hand, an
    // older block may have the same transaction.
    return path.findLast((each) => each.hash === hash || indexesInBlock(each).has(hash))
  }
}
