import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { OverlayTree } from '../../../src/chain/private/overlayTree.ts'
import { MemoryShare, PrivateMemory } from '../../../src/chain/private/privateMemory.ts'
import { type Hex, toHex } from '../../../src/primitives/hex.ts'

const share = () => new MemoryShare(new PrivateMemory(Number.POSITIVE_INFINITY))

const spec = { seed: 'overlay', blocks: 6, preset: 'pow', transactionsPerBlock: [1, 2] } as const
const chain = await createChain(spec)
const longer = await createChain({ ...spec, blocks: 9 })
await longer.extendBranch(5, 'side', 3)

const blockOf = (hash: Hex) => longer.tree.byHash(hash) as SealedBlock
const main = (number: number) => longer.tree.byNumber(number) as SealedBlock
const [side6, side7, side8] = longer.tree.sideBlocks
  .filter(({ hash }) => chain.tree.byHash(hash) === undefined)
  .filter(({ number, parentHash }) => number === 6 && parentHash === main(5).hash)
  .flatMap((first) => {
    const second = longer.tree.sideBlocks.find((each) => each.parentHash === first.hash)
    const third = longer.tree.sideBlocks.find((each) => each.parentHash === second?.hash)
    return third === undefined ? [] : [first, second as SealedBlock, third]
  }) as [SealedBlock, SealedBlock, SealedBlock]

function overlay(...blocks: SealedBlock[]): OverlayTree {
  const tree = new OverlayTree(chain.tree, share())
  for (const block of blocks) tree.addSideBlock(block)
  return tree
}

describe('a tree over a shared one', () => {
  it('has its own blocks, by hash in upper or lower case', () => {
    const tree = overlay(side6)
    expect(tree.byHash(side6.hash)).toMatchObject({ number: 6, hash: side6.hash })
    const upper = `0x${side6.hash.slice(2).toUpperCase()}` as Hex
    expect(tree.byHash(upper)).toBe(tree.byHash(side6.hash))
    expect([...tree.own]).toEqual([tree.byHash(side6.hash)])
  })

  it('has the blocks of the shared one, as the same objects', () => {
    const tree = overlay(side6)
    expect(tree.byNumber(3)).toBe(chain.tree.byNumber(3))
    expect(tree.byHash(chain.tree.head.hash)).toBe(chain.tree.head)
    expect([tree.head, tree.first]).toEqual([chain.tree.head, chain.tree.first])
  })

  it('keeps its own from the shared one and from other overlays', () => {
    overlay(side6)
    expect(chain.tree.byHash(side6.hash)).toBeUndefined()
    expect(overlay().byHash(side6.hash)).toBeUndefined()
  })

  it('adds no block that the shared one has', () => {
    const tree = overlay(chain.tree.head)
    expect([...tree.own]).toEqual([])
    expect(tree.byHash(chain.tree.head.hash)).toBe(chain.tree.head)
  })

  it('returns one object for a block of its own that the shared chain reaches later', async () => {
    const shared = await createChain(spec)
    const tree = new OverlayTree(shared.tree, share())
    tree.addSideBlock(main(7))
    const own = tree.byHash(main(7).hash) as SealedBlock
    expect(tree.isMain(own)).toBe(false)
    await shared.extend(1)
    expect(tree.isMain(own)).toBe(true)
    const hash = longer.blockByNumber(7)?.transactions[0]?.hash as Hex
    expect(tree.head).toBe(own)
    expect(tree.byNumber(7)).toBe(own)
    expect(tree.transaction(hash)?.block).toBe(own)
    expect(tree.sideBlocks).not.toContain(own)
  })

  it('sorts its own and the shared side blocks by number, then by hash', () => {
    const tree = overlay(side8, side6, side7)
    const expected = [...chain.tree.sideBlocks, side6, side7, side8]
      .sort((one, other) => one.number - other.number || (one.hash < other.hash ? -1 : 1))
      .map(({ hash }) => hash)
    expect(tree.sideBlocks.map(({ hash }) => hash)).toEqual(expected)
  })

  it('finds the hashes of ancestors on both', () => {
    const tree = overlay(side6, side7, side8)
    const hashAt = (number: number) => toHex(tree.ancestorHash(blockOf(side8.hash), number))
    expect(hashAt(8)).toBe(side8.hash)
    expect(hashAt(7)).toBe(side7.hash)
    expect(hashAt(6)).toBe(side6.hash)
    for (let number = 0; number <= 5; number++) expect(hashAt(number)).toBe(main(number).hash)
    expect(hashAt(9)).toBe(`0x${'00'.repeat(32)}`)
  })

  it('finds the hashes of the ancestors of a pending block, which it does not have', () => {
    const tree = overlay(side6, side7)
    const hashAt = (number: number) => toHex(tree.ancestorHash(side8, number))
    expect(tree.byHash(side8.hash)).toBeUndefined()
    expect([hashAt(8), hashAt(7), hashAt(6)]).toEqual([side8.hash, side7.hash, side6.hash])
    for (let number = 0; number <= 5; number++) expect(hashAt(number)).toBe(main(number).hash)
  })

  it('adopts the blocks of another overlay as the same objects, but not those it has', () => {
    const [one, other] = [overlay(side6), overlay(side6, side7)]
    const known = one.byHash(side6.hash)
    one.adopt(other)
    expect(one.byHash(side6.hash)).toBe(known)
    expect(one.byHash(side7.hash)).toBe(other.byHash(side7.hash))
  })

  it('removes a block', () => {
    const tree = overlay(side6)
    tree.removeSideBlock(side6.hash)
    expect(tree.byHash(side6.hash)).toBeUndefined()
  })
})
