import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readArtifacts } from '../../src/solidity/readArtifacts.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()

const item = (name: string) => ({ type: 'function', name, inputs: [] })

function write(path: string, content: unknown): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}

it('reads what Hardhat, Foundry and solc write, and leaves other files out', async () => {
  write('all/contracts/A.sol/A.json', { contractName: 'A', abi: [item('a')], bytecode: '0x' })
  write('all/contracts/A.sol/A.dbg.json', { buildInfo: '../x.json' })
  write('all/build-info/x.json', { contractName: 'Skipped', abi: [item('x')] })
  write('all/B.sol/B.json', { abi: [item('b')], bytecode: { object: '0x' } })
  write('all/standard.json', { contracts: { 'c.sol': { C: { abi: [item('c'), null] } } } })
  write('all/combined.json', {
    contracts: { 'd.sol:D': { abi: JSON.stringify([item('d')]) }, 'e.sol:E': { abi: '{' } },
  })
  write('all/broken.json', '{')
  write('all/list.json', [1])
  write('all/readme.md', 'no')
  const artifacts = await readArtifacts(join(folder, 'all'))
  const abis = artifacts.map(({ name, abi }) => ({ name, abi }))
  expect(abis.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual([
    { name: 'A', abi: [item('a')] },
    { name: 'B', abi: [item('b')] },
    { name: 'C', abi: [item('c')] },
    { name: 'D', abi: [item('d')] },
  ])
})

it('refuses a folder that is missing or has no artifacts', async () => {
  const missing = join(folder, 'missing')
  await expect(readArtifacts(missing)).rejects.toMatchObject({
    code: 'INVALID_OPTION',
    message: expect.stringContaining(`--artifacts: ${missing}: ENOENT`),
  })
  write('empty/package.json', {})
  await expect(readArtifacts(join(folder, 'empty'))).rejects.toThrow(
    'it has no artifacts: want what Hardhat, Foundry or solc writes',
  )
})
