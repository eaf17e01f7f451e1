import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { StoredBlock } from '../../../src/chain/encoding/storedBlock.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { sized } from '../../support/sized.ts'

describe('StoredBlock', () => {
  it('returns the receipts unchanged, with blooms and types', async () => {
    const traffic: ChainSpec = sized({ transactionsPerBlock: [0, 4] }, {})
    const chain = await createChain({ ...traffic, preset: 'eras', blocks: 120 })
    const blocks = Array.from(
      { length: 121 },
      (_, number) => chain.tree.byNumber(number) as SealedBlock,
    )
    for (const block of blocks) {
      expect(new StoredBlock(block).receiptsRlp).toEqual(block.receiptsRlp)
    }
    // The receipts root of the header commits to the original receipts.
    expect(await verify({ rules: chain.rules, blocks })).toMatchObject({ ok: true })
  })
})
