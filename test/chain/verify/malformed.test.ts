import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { VerifiableBlock } from '../../../src/chain/verify/block.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { Random } from '../../../src/primitives/random.ts'
import { repeated, sized } from '../../support/sized.ts'

/** Bytes are changed after genesis, in a block that has every feature of its fork. */
interface Sample {
  readonly chain: Chain
  readonly before: readonly SealedBlock[]
  readonly block: SealedBlock
}

const samples: Sample[] = []
for (const preset of ['pow', 'latest'] as const) {
  const chain = await createChain({
    preset,
    blocks: 12,
    seed: 'malformed',
    transactionsPerBlock: [2, 4],
    uncleRate: [1, 1],
  })
  const before: SealedBlock[] = []
  for (let number = 0; number < chain.tree.head.number; number++) {
    const block = chain.tree.byNumber(number) as SealedBlock
    const { transactions, uncles } = chain.blockByNumber(number) ?? {}
    const isRich = (transactions?.length ?? 0) > 1 && (preset === 'latest' || uncles?.length)
    if (number > 2 && isRich) {
      // A block of the tree computes its receipts lazily; here they must be a field.
      samples.push({ chain, before, block: { ...block, receiptsRlp: block.receiptsRlp } })
      break
    }
    before.push(block)
  }
}
expect(samples).toHaveLength(2)

async function expectFinding({ chain, before, block }: Sample, damaged: VerifiableBlock) {
  const result = await verify({ rules: chain.rules, blocks: [...before, damaged] })
  expect(result).toMatchObject({ ok: false, finding: { number: block.number } })
  if (!result.ok) expect(result.finding.message).not.toContain('\n')
}

describe('verify reports a finding instead of throwing', () => {
  it('when bytes are cut off', async () => {
    for (const sample of samples) {
      for (const field of ['rlp', 'receiptsRlp', 'senders'] as const) {
        const bytes = sample.block[field]
        const step = Math.max(1, Math.floor(bytes.length / 20))
        for (let length = 0; length < bytes.length; length += step) {
          await expectFinding(sample, { ...sample.block, [field]: bytes.subarray(0, length) })
        }
      }
    }
  })

  it('when bytes are appended', async () => {
    for (const sample of samples) {
      for (const field of ['rlp', 'receiptsRlp', 'senders'] as const) {
        const longer = Uint8Array.from([...sample.block[field], 0x80])
        await expectFinding(sample, { ...sample.block, [field]: longer })
      }
    }
  })

  it('when a bit is flipped', async () => {
    const random = new Random('bits')
    for (const sample of samples) {
      for (const [field, times] of [
        ['rlp', sized(20, 600)],
        ['receiptsRlp', sized(8, 160)],
        ['senders', 10],
      ] as const) {
        for (let time = 0; time < times; time++) {
          const bytes = sample.block[field].slice()
          const offset = random.below(bytes.length)
          bytes[offset] = (bytes[offset] as number) ^ (1 << random.below(8))
          await expectFinding(sample, { ...sample.block, [field]: bytes })
        }
      }
    }
  })

  it('when the bytes are random', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), async (rlp) => {
        for (const sample of samples) {
          await expectFinding(sample, { rlp })
          await expectFinding(sample, { ...sample.block, receiptsRlp: rlp })
        }
      }),
      { numRuns: repeated(12, 200) },
    )
  })

  it('when lists are nested very deeply', async () => {
    const deep = new Uint8Array(60_000)
    // Every three bytes open a list of the rest.
    for (let at = 0; at < deep.length; at += 4) {
      const rest = deep.length - at - 4
      deep.set([0xfa, rest >> 16, (rest >> 8) & 255, rest & 255], at)
    }
    for (const sample of samples) await expectFinding(sample, { rlp: deep })
  })

  it('when genesis has absurd numbers', async () => {
    for (const { chain, before } of samples) {
      const genesis = before[0] as SealedBlock
      for (let offset = 0; offset < genesis.rlp.length; offset += 3) {
        const rlp = genesis.rlp.slice()
        rlp[offset] = (rlp[offset] as number) ^ 0xff
        const result = await verify({ rules: chain.rules, blocks: [{ rlp }, ...before.slice(1)] })
        expect(result).toMatchObject({ ok: false, finding: { number: expect.any(Number) } })
      }
    }
  })
})
