import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { StoredBlock } from '../../../src/chain/encoding/storedBlock.ts'
import { verify } from '../../../src/chain/verify/verify.ts'

describe('StoredBlock', () => {
  it('gives back the receipts as they were, blooms and types included', async () => {
    const chain = await createChain({ preset: 'eras', blocks: 150 })
    const blocks = Array.from(
      { length: 151 },
      (_, number) => chain.tree.byNumber(number) as SealedBlock,
    )
    for (const block of blocks) {
      expect(new StoredBlock(block).receiptsRlp).toEqual(block.receiptsRlp)
    }
    // The receipts root of the header says what they were.
    expect(await verify({ rules: chain.rules, blocks })).toMatchObject({ ok: true })
  })
})
