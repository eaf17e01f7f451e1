import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { exportChain } from '../../src/exportChain.ts'
import { loadChain } from '../../src/formats/loadChain.ts'
import { coverUp } from '../support/fixtureDamage.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const finality = { safe: 2, finalized: 4 }
const chain = await createChain({ seed: 'said', preset: 'pow', blocks: 6, finality })
const { hash } = chain.tree.head
const { abi: _, ...contract } = chain.contract('token')
const formats = ['json', 'bundle', 'cassette', 'hive'] as const
for (const format of formats) {
  await exportChain(chain, join(parent, format), { format, dialect: 'geth' })
}

describe.each(formats)('a manifest of %s with a recomputed digest', (format) => {
  it.each<[string, object]>([
    ['formatVersion', { formatVersion: 0 }],
    ['head', { head: { number: 99, hash } }],
    ['totalDifficultyBefore', { totalDifficultyBefore: 'junk' }],
    ['totalDifficultyBefore', { totalDifficultyBefore: 1.5 }],
    ['totalDifficultyBefore', { totalDifficultyBefore: '0x5' }],
    ['tags.latest', { tags: null }],
    [
      'tags.safe',
      {
        tags: {
          latest: { number: 6, hash },
          earliest: { number: 0, hash: chain.tree.first.hash },
          safe: null,
        },
      },
    ],
    ['to', { to: 2 ** 32 }],
    ['chainId', { chainId: 5 }],
    ['seed', { seed: 'another' }],
    ['contracts[0]', { contracts: [] }],
    ['contracts[0].role', { contracts: [{ ...contract, role: 'tokn' }] }],
    ['contracts[0].symbol', { contracts: [{ ...contract, symbol: null }] }],
    ['contracts[0].address', { contracts: [{ ...contract, address: '0x' }] }],
    ['contracts[0]', { contracts: [{ ...contract, name: 'Another' }] }],
    ['contracts', { contracts: {} }],
  ])('is refused because of its %s: %j', async (field, changes) => {
    const folder = join(parent, 'altered', format)
    cpSync(join(parent, format), folder, { recursive: true, force: true })
    coverUp(folder, changes)
    const file = join(folder, 'manifest.json')
    await expect(loadChain(folder)).rejects.toMatchObject({
      code: 'INVALID_FILE',
      file,
      location: field,
    })
  })
})

it('states the distances of the tags', async () => {
  const folder = join(parent, 'finality')
  cpSync(join(parent, 'json'), folder, { recursive: true })
  coverUp(folder, { finality: { safe: 1, finalized: 4 } })
  await expect(loadChain(folder)).rejects.toMatchObject({ location: 'tags.safe' })
})

it('does not match a file of another chain', async () => {
  const folder = join(parent, 'swapped')
  await exportChain(await createChain({ seed: 'other', blocks: 2 }), folder, { format: 'bundle' })
  cpSync(join(parent, 'bundle', 'bundle.json'), join(folder, 'bundle.json'))
  await expect(loadChain(folder)).rejects.toMatchObject({ location: 'head' })
})
