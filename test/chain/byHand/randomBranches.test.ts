import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { presetNames } from '../../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import { acceptAll } from '../../support/acceptAll.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { repeated } from '../../support/sized.ts'
import { arbitraryBranches, type BranchPlan, writeBranches } from '../../support/writtenBranches.ts'

const many: BranchPlan = {
  on: 9,
  label: 'a',
  actions: [
    [
      { what: 'time', seconds: 7 },
      { what: 'uncle', pick: 10 },
      { what: 'withdrawal', pick: 0 },
      { what: 'includeAll', pick: 11, reversed: true },
      { what: 'include', pick: 30 },
    ],
    [0, 1, 2, 3, 4].map((type) => ({ what: 'add', pick: 40 + type, type, to: 1 })),
  ],
}
const plans: readonly BranchPlan[] = [many, { ...many, on: 13 }, { ...many, on: 15, label: 'b' }]

it('written branches are valid and repeatable, whatever is written on whatever chain', async () => {
  await fc.assert(
    fc.asyncProperty(arbitrarySpec, arbitraryBranches, async (given, plans) => {
      const spec = { ...given, blocks: Math.min(given.blocks ?? 0, 12) }
      const chain = await createChain(spec)
      const branches = await writeBranches(chain, plans)
      for (const branch of branches) expectNoneTwice(chain, branch.at(-1) as Block)
      expect(await verify(verifiableChain(chain))).toMatchObject({
        ok: true,
        sideBlocks: chain.tree.sideBlocks.length,
      })
      await acceptAll(chain)

      const again = await createChain(spec)
      await again.extendBranch(0, 'other', 1)
      expect(await writeBranches(again, plans)).toEqual(branches)
    }),
    {
      numRuns: repeated(4, 60),
      examples: presetNames.map((preset): [ChainSpec, readonly BranchPlan[]] => [
        { seed: 'examples', preset, blocks: 12, accounts: 4, transactionsPerBlock: [1, 3] },
        plans,
      ]),
    },
  )
})

/** No branch contains a transaction twice, from genesis on. */
function expectNoneTwice(chain: Chain, head: Block): void {
  const hashes: Hex[] = []
  for (let at: Block | undefined = head; at !== undefined; ) {
    hashes.push(...at.transactions.map(({ hash }) => hash))
    at = chain.blockByHash(at.header.parentHash)
  }
  expect(new Set(hashes).size).toBe(hashes.length)
}
