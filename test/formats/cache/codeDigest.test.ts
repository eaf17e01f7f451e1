import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { codeDigest } from '../../../src/formats/cache/codeDigest.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const FILES = ['package.json', 'src/chain/generate/generator.ts', 'src/primitives/rlp.ts']

const parent = temporaryFolder()

function copyOfSources(): string {
  const folder = mkdtempSync(join(parent, 'package-'))
  for (const path of ['package.json', 'src/chain', 'src/primitives']) {
    cpSync(path, join(folder, path), { recursive: true })
  }
  return folder
}

it('is the same for the same code anywhere', () => {
  expect(codeDigest(`${copyOfSources()}/src/`)).toBe(codeDigest())
})

it.each(FILES)('changes with %s', (path) => {
  const folder = copyOfSources()
  appendFileSync(join(folder, path), '\n')
  expect(codeDigest(`${folder}/src/`)).not.toBe(codeDigest())
})

it('is a constant in the build', () => {
  const built = readdirSync('dist')
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join('dist', file), 'utf8'))
  expect(built.filter((code) => code.includes(codeDigest()))).toHaveLength(1)
})
