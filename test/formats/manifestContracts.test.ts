import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createChain, exportChain, loadChain, serve } from '../../src/index.ts'
import { recordChain } from '../../src/recordChain.ts'
import { coverUp } from '../support/fixtureDamage.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const chain = await createChain({ seed: 'listed', preset: 'latest', blocks: 30 })
const { deployedAt } = chain.contract('pool')
const readable = ['json', 'bundle', 'cassette'] as const

describe.each([...readable, 'hive'] as const)('a chain that is loaded from %s', (format) => {
  it('has the same contracts', async () => {
    const folder = join(parent, format)
    await exportChain(chain, folder, { format })
    expect((await loadChain(folder)).contracts).toEqual(chain.contracts)
    expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).contracts).toEqual(
      chain.contracts.map(({ abi: _, ...rest }) => rest),
    )
  })
})

describe.each(readable)('a range of blocks that is loaded from %s', (format) => {
  it('knows the contracts that were deployed before it', async () => {
    const folder = join(parent, 'range', format)
    await exportChain(chain, folder, { format, from: deployedAt + 2, to: deployedAt + 4 })
    const range = await loadChain(folder)
    const head = chain.tree.byNumber(deployedAt + 4)
    expect(range.tree.first.number).toBe(deployedAt + 2)
    expect(range.contracts).toEqual(chain.contractIndex.at(head as never))
    expect(range.contract('pool')).toEqual(chain.contract('pool'))
    expect(range.contracts.length).toBeGreaterThan(
      range.contracts.filter((contract) => contract.deployedAt > deployedAt).length,
    )
  })
})

describe('contracts.json', () => {
  it('is what the address of the contracts returns', async () => {
    const folder = join(parent, 'file')
    await exportChain(chain, folder, { format: ['json', 'bundle'] })
    const file = JSON.parse(readFileSync(join(folder, 'json', 'contracts.json'), 'utf8'))
    const bundle = JSON.parse(readFileSync(join(folder, 'bundle', 'bundle.json'), 'utf8'))
    const server = await serve(chain, { port: 0 })
    const listed = await (await fetch(server.contractsUrl)).json()
    await server.close()
    expect(file).toEqual(listed)
    expect(bundle['contracts.json']).toEqual(listed)
  })

  it('is refused if it was altered, unless nothing is verified', async () => {
    const folder = join(parent, 'altered')
    await exportChain(chain, folder)
    const file = join(folder, 'contracts.json')
    writeFileSync(file, '[]\n')
    await expect(loadChain(folder)).rejects.toMatchObject({ code: 'INVALID_FILE', file })
    const loaded = await loadChain(folder, { verify: false })
    expect(loaded.contracts).toEqual(chain.contracts)
  })
})

it('a recording has the contracts that its own blocks deploy', async () => {
  const server = await serve(chain, { port: 0 })
  const folder = join(parent, 'recorded')
  await recordChain(server.url, { from: 1, to: 30, folder })
  const early = join(parent, 'recorded late')
  await recordChain(server.url, { from: 29, to: 30, folder: early })
  await server.close()
  const deployed = chain.contracts.filter(({ role }) => role !== 'system')
  expect((await loadChain(folder)).contracts).toEqual(deployed)
  expect((await loadChain(early)).contracts).toEqual(
    deployed.filter((contract) => contract.deployedAt >= 29),
  )
})

it('a chain of another genesis keeps the contracts of the protocol in every format', async () => {
  const hive = join(parent, 'hive')
  await exportChain(chain, hive, { format: 'hive' })
  const foreign = await loadChain(hive)
  expect(foreign.isGenerated).toBe(false)
  const folder = join(parent, 'foreign')
  await exportChain(foreign, folder)
  expect((await loadChain(folder)).contracts).toEqual(chain.contracts)
})

it('files without a list have the contracts that their blocks deploy', async () => {
  const folder = join(parent, 'unlisted')
  await exportChain(chain, folder)
  const copy = join(parent, 'unlisted copy')
  cpSync(folder, copy, { recursive: true })
  coverUp(copy, { contracts: undefined })
  expect((await loadChain(copy)).contracts).toEqual(chain.contracts)
})
