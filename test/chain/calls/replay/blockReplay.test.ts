import { describe, expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../../src/chain/encoding/block.ts'

import { replayBlock } from '../../../support/traces/replayChain.ts'

const presets = ['history', 'eras', 'pow', 'latest', 'amsterdam'] as const

describe('BlockReplay', () => {
  it.each(presets)('repeats every outcome of preset %s, with and without hooks', async (preset) => {
    const chain = await createChain({ seed: 'replay', preset, blocks: 32 })
    let transactions = 0
    for (let number = 1; number <= 32; number++) {
      const block = chain.tree.byNumber(number) as SealedBlock
      await replayBlock(chain, block, async (replay) => {
        for (let i = 0; i < replay.transactionCount; i++) {
          await replay.next(
            i % 2 === 0 ? { opcode() {}, enter() {}, exit() {}, log() {} } : undefined,
          )
          transactions++
        }
      })
    }
    expect(transactions).toBeGreaterThan(50)
  })
})
