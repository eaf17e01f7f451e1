import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { presetNames } from '../../../src/chain/spec/presets.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { verifiableChain } from '../../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../../src/chain/verify/verify.ts'
import { blocksOf } from '../../support/chain.ts'
import { repeated, sized } from '../../support/sized.ts'

/** The counts of a valid chain, from reading it. */
function expectedResult(chain: Chain) {
  const read = blocksOf(chain)
  const transactions = read.flatMap((block) => block.transactions).length
  const uncles = read.flatMap((block) => block.uncles).length
  const { number: blocks, hash: head } = chain.tree.head
  return { ok: true, blocks, sideBlocks: uncles, transactions, uncles, head }
}

describe('verify', () => {
  it('says what it takes instead of a chain', async () => {
    const wrong = 'verify: want encoded blocks; those of a Chain are verifiableChain(chain)'
    for (const given of [undefined, {}, { rules: {}, blocks: 3 }]) {
      await expect(verify(given as never)).rejects.toThrow(new TypeError(wrong))
    }
  })

  it('shares no code with the modules that build blocks', () => {
    const folder = 'src/chain/verify'
    const imported = readdirSync(folder).flatMap((file) => {
      const text = readFileSync(`${folder}/${file}`, 'utf8')
      const found = text.matchAll(/^(?:import (?!type )|} from ).*'([^'.][^']*|\.\.\/[^']+)'$/gm)
      return [...found].map(([, path]) => path)
    })
    expect([...new Set(imported)].sort()).toEqual([
      '../../primitives/hex.ts',
      '../../primitives/keccak.ts',
      '../../primitives/secp256k1.ts',
      '../../primitives/yieldToEventLoop.ts', // between blocks
      '../protocol/forks.ts', // the names of the forks, in their order
      '@ethereumjs/mpt',
      '@ethereumjs/rlp',
    ])
  })

  /** At full size the traffic is that of a default chain. */
  const traffic: ChainSpec = sized({ transactionsPerBlock: [0, 2] }, {})

  it.each(presetNames)('accepts a default chain of preset %s', async (preset) => {
    const chain = await createChain({ ...traffic, preset })
    expect(await verify(verifiableChain(chain))).toEqual(expectedResult(chain))
  })

  it('accepts a chain of any seed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom(...presetNames), async (seed, preset) => {
        const blocks = preset === 'pow' ? 24 : 120
        const chain = await createChain({ ...traffic, seed, preset, blocks })
        expect(await verify(verifiableChain(chain))).toEqual(expectedResult(chain))
      }),
      { numRuns: repeated(2, 8) },
    )
  })

  it('accepts a chain with an unusual spec', async () => {
    const transactionsPerBlock = sized<[number, number]>([10, 14], [20, 40])
    const spec = { accounts: 3, gasLimit: 15_000_000, transactionsPerBlock } as const
    const chain = await createChain({ ...spec, preset: 'history', blocks: sized(44, 80) })
    expect(await verify(verifiableChain(chain))).toEqual(expectedResult(chain))
  })

  it('accepts a chain with genesis only', async () => {
    const chain = await createChain({ blocks: 0 })
    expect(await verify(verifiableChain(chain))).toMatchObject({ ok: true, blocks: 0 })
  })

  it('needs nothing but block RLP', async () => {
    const { rules, blocks } = verifiableChain(await createChain({ blocks: 24 }))
    const bare = [...blocks].map(({ rlp }) => ({ rlp }))
    expect(await verify({ rules, blocks: bare })).toMatchObject({ ok: true, sideBlocks: 0 })
  })

  it('reports a missing genesis', async () => {
    const { rules, blocks } = verifiableChain(await createChain({ blocks: 3 }))
    expect(await verify({ rules, blocks: [] })).toMatchObject({
      ok: false,
      finding: { number: 0, hash: null, field: 'block', actual: 'absent' },
    })
    expect(await verify({ rules, blocks: [...blocks].slice(1) })).toMatchObject({
      ok: false,
      finding: { number: 0, field: 'number', actual: '1', expected: '0' },
    })
  })

  it('reports a chain that is checked under the rules of another', async () => {
    const { rules, blocks } = verifiableChain(await createChain({ blocks: 12 }))
    const ofOtherChain = await verify({ rules: { ...rules, chainId: 1 }, blocks })
    expect(ofOtherChain).toMatchObject({
      finding: { field: expect.stringMatching(/^transactions\[\d+\]\.chainId$/), expected: '1' },
    })
    const london = rules.forks.findIndex(({ name }) => name === 'london')
    const forks = rules.forks.slice(0, london)
    const beforeLondon = await verify({ rules: { ...rules, forks }, blocks })
    expect(beforeLondon).toMatchObject({ finding: { number: 0, field: 'header' } })
  })
})
