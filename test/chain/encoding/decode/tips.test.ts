import { describe, expect, test } from 'vitest'
import { headerOf } from '../../../../src/chain/encoding/decode/headerOf.ts'
import { tipsOf } from '../../../../src/chain/encoding/decode/tips.ts'
import { decodeBlock } from '../../../../src/chain/encoding/decode.ts'
import { presetNames } from '../../../../src/chain/spec/presets.ts'
import { sealedBlocksOf, sharedChain } from '../../../support/chain.ts'

describe.each(presetNames)('the blocks of %s', async (preset) => {
  const chain = await sharedChain({ preset, blocks: 72, seed: 'fees' })
  const blocks = sealedBlocksOf(chain)

  test('have the headers that decoding whole blocks gives', () => {
    for (const block of [...blocks, ...chain.tree.sideBlocks]) {
      expect(headerOf(block)).toEqual(decodeBlock(block).header)
    }
  })

  test('have the tips that follow from their receipts', () => {
    const types = new Set<number>()
    for (const block of [...blocks, ...chain.tree.sideBlocks]) {
      const { header, transactions, receipts } = decodeBlock(block)
      const { baseFeePerGas = 0n } = header
      const expected = receipts.map(({ effectiveGasPrice, gasUsed }) => ({
        tip: effectiveGasPrice - baseFeePerGas,
        gasUsed: Number(gasUsed),
      }))
      expect(tipsOf(block, baseFeePerGas)).toEqual(expected)
      for (const { type } of transactions) types.add(type)
    }
    if (preset === 'latest') expect([...types].sort()).toEqual([0, 1, 2, 3, 4])
  })

  test('have no gas without receipts', () => {
    const block = blocks.find(({ senders }) => senders.length > 20)
    if (block === undefined) throw new Error('no block has two transactions')
    const tips = tipsOf({ ...block, receiptsRlp: Uint8Array.of(0xc0) }, 0n)
    expect(tips).toHaveLength(block.senders.length / 20)
    expect(tips.every(({ gasUsed }) => gasUsed === undefined)).toBe(true)
  })
})
