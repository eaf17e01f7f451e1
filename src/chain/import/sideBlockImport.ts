import { type Hex, toHex, toNumber } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { headerFieldNames } from '../encoding/header.ts'
import type { ChainCore } from '../genesis/beginChain.ts'
import { InvalidSideBlockError, rethrowAs } from './besideMain.ts'
import { readBlockItems } from './blockItems.ts'
import { importBlock } from './importBlock.ts'

interface SideBlock {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  readonly rlp: Uint8Array
}

/**
 * The blocks of other branches, waiting for their parents: each is run as soon as the main branch has come to its
 * number, while the states that it may be built on are still there.
 */
export class SideBlockImport {
  readonly #beginning: ChainCore
  /** by number, the last one first */
  readonly #pending: SideBlock[]

  private constructor(beginning: ChainCore, pending: SideBlock[]) {
    this.#beginning = beginning
    this.#pending = pending
  }

  /**
   * @param blocks RLP of each
   * @throws {InvalidSideBlockError} where one has not the form of a block
   */
  static async start(
    beginning: ChainCore,
    blocks: readonly Uint8Array[],
  ): Promise<SideBlockImport> {
    const pending = await rethrowAs(InvalidSideBlockError, async () => blocks.map(readSideBlock))
    pending.sort((one, other) => other.number - one.number)
    return new SideBlockImport(beginning, pending)
  }

  /**
   * Imports those up to a number.
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
    const { tree, archive } = this.#beginning
    const fail = (field: string, problem: string): never => {
      throw new InvalidSideBlockError(number, field, problem)
    }
    if (tree.byHash(hash) !== undefined) fail('hash', `block ${hash} is there already`)
    const parent = tree.byHash(parentHash)
    if (parent === undefined)
      return fail('parentHash', `no block before it has the hash ${parentHash}`)
    if (parent.number !== number - 1) {
      fail('number', `it is ${number}, but that of its parent is ${parent.number}`)
    }
    const built = await importBlock(this.#beginning, await archive.get(parent), rlp)
    tree.addSideBlock(built.sealed)
    archive.add(built)
  }
}

function readSideBlock(rlp: Uint8Array, index: number): SideBlock {
  // Its number is not known before it is read, so until then it is called by its place.
  const { header } = readBlockItems(index, rlp)
  const items = headerFieldNames.flatMap((name) => header[name] ?? [])
  return {
    number: toNumber(header.number as Uint8Array),
    hash: toHex(keccak256(encodeRlp(items))),
    parentHash: toHex(header.parentHash as Uint8Array),
    rlp,
  }
}
