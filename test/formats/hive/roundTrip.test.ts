import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { arbitrarySpec } from '../../support/arbitrarySpec.ts'
import { officialChain, sealedBlock } from '../../support/chain.ts'
import { exportHive } from '../../support/exportHive.ts'
import { repeated, sized } from '../../support/sized.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()

// Vitest compares bytes one by one, and prints all of them if two differ.
function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function digestBlock(chain: Chain, number: number): unknown {
  const { hash, rlp, receiptsRlp, senders, totalDifficulty, blobGasPrice } = sealedBlock(
    chain,
    number,
  )
  return { hash, totalDifficulty, blobGasPrice, bytes: [rlp, receiptsRlp, senders].map(digest) }
}

function digests(): [name: string, digest: string][] {
  // An imported chain has no spec.
  const names = readdirSync(folder).filter((name) => name !== 'manifest.json')
  return names.map((name) => [name, digest(readFileSync(join(folder, name)))])
}

async function requireRoundTrip(chain: Chain): Promise<void> {
  await exportHive(chain, folder)
  const files = digests()
  const imported = await importHive(folder)
  for (let number = 0; number <= chain.tree.head.number; number++) {
    expect(digestBlock(imported, number)).toEqual(digestBlock(chain, number))
  }
  expect(imported.tree.head.number).toBe(chain.tree.head.number)
  const behind = ({ tree, finality }: Chain) =>
    Object.values(finality).map((distance) => tree.byNumber(tree.head.number - distance)?.hash)
  expect(behind(imported)).toEqual(behind(chain))
  await exportHive(imported, folder)
  expect(digests()).toEqual(files)
}

describe('the output of exportHive', () => {
  it('is read by importHive as the same chain, whatever the spec', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrarySpec, async (spec) => {
        await requireRoundTrip(await createChain(spec))
      }),
      { numRuns: repeated(2, 20) },
    )
  })

  it.each([
    ['history', 90],
    ['eras', 118],
    ['pow', 24],
    ['latest', 24],
  ] as const)('is read as the same chain under %s, across all forks', async (preset, blocks) => {
    const traffic: ChainSpec = sized({ transactionsPerBlock: [0, 2] }, {})
    await requireRoundTrip(await createChain({ ...traffic, seed: 'files', preset, blocks }))
  })

  it('is the same again after an import: the official chain', async () => {
    await requireRoundTrip(await officialChain())
    const read = (path: string) => JSON.parse(readFileSync(join(path, 'genesis.json'), 'utf8'))
    const { config, ...genesis } = read(folder)
    const { config: officialConfig, ...official } = read('test/data/execution-apis')
    // The fields that geth 1.14 requires in addition to those of hive.
    expect(config).toEqual({ ...officialConfig, terminalTotalDifficultyPassed: true })
    expect(genesis).toEqual(official)
    const [ours, theirs] = [folder, 'test/data/execution-apis'].map((path) =>
      readFileSync(join(path, 'chain.rlp')),
    ) as [Buffer, Buffer]
    expect(ours.equals(theirs)).toBe(true)
  })
})

describe('the merge in genesis.json', () => {
  const configOf = async (spec: Parameters<typeof createChain>[0]) => {
    const chain = await createChain(spec)
    await exportHive(chain, folder)
    const { config } = JSON.parse(readFileSync(join(folder, 'genesis.json'), 'utf8'))
    return { chain, config }
  }

  it('has the total difficulty of the last proof-of-work block', async () => {
    const { chain, config } = await configOf({ preset: 'history', blocks: 34 })
    expect(config).toMatchObject({
      mergeNetsplitBlock: 32,
      terminalTotalDifficulty: Number(chain.tree.byNumber(31)?.totalDifficulty),
      terminalTotalDifficultyPassed: true,
    })
  })

  it('is unreachable for a chain that ends before it', async () => {
    const { config } = await configOf({ preset: 'history', blocks: 20 })
    expect(config.mergeNetsplitBlock).toBe(32)
    expect(config.terminalTotalDifficulty).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect(config).not.toHaveProperty('terminalTotalDifficultyPassed')
    expect(readFileSync(join(folder, 'genesis.json'), 'utf8')).toContain('9223372036854775807')
  })

  it('is already passed for a chain that starts after it', async () => {
    const { config } = await configOf({ preset: 'latest', blocks: 1 })
    expect(config).toMatchObject({ mergeNetsplitBlock: 0, terminalTotalDifficulty: 0 })
  })
})
