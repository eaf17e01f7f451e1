import { expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { headerBloom } from '../../../../src/chain/encoding/decode/headerBloom.ts'
import { forkNames } from '../../../../src/chain/protocol/forks.ts'
import { toHex } from '../../../../src/primitives/hex.ts'
import { sized } from '../../../support/sized.ts'

it('equals the bloom of the header under every fork and for blocks of all lengths', async () => {
  const blocksPerFork = sized(3, 6)
  const forks = Object.fromEntries(forkNames.map((name, index) => [name, blocksPerFork * index]))
  const blocks = blocksPerFork * forkNames.length
  const eras = await createChain({ preset: 'eras', forks, blocks })
  for (let number = 0; number <= blocks; number++) {
    const block = eras.tree.byNumber(number)
    if (block === undefined) throw new Error('no block')
    expect(toHex(headerBloom(block))).toBe(eras.blockByNumber(number)?.header.logsBloom)
  }
  // The list of a block of more than 65,535 bytes has one more byte of length.
  const latest = await createChain({ preset: 'latest', blocks: 0 })
  const [from] = latest.accounts
  if (from === undefined) throw new Error('no account')
  const [block] = await latest.build(1, async (author) => {
    await author.add({ from, to: from.address, data: `0x${'00'.repeat(70_000)}`, gas: 5_000_000n })
    // LOG1 of nothing, with topic 0
    await author.add({ from, data: '0x5f5f5fa1', gas: 100_000n })
  })
  expect(block?.header.logsBloom).not.toMatch(/^0x0+$/)
  expect(toHex(headerBloom(latest.tree.head))).toBe(block?.header.logsBloom)
})
