import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { BlockReferences } from '../../../src/chain/store/blockReferences.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { paidBlock } from '../../support/paidBlock.ts'
import { repeated } from '../../support/sized.ts'

/** Each block is built on one before it, or with -1 on none; then references come and go. */
const histories = fc.record({
  parents: fc.array(fc.integer({ min: -1, max: 20 }), { minLength: 1, maxLength: 20 }),
  retained: fc.array(fc.nat(19), { minLength: 1, maxLength: 30 }),
})

it('keeps the blocks that are retained, with their ancestors, and frees all others', () => {
  fc.assert(
    fc.property(histories, ({ parents, retained }) => {
      const blocks: SealedBlock[] = parents.map((parent, index) => ({
        ...paidBlock([]),
        number: index,
        hash: hashOf(index),
        parentHash: hashOf(Math.min(parent, index - 1)),
      }))
      const tree = new Map<Hex, SealedBlock>(blocks.map((block) => [block.hash, block]))
      const byHash = (hash: Hex) => tree.get(hash)
      const references = new BlockReferences({ byHash }, ({ hash }) => tree.delete(hash))
      for (const block of blocks) references.add(block)
      const all = retained.map((index) => blocks[index % blocks.length] as SealedBlock)
      for (const block of blocks) references.retain(block)
      for (const block of all) references.retain(block)
      for (const block of blocks) references.release(block)
      for (let left = all.length; left >= 0; left--) {
        const needed = new Set<Hex>()
        for (let at of all.slice(0, left) as (SealedBlock | undefined)[]) {
          for (; at !== undefined; at = blocks.find(({ hash }) => hash === at?.parentHash)) {
            needed.add(at.hash)
          }
        }
        expect(new Set(tree.keys())).toEqual(needed)
        if (left > 0) references.release(all[left - 1] as SealedBlock)
      }
    }),
    { numRuns: repeated(100, 2000) },
  )
})

function hashOf(index: number): Hex {
  return `0x${(index + 2).toString(16).padStart(64, '0')}`
}
