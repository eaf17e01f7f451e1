import { type Hex, toHex, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { headerFieldNames } from '../encoding/header.ts'
import type { ChainCore } from '../genesis/chainCore.ts'
import { readBlockItems } from './blockItems.ts'
import { importBlock } from './importBlock.ts'
import { InvalidSideBlockError, rethrowAs } from './invalidBlockErrors.ts'

interface SideBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly rlp: Uint8Array
}

/**
 * Imports the blocks of other branches. Each one runs as soon as the main branch has reached its number, while its
 * parent's state is still in the archive.
 */
export class SideBlockImport {
  readonly #core: ChainCore
  /** sorted by number, the last one first */
  readonly #pending: SideBlock[]

  private constructor(core: ChainCore, pending: SideBlock[]) {
    this.#core = core
    this.#pending = pending
  }

  /**
   * @param blocks RLP of each block
   * @throws {InvalidSideBlockError} if one does not have the format of a block
   */
  static async start(core: ChainCore, blocks: readonly Uint8Array[]): Promise<SideBlockImport> {
    const pending = await rethrowAs(InvalidSideBlockError, async () => blocks.map(readSideBlock))
    pending.sort((one, other) => other.number - one.number)
    return new SideBlockImport(core, pending)
  }

  /**
   * Imports the blocks up to a number.
   *
   * @throws {InvalidSideBlockError}
   */
  async importUpTo(number: number): Promise<void> {
    for (;;) {
      const next = this.#pending.at(-1)
      if (next === undefined || next.number > number) return
      await rethrowAs(InvalidSideBlockError, () => this.#import(next))
      this.#pending.pop()
      await yieldToEventLoop()
    }
  }

  async #import({ number, hash, parentHash, rlp }: SideBlock): Promise<void> {
    const { tree, archive } = this.#core
    const fail = (field: string, problem: string): never => {
      throw new InvalidSideBlockError(number, field, problem)
    }
    if (tree.byHash(hash) !== undefined) fail('hash', `block ${hash} was imported before`)
    const parent = tree.byHash(parentHash)
    if (parent === undefined)
      return fail('parentHash', `no block before it has the hash ${parentHash}`)
    if (parent.number !== number - 1) {
      fail('number', `it is ${number}, but that of its parent is ${parent.number}`)
    }
    const built = await importBlock(this.#core, await archive.get(parent), rlp)
    tree.addSideBlock(built.sealed)
    archive.add(built)
  }
}

function readSideBlock(rlp: Uint8Array, index: number): SideBlock {
  // Errors name the block by its index until its number is known.
  const { header } = readBlockItems(index, rlp)
  const items = headerFieldNames.flatMap((name) => header[name] ?? [])
  return {
    number: toNumber(header.number as Uint8Array),
    hash: toHex(keccak256(encodeRlp(items))),
    parentHash: toHex(header.parentHash as Uint8Array),
    rlp,
  }
}
